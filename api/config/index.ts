import { getPlatformConfig } from './getPlatformConfig.ts'
import { updatePlatformConfig } from './updatePlatformConfig.ts'

export default [getPlatformConfig, updatePlatformConfig]

import { PlatformConfig } from '../../contract/components/platform.ts'
import { operation } from '../operation.ts'
import { readPlatformConfig } from './platformConfig.ts'

export const getPlatformConfig = operation({
  id: 'getPlatformConfig',
  group: 'Platform Configuration',
  method: 'get',
  path: '/config',
  permission: 'VIEW',
  summary: "Read the platform's configuration",
  status: 200,
  responses: { 200: PlatformConfig },
  errors: [],
  handle: ({ dependencies, platform }) => readPlatformConfig(dependencies, platform.id),
})

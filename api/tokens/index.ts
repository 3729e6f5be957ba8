import { listTokens } from './listTokens.ts'

export default [listTokens]

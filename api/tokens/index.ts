import { createToken } from './createToken.ts'
import { listTokens } from './listTokens.ts'

export default [createToken, listTokens]

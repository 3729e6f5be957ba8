import { createToken } from './createToken.ts'
import { deleteTokenById } from './deleteTokenById.ts'
import { getTokenById } from './getTokenById.ts'
import { listTokens } from './listTokens.ts'

export default [createToken, listTokens, getTokenById, deleteTokenById]

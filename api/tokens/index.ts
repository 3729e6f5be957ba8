import { createToken } from './createToken.ts'
import { deleteTokenById } from './deleteTokenById.ts'
import { getOwnToken } from './getOwnToken.ts'
import { getTokenById } from './getTokenById.ts'
import { listTokens } from './listTokens.ts'

export default [createToken, listTokens, getOwnToken, getTokenById, deleteTokenById]

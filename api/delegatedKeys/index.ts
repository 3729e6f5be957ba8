import { createDelegatedKey } from './createDelegatedKey.ts'
import { getDelegatedKeyById } from './getDelegatedKeyById.ts'
import { listDelegatedKeys } from './listDelegatedKeys.ts'
import { revokeDelegatedKey } from './revokeDelegatedKey.ts'

export default [createDelegatedKey, listDelegatedKeys, getDelegatedKeyById, revokeDelegatedKey]

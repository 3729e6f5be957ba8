import { DelegatedKey } from '../../contract/components/delegatedKeys.ts'
import { presentDelegatedKey } from '../../contract/present/delegatedKeys.ts'
import { operation } from '../operation.ts'
import { findDelegatedKey } from './findDelegatedKey.ts'

export const getDelegatedKeyById = operation({
  id: 'getDelegatedKeyById',
  group: 'Embedded Wallet Auth',
  method: 'get',
  path: '/auth/delegated-keys/:id',
  permission: 'VIEW',
  summary: 'Get a delegated key',
  status: 200,
  responses: { 200: DelegatedKey },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    return presentDelegatedKey(await findDelegatedKey(dependencies, platform.id, params.id))
  },
})

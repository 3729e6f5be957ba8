import { Refusal } from '../../contract/errors.ts'
import { operation, reply } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const revokeDelegatedKey = operation({
  id: 'revokeDelegatedKey',
  group: 'Embedded Wallet Auth',
  method: 'delete',
  path: '/auth/delegated-keys/:id',
  permission: 'TRANSACT',
  summary: 'Revoke a delegated key',
  description:
    'From the answer on the key signs nothing: its private half is destroyed. What is authorized stays held, ' +
    'and is pulled once the funding source has a new key. A repeat answers the same.',
  status: 204,
  responses: { 204: null },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const keyId = requireId('DelegatedKey', params.id)
    const key = await dependencies.database.call('revoke_delegated_key', keyId, platform.id)
    if (key === null) throw new Refusal('REFERENCE_NOT_FOUND')
    return reply(204)
  },
})

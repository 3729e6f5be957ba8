import { Refusal } from '../../contract/errors.ts'
import { notFound } from '../../contract/notFound.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation, type Reply, reply } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { type AccountParams, placeOf, type Scope } from './scope.ts'

function deleteAt<const In extends Scope>(id: string, scope: In) {
  const { path, whose } = placeOf(scope)
  return operation({
    id,
    group: 'External Accounts',
    method: 'delete',
    path: `${path}/:externalAccountId`,
    permission: 'MANAGE',
    summary: `Delete ${whose} external account`,
    description:
      'Payments in progress continue; quotes that have not been executed expire. An equal ' +
      'account can be registered again. One that its customer trusts is untrusted first.',
    status: 204,
    responses: { 204: null },
    errors:
      scope === 'customers' ? ['ACCOUNT_NOT_FOUND', 'BENEFICIARY_TRUSTED'] : ['ACCOUNT_NOT_FOUND'],
    handle: ({ params, platform, dependencies }) =>
      deleteAccount(dependencies, platform.id, scope, (params as AccountParams).externalAccountId),
  })
}

/** @throws Refusal ACCOUNT_NOT_FOUND also for one that is deleted already, and BENEFICIARY_TRUSTED */
export async function deleteAccount(
  { database }: Dependencies,
  platformId: string,
  scope: Scope,
  id: string,
): Promise<Reply<undefined>> {
  const uuid = requireId('ExternalAccount', id)
  const isOwnOnly = scope === 'platform'
  const outcome = await database.call('remove_external_account', platformId, uuid, isOwnOnly)
  if (outcome === 'NOT_FOUND') throw notFound('ExternalAccount')
  if (outcome === 'TRUSTED') throw new Refusal('BENEFICIARY_TRUSTED')
  return reply(204)
}

export const deleteCustomerExternalAccountById = deleteAt(
  'deleteCustomerExternalAccountById',
  'customers',
)
export const deletePlatformExternalAccountById = deleteAt(
  'deletePlatformExternalAccountById',
  'platform',
)

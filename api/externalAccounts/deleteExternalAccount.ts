import { Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { operation, reply } from '../operation.ts'
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
      'Payments under way go on to their end; quotes that nobody has executed expire. An equal ' +
      'account can be registered again.',
    status: 204,
    responses: { 204: null },
    errors: ['REFERENCE_NOT_FOUND'],
    async handle({ params, platform, dependencies }) {
      const { externalAccountId } = params as AccountParams
      const [deleted] = await dependencies.database.query<{ found: boolean }>({
        name: 'delete_external_account',
        text: 'select delete_external_account($1, $2, $3) as found',
        values: [
          platform.id,
          uuidOf('ExternalAccount', externalAccountId) ?? null,
          scope === 'platform',
        ],
      })
      if (!deleted?.found) throw new Refusal('REFERENCE_NOT_FOUND')
      return reply(204)
    },
  })
}

export const deleteCustomerExternalAccountById = deleteAt(
  'deleteCustomerExternalAccountById',
  'customers',
)
export const deletePlatformExternalAccountById = deleteAt(
  'deletePlatformExternalAccountById',
  'platform',
)

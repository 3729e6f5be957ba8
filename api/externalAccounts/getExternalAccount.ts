import { ExternalAccount } from '../../contract/components/externalAccounts.ts'
import { presentExternalAccount } from '../../contract/present/index.ts'
import { operation } from '../operation.ts'
import { type AccountParams, findExternalAccount, placeOf, type Scope } from './scope.ts'

function getAt<const In extends Scope>(id: string, scope: In) {
  const { path, whose } = placeOf(scope)
  return operation({
    id,
    group: 'External Accounts',
    method: 'get',
    path: `${path}/:externalAccountId`,
    permission: 'VIEW',
    summary: `Read ${whose} external account`,
    status: 200,
    responses: { 200: ExternalAccount },
    errors: ['ACCOUNT_NOT_FOUND'],
    async handle({ params, platform, dependencies }) {
      const { externalAccountId } = params as AccountParams
      const row = await findExternalAccount(dependencies, platform.id, scope, externalAccountId)
      return presentExternalAccount(row)
    },
  })
}

export const getCustomerExternalAccountById = getAt('getCustomerExternalAccountById', 'customers')
export const getPlatformExternalAccountById = getAt('getPlatformExternalAccountById', 'platform')

import {
  type ExternalAccount,
  ExternalAccountList,
} from '../../contract/components/externalAccounts.ts'
import { currencyCode, pageQuery } from '../../contract/components/shared.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentExternalAccount } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Bind, type Page, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import type { Scope } from './scope.ts'

type Query = {
  readonly currency?: string
  readonly customerId?: string
  readonly limit: number
  readonly cursor?: string
}

/** One page, oldest first: an account that is created while a list is paged comes last. */
export function externalAccountPage(
  { database }: Dependencies,
  platformId: string,
  scope: Scope,
  query: Query,
): Promise<Page<Shown<typeof ExternalAccount>>> {
  return pageFrom(database, {
    name: `${scope}ExternalAccounts`,
    query,
    table: 'external_accounts',
    direction: 'asc',
    branches: (bind) => branches(bind, platformId, scope, query),
    select: 'external_account_row(t)',
    present: presentExternalAccount,
    totalCount: 'EXACT',
  })
}

function branches(
  bind: Bind,
  platformId: string,
  scope: Scope,
  { currency, customerId }: Query,
): string[] {
  const customer = customerId === undefined ? null : uuidOf('Customer', customerId)
  if (customer === undefined) return []
  return [
    [
      `t.platform_id = ${bind(platformId)} and t.deleted_at is null`,
      ...(scope === 'platform' ? ['t.customer_id is null'] : []),
      ...(customer === null ? [] : [`t.customer_id = ${bind(customer)}`]),
      ...(currency === undefined ? [] : [`t.currency = ${bind(currency)}`]),
    ].join(' and '),
  ]
}

export const listCustomerExternalAccounts = operation({
  id: 'listCustomerExternalAccounts',
  group: 'External Accounts',
  method: 'get',
  path: '/customers/external-accounts',
  permission: 'VIEW',
  summary: 'List external accounts',
  query: {
    type: 'object',
    properties: {
      currency: { ...currencyCode, description: 'Accounts that are paid in this currency only.' },
      customerId: { type: 'string', maxLength: 64, description: 'Accounts of this customer only.' },
      ...pageQuery,
    },
  } as const,
  status: 200,
  responses: { 200: ExternalAccountList },
  errors: [],
  handle: ({ query, platform, dependencies }) =>
    externalAccountPage(dependencies, platform.id, 'customers', query),
})

export const listPlatformExternalAccounts = operation({
  id: 'listPlatformExternalAccounts',
  group: 'External Accounts',
  method: 'get',
  path: '/platform/external-accounts',
  permission: 'VIEW',
  summary: 'List the external accounts of the platform itself',
  query: { type: 'object', properties: { currency: currencyCode, ...pageQuery } } as const,
  status: 200,
  responses: { 200: ExternalAccountList },
  errors: [],
  handle: ({ query, platform, dependencies }) =>
    externalAccountPage(dependencies, platform.id, 'platform', query),
})

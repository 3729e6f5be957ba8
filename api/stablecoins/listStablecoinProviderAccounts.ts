import { described } from '../../contract/components/described.ts'
import { pageQuery } from '../../contract/components/shared.ts'
import {
  StablecoinProvider,
  StablecoinProviderAccountListResponse,
  StablecoinProviderAccountStatus,
} from '../../contract/components/stablecoins.ts'
import { presentStablecoinLink } from '../../contract/present/stablecoins.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

export const listStablecoinProviderAccounts = operation({
  id: 'listStablecoinProviderAccounts',
  group: 'Stablecoins',
  method: 'get',
  path: '/stablecoin-provider-accounts',
  permission: 'VIEW',
  summary: 'List linked provider accounts, newest first',
  query: {
    type: 'object',
    properties: {
      provider: described(StablecoinProvider, 'Links to this provider only; there is one.'),
      status: described(StablecoinProviderAccountStatus, 'Links that are in this status now.'),
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: StablecoinProviderAccountListResponse },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    const { status } = query
    return pageFrom(database, {
      name: 'stablecoin-provider-accounts',
      query,
      table: 'stablecoin_provider_accounts',
      direction: 'desc',
      // There is one provider.
      branches: (bind) => [
        status === undefined
          ? `t.platform_id = ${bind(platform.id)}`
          : `list_key(t.platform_id, t.status) = list_key(${bind(platform.id)}::uuid, ${bind(status)}::text)`,
      ],
      select: 'stablecoin_link_row(l)',
      join: 'join stablecoin_provider_accounts l on l.id = t.id',
      present: presentStablecoinLink,
    })
  },
})

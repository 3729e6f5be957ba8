import { described } from '../../contract/components/described.ts'
import { pageQuery } from '../../contract/components/shared.ts'
import {
  StablecoinIssuanceStatus,
  StablecoinListResponse,
  StablecoinProvider,
  StablecoinServiceOperationsStatus,
} from '../../contract/components/stablecoins.ts'
import { presentStablecoin } from '../../contract/present/stablecoins.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

export const listStablecoins = operation({
  id: 'listStablecoins',
  group: 'Stablecoins',
  method: 'get',
  path: '/stablecoins',
  permission: 'VIEW',
  summary: 'List stablecoins, newest first',
  query: {
    type: 'object',
    properties: {
      issuanceStatus: described(
        StablecoinIssuanceStatus,
        'Coins in this state of being issued only.',
      ),
      serviceOperationsStatus: described(
        StablecoinServiceOperationsStatus,
        'Coins that stand so as a currency only.',
      ),
      provider: described(StablecoinProvider, 'Coins of this provider only; there is one.'),
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: StablecoinListResponse },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    const { issuanceStatus, serviceOperationsStatus } = query
    return pageFrom(database, {
      name: 'stablecoins',
      query,
      table: 'stablecoins',
      direction: 'desc',
      branches: (bind) => {
        const keyed = (column: string, value: string): string =>
          `list_key(t.platform_id, t.${column}) = list_key(${bind(platform.id)}::uuid, ${bind(value)}::text)`
        const filters = [
          ...(serviceOperationsStatus ? [keyed('service_status', serviceOperationsStatus)] : []),
          ...(issuanceStatus ? [keyed('issuance_status', issuanceStatus)] : []),
        ]
        return [filters.length > 0 ? filters.join(' and ') : `t.platform_id = ${bind(platform.id)}`]
      },
      select: 'stablecoin_row(s)',
      join: 'join stablecoins s on s.id = t.id',
      present: presentStablecoin,
    })
  },
})

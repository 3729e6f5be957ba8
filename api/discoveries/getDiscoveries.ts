import { type Discovery, DiscoveryListResponse } from '../../contract/components/rates.ts'
import { country, currencyCode } from '../../contract/components/shared.ts'
import type { Shown } from '../../contract/shown.ts'
import { operation } from '../operation.ts'

export const getDiscoveries = operation({
  id: 'getDiscoveries',
  group: 'Discoveries',
  method: 'get',
  path: '/discoveries',
  permission: 'VIEW',
  summary: 'List the banks that an external account can name',
  query: {
    type: 'object',
    properties: {
      country: {
        ...country,
        description: 'Banks of this country only: two letters of ISO 3166-1.',
      },
      currency: {
        ...currencyCode,
        description: 'Banks whose accounts in this currency can be paid.',
      },
    },
  } as const,
  status: 200,
  responses: { 200: DiscoveryListResponse },
  errors: [],
  async handle({ query, dependencies }) {
    const data = await dependencies.database.query<Shown<typeof Discovery>>({
      name: 'banks',
      text: `select bank_name as "bankName", display_name as "displayName", country, currency from banks
        where ($1::text is null or country = $1) and ($2::text is null or currency = $2)
        order by country, bank_name`,
      values: [query.country ?? null, query.currency ?? null],
    })
    return { data }
  },
})

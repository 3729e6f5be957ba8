import { UmaProviderListResponse } from '../../contract/components/directory.ts'
import { country, currencyCode, pageQuery, sortOrder } from '../../contract/components/shared.ts'
import { presentUmaProvider } from '../../contract/present/directory.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

export const getAvailableUmaProviders = operation({
  id: 'getAvailableUmaProviders',
  group: 'Available UMA Providers',
  method: 'get',
  path: '/uma-providers',
  permission: 'VIEW',
  deprecated: true,
  summary: 'List providers of UMA addresses',
  description:
    'In the order in which they were added. Blocked providers are listed too, unless ' +
    '`hasBlockedProviders` is false. Look an address up instead: ' +
    '`GET /receiver/uma/{receiverUmaAddress}`.',
  query: {
    type: 'object',
    properties: {
      countryCode: {
        ...country,
        description: 'Providers that serve this country: two letters of ISO 3166-1.',
      },
      currencyCode: {
        ...currencyCode,
        description: 'Providers whose customers can be sent this currency.',
      },
      hasBlockedProviders: {
        type: 'boolean',
        description: 'false leaves out those that are blocked; else all are listed.',
      },
      ...pageQuery,
      sortOrder,
    },
  } as const,
  status: 200,
  responses: { 200: UmaProviderListResponse },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    const { countryCode, currencyCode: currency, hasBlockedProviders } = query
    return pageFrom(database, {
      name: 'uma-providers',
      query,
      table: 'uma_providers',
      direction: query.sortOrder,
      branches: (bind) => [
        [
          `t.environment = ${bind(platform.environment)}`,
          ...(countryCode === undefined ? [] : [`${bind(countryCode)} = any (t.regions)`]),
          ...(currency === undefined ? [] : [`${bind(currency)} = any (t.currencies)`]),
          ...(hasBlockedProviders === false ? ['t.is_allowed'] : []),
        ].join(' and '),
      ],
      select: 'to_jsonb(t)',
      present: presentUmaProvider,
    })
  },
})

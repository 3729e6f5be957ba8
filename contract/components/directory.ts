/** Whom customers may pay beyond this service. */
import { Currency, listOf } from './shared.ts'

export const UmaProvider = {
  type: 'object',
  required: ['name', 'domain', 'supportedRegions', 'supportedCurrencies', 'allowListStatus'],
  properties: {
    name: { type: 'string', example: 'Bank One' },
    domain: { type: 'string', description: 'Of its UMA addresses', example: 'bank-one.example' },
    supportedRegions: {
      type: 'array',
      items: { type: 'string', description: 'ISO 3166-1, two letters', example: 'US' },
    },
    supportedCurrencies: { type: 'array', items: Currency },
    logoUrl: { type: 'string', format: 'uri' },
    lei: { type: 'string', description: 'Legal entity identifier' },
    allowListStatus: { type: 'boolean', description: 'Whether it is allowed; false: blocked' },
  },
} as const

export const UmaProviderListResponse = listOf(UmaProvider)

export const Vasp = {
  type: 'object',
  required: ['vaspName'],
  properties: {
    vaspName: { type: 'string', description: 'As external accounts state it', example: 'Kraken' },
    url: { type: 'string', format: 'uri' },
  },
} as const

export const VaspListResponse = listOf(Vasp)

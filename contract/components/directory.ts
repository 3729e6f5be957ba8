/** Whom customers may pay beyond this service. */
import { Currency, listOf } from './shared.ts'

export const UmaProvider = {
  type: 'object',
  required: ['name', 'domain', 'supportedRegions', 'supportedCurrencies', 'allowListStatus'],
  properties: {
    name: {
      type: 'string',
      example: 'Bank One',
      description: "The provider's name, to show to customers.",
    },
    domain: {
      type: 'string',
      description: 'What stands behind the `@` of its UMA addresses.',
      example: 'bank-one.example',
    },
    supportedRegions: {
      type: 'array',
      description: 'Countries whose customers it serves.',
      items: { type: 'string', description: 'ISO 3166-1, two letters', example: 'US' },
    },
    supportedCurrencies: {
      type: 'array',
      description: 'What its customers can be sent.',
      items: Currency,
    },
    logoUrl: {
      type: 'string',
      format: 'uri',
      description: 'A picture to show beside the name. Absent where none is known.',
    },
    lei: {
      type: 'string',
      description: 'Legal entity identifier, ISO 17442: 20 characters. Absent where none is known.',
    },
    allowListStatus: {
      type: 'boolean',
      description:
        'Whether its addresses can be paid. false: it is blocked, and a lookup answers 403.',
    },
  },
} as const

export const UmaProviderListResponse = listOf(UmaProvider)

export const Vasp = {
  type: 'object',
  required: ['vaspName'],
  properties: {
    vaspName: {
      type: 'string',
      description:
        'Send exactly this as `vaspName` of a wallet that this provider keeps for its customer.',
      example: 'Kraken',
    },
    url: {
      type: 'string',
      format: 'uri',
      description: "The provider's website. Absent where none is known.",
    },
  },
} as const

export const VaspListResponse = listOf(Vasp)

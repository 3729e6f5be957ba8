/** Receiver lookups: what a receiver can be sent, and the sender data that it requires. */
import { idSchema } from '../ids.ts'
import { Currency, positiveAmount } from './shared.ts'

export const CurrencyPreference = {
  type: 'object',
  required: ['currency', 'estimatedExchangeRate', 'min', 'max'],
  properties: {
    currency: Currency,
    estimatedExchangeRate: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Sending units for one receiving unit, fees excluded. Not locked.',
      example: 1.16550117,
    },
    min: { ...positiveAmount, description: 'Smallest unit of this currency.', example: 1 },
    max: { ...positiveAmount, example: 85728200 },
  },
} as const

export const CounterpartyFieldDefinition = {
  type: 'object',
  required: ['name', 'mandatory'],
  properties: {
    name: { type: 'string', example: 'FULL_NAME' },
    mandatory: { type: 'boolean' },
  },
} as const

/** The response of every lookup. */
export const receiverLookup = {
  supportedCurrencies: { type: 'array', items: CurrencyPreference },
  requiredPayerDataFields: { type: 'array', items: CounterpartyFieldDefinition },
  lookupId: idSchema('Lookup'),
} as const

export const ReceiverExternalAccountLookupResponse = {
  type: 'object',
  required: ['supportedCurrencies', 'lookupId', 'accountId'],
  properties: { accountId: idSchema('ExternalAccount'), ...receiverLookup },
} as const

export const ReceiverUmaLookupResponse = {
  type: 'object',
  required: ['supportedCurrencies', 'lookupId', 'receiverUmaAddress'],
  properties: { receiverUmaAddress: { type: 'string' }, ...receiverLookup },
} as const

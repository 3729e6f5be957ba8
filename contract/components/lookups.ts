/** Receiver lookups: what a receiver can be sent, and the sender data that it requires. */

import { idSchema } from '../ids.ts'
import { described } from './described.ts'
import { Currency, positiveAmount } from './shared.ts'

export const CurrencyPreference = {
  type: 'object',
  required: ['currency', 'estimatedExchangeRate', 'min', 'max'],
  properties: {
    currency: described(Currency, 'A currency that the receiver can be sent.'),
    estimatedExchangeRate: {
      type: 'number',
      exclusiveMinimum: 0,
      description:
        "Sending units for one receiving unit, fees excluded, from the sender's wallet or oldest " +
        'account. Not locked: a quote locks it.',
      example: 1.16550117,
    },
    min: {
      ...positiveAmount,
      description: 'The least that the receiver takes, in the smallest unit of this currency.',
      example: 1,
    },
    max: {
      ...positiveAmount,
      example: 85728200,
      description:
        "The most that the receiver takes and the sender's corridor allows, in the smallest unit of " +
        'this currency.',
    },
  },
} as const

export const CounterpartyFieldDefinition = {
  type: 'object',
  required: ['name', 'mandatory'],
  properties: {
    name: {
      type: 'string',
      example: 'FULL_NAME',
      description: 'Name of the member of `senderCustomerInfo`, for example `FULL_NAME`.',
    },
    mandatory: {
      type: 'boolean',
      description: 'Whether a quote without it is refused (`MISSING_REQUIRED_UMA_PARAMETERS`).',
    },
  },
} as const

/** The response of every lookup. */
export const receiverLookup = {
  supportedCurrencies: {
    type: 'array',
    description: 'What the receiver can be sent, with the current rate of each for this sender.',
    items: CurrencyPreference,
  },
  requiredPayerDataFields: {
    type: 'array',
    description:
      "What the receiver's platform must know of the sender; send it as `senderCustomerInfo` of the " +
      'quote.',
    items: CounterpartyFieldDefinition,
  },
  lookupId: idSchema(
    'Lookup',
    'Put it into the quote to a UMA address, which is refused without it.',
  ),
} as const

export const ReceiverExternalAccountLookupResponse = {
  type: 'object',
  required: ['supportedCurrencies', 'lookupId', 'accountId'],
  properties: {
    accountId: idSchema('ExternalAccount', 'The external account that was looked up.'),
    ...receiverLookup,
  },
} as const

export const ReceiverUmaLookupResponse = {
  type: 'object',
  required: ['supportedCurrencies', 'lookupId', 'receiverUmaAddress'],
  properties: {
    receiverUmaAddress: {
      type: 'string',
      description: 'The address that was looked up, in lower case.',
    },
    ...receiverLookup,
  },
} as const

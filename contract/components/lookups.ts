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
        'Sending units for one receiving unit, fees excluded, from `sendingCurrency`. Not locked: a quote ' +
        'locks it.',
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
    minSendingAmount: {
      ...positiveAmount,
      example: 2,
      description:
        'About what the sender pays for `min`, fees included, in the smallest unit of ' +
        '`sendingCurrency`. Absent where it is not known.',
    },
    maxSendingAmount: {
      ...positiveAmount,
      example: 100000000,
      description:
        'About what the sender pays for `max`, fees included, in the smallest unit of ' +
        '`sendingCurrency`. Absent where it is not known.',
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
  sendingCurrency: described(
    Currency,
    'What the sender pays in: `sendingCurrency` of the request, or the currency of its wallet or oldest account.',
  ),
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
  required: ['sendingCurrency', 'supportedCurrencies', 'lookupId', 'accountId'],
  properties: {
    accountId: idSchema('ExternalAccount', 'The external account that was looked up.'),
    ...receiverLookup,
  },
} as const

export const ReceiverUmaLookupResponse = {
  type: 'object',
  required: ['sendingCurrency', 'supportedCurrencies', 'lookupId', 'receiverUmaAddress'],
  properties: {
    receiverUmaAddress: {
      type: 'string',
      description: 'The address that was looked up, in lower case.',
    },
    ...receiverLookup,
  },
} as const

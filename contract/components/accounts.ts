/** Internal accounts. */

import { idSchema } from '../ids.ts'
import { CardCapabilities } from './cardCapabilities.ts'
import { described } from './described.ts'
import { PaymentInstructions, PurposeOfPayment } from './payments.ts'
import { CurrencyAmount, createdAt, currencyCode, listOf, updatedAt } from './shared.ts'

export const InternalAccountType = {
  type: 'string',
  enum: ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET', 'RULE_BASED'],
  description:
    'INTERNAL_FIAT: a balance here in a currency of banks. INTERNAL_CRYPTO: one in a ' +
    "cryptocurrency or stablecoin. EMBEDDED_WALLET: the customer's own USDB wallet, which signs " +
    'what it pays. RULE_BASED: a further account number, which passes on what it receives by its ' +
    '`sweepRule` and keeps nothing.',
} as const

const sweepTerms = {
  purposeOfPayment: PurposeOfPayment,
  description: {
    type: 'string',
    format: 'lines',
    maxLength: 255,
    description: "A note of the platform's own, which the recipient does not get.",
  },
  remittanceInformation: {
    type: 'string',
    pattern: '^[\\x20-\\x7e]*$',
    maxLength: 1024,
    description:
      'What the payment is for, in printable ASCII. It goes to the recipient with each sweep: in the ' +
      'addenda of an ACH payment, the remittance information of RTP and FedNow, the text of a wire.',
  },
} as const

export const SweepDestination = {
  type: 'object',
  required: ['accountId'],
  properties: {
    accountId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'An internal or external account of the same customer, in any currency; never one that sweeps.',
    },
    paymentRail: {
      type: 'string',
      minLength: 1,
      maxLength: 32,
      description:
        'One of the `paymentRails` of the external account; without it the service chooses for each ' +
        'sweep. Refused of an internal account.',
    },
  },
} as const

export const SweepRule = {
  type: 'object',
  required: ['destination', 'minimumAmount', 'maximumAmount'],
  description: 'Where each deposit goes on to. Of RULE_BASED accounts only; it does not change.',
  properties: {
    destination: described(SweepDestination, 'The account that each sweep pays, and how.'),
    ...sweepTerms,
    minimumAmount: described(
      CurrencyAmount,
      "The least that is swept, in the account's currency; 0: any amount. What is below it goes to " +
        "the holder's own account.",
    ),
    maximumAmount: {
      anyOf: [CurrencyAmount, { type: 'null' }],
      description:
        "The most that is swept at once, in the account's currency; null: no limit. What is above it " +
        "goes to the holder's own account.",
    },
    platformFeeOverride: {
      type: 'null',
      description: "Null: the platform's configured fees are charged.",
    },
  },
} as const

export const InternalAccountCreateRequest = {
  type: 'object',
  required: ['type', 'currency'],
  additionalProperties: false,
  properties: {
    type: {
      type: 'string',
      const: 'RULE_BASED',
      description: 'Accounts of other types are made with their customer or platform.',
    },
    currency: {
      ...currencyCode,
      enum: ['USD'],
      example: 'USD',
      description: 'What the account receives; the customer has an account of its own in it.',
    },
    customerId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'The holder, an individual. Required: the platform itself has no account that sweeps.',
    },
    label: {
      type: 'string',
      format: 'text',
      maxLength: 255,
      description: 'What the platform calls the account, for example the payer that it is for.',
    },
    sweepRule: {
      type: 'object',
      required: ['destination'],
      additionalProperties: false,
      description: 'Where each deposit goes on to. Required; it cannot be changed.',
      properties: {
        destination: {
          ...SweepDestination,
          additionalProperties: false,
          description: 'The account that each sweep pays, and how.',
        },
        ...sweepTerms,
      },
    },
  },
} as const

export const InternalAccount = {
  type: 'object',
  required: ['id', 'type', 'status', 'balance', 'totalBalance', 'fundingPaymentInstructions'],
  properties: {
    id: idSchema('InternalAccount', 'Names the account in quotes, transfers and lists.'),
    customerId: idSchema(
      'Customer',
      'Customer who owns the account. Absent for accounts of the platform itself.',
    ),
    type: InternalAccountType,
    status: {
      type: 'string',
      enum: ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED'],
      description:
        'Only ACTIVE sends and receives. PENDING: the wallet is being made, or waits for a contact or ' +
        "the accepted terms. FROZEN: the customer's approval was withdrawn; or the service has frozen the " +
        'account or its customer: then it keeps what arrives, and sends nothing. CLOSED: the customer was ' +
        'deleted. FAILED: it could not be made.',
    },
    balance: described(
      CurrencyAmount,
      'What can be spent now: what is held for payments on their way is not in it.',
    ),
    totalBalance: described(
      CurrencyAmount,
      'What is booked, and what is on its way in; what is held for payments still counts.',
    ),
    fundingPaymentInstructions: {
      type: 'array',
      items: PaymentInstructions,
      description:
        'Where to send money for this account at any time: what arrives there is credited. Empty while ' +
        'the account can receive nothing.',
    },
    privateEnabled: {
      type: 'boolean',
      description:
        'Whether the wallet hides its balance and payments on its chain. Of embedded wallets only.',
    },
    cardCapabilities: described(
      CardCapabilities,
      'What a card can do that is issued on this account now. Absent where the account can fund none.',
    ),
    label: {
      type: 'string',
      maxLength: 255,
      description: 'What the platform calls it. Of RULE_BASED accounts only, where one was given.',
    },
    sweepRule: described(
      SweepRule,
      'Where each deposit goes on to. Of RULE_BASED accounts only; it does not change.',
    ),
    createdAt,
    updatedAt,
  },
} as const
export const InternalAccountList = listOf(InternalAccount)

/** Internal accounts. */

import { idSchema } from '../ids.ts'
import { CardCapabilities } from './cardCapabilities.ts'
import { described } from './described.ts'
import { PaymentInstructions } from './payments.ts'
import { CurrencyAmount, createdAt, listOf, updatedAt } from './shared.ts'

export const InternalAccountType = {
  type: 'string',
  enum: ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'],
  description:
    'INTERNAL_FIAT: a balance here in a currency of banks. INTERNAL_CRYPTO: one in a ' +
    "cryptocurrency or stablecoin. EMBEDDED_WALLET: the customer's own USDB wallet, which signs " +
    'what it pays.',
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
        "the accepted terms. FROZEN: the customer's approval was withdrawn. CLOSED: the customer was " +
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
    createdAt,
    updatedAt,
  },
} as const
export const InternalAccountList = listOf(InternalAccount)

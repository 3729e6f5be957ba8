/** Internal accounts. */
import { idSchema } from '../ids.ts'
import { PaymentInstructions } from './payments.ts'
import { CurrencyAmount, dateTime, listOf } from './shared.ts'

export const InternalAccountType = {
  type: 'string',
  enum: ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'],
} as const

export const InternalAccount = {
  type: 'object',
  required: ['id', 'type', 'status', 'balance', 'totalBalance', 'fundingPaymentInstructions'],
  properties: {
    id: idSchema('InternalAccount'),
    customerId: idSchema('Customer'),
    type: InternalAccountType,
    status: { type: 'string', enum: ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED'] },
    balance: CurrencyAmount,
    totalBalance: CurrencyAmount,
    fundingPaymentInstructions: {
      type: 'array',
      items: PaymentInstructions,
      description:
        'Where to send money for this account at any time: what arrives there is credited. Empty while ' +
        'the account can receive nothing.',
    },
    privateEnabled: { type: 'boolean' },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const
export const InternalAccountList = listOf(InternalAccount)

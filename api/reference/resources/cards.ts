/** A card of the examples, and a coffee that is bought with it. */
import { given } from '../useCases/given.ts'
import { at, begun, begunAt, money, type Shown } from './shared.ts'

export const card = {
  id: given.card,
  cardholderId: given.customer,
  platformCardId: given.platformCardId,
  state: 'ACTIVE',
  brand: 'VISA',
  form: 'VIRTUAL',
  last4: '4242',
  expMonth: 1,
  expYear: 2031,
  fundingSources: [given.wallet],
  maxSpendPerTransaction: 5_000,
  currency: 'USD',
  processorRef: '6a7dda64-1b12-4ea6-b608-4b065738e669',
  issuerRef: '5c191211-dfc7-41c6-9fcc-5efa265edc1d',
  ...begun,
} as const

export const PURCHASE_TOKEN = '297dc41c-3368-4d28-9ee7-2a92a4e518a5'

const CENTS = 500
/** Units of the wallet for a cent. */
const UNITS_OF_CENT = 10_000

/** How much of the purchase is collected and given back, in cents. */
const amounts: Readonly<Record<string, { readonly settled: number; readonly refunded: number }>> = {
  AUTHORIZED: { settled: 0, refunded: 0 },
  PARTIALLY_SETTLED: { settled: 300, refunded: 0 },
  SETTLED: { settled: CENTS, refunded: 0 },
  REFUNDED: { settled: CENTS, refunded: CENTS },
  EXCEPTION: { settled: CENTS, refunded: 0 },
}

/** The coffee, at a status of a card's transaction. */
export function purchaseOf(status: string): Shown {
  const { settled = 0, refunded = 0 } = amounts[status] ?? {}
  const count = (cents: number): number => (cents > 0 ? 1 : 0)
  // An exception is one because nothing could be taken.
  const pulled = status === 'EXCEPTION' ? 0 : CENTS
  return {
    type: 'CARD',
    id: given.authorizedPurchase,
    cardId: given.card,
    customerId: given.customer,
    platformCustomerId: given.platformCustomerId,
    issuerTransactionToken: PURCHASE_TOKEN,
    status,
    direction: 'DEBIT',
    merchant: { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' },
    authorizedAmount: money(CENTS, 'USD'),
    settledAmount: money(settled, 'USD'),
    refundedAmount: money(refunded, 'USD'),
    accountId: given.wallet,
    pullSummary: { count: count(pulled), totalAmount: pulled * UNITS_OF_CENT, pendingCount: 0 },
    refundSummary: { count: count(refunded), totalAmount: refunded },
    settlementSummary: { count: count(settled), totalAmount: settled },
    authorizedAt: begunAt,
    ...(settled > 0 && { lastEventAt: at }),
    createdAt: begunAt,
    updatedAt: at,
  }
}

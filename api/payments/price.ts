/** The price of a payment at today's rates. */
import { Refusal } from '../../contract/errors.ts'
import type { Priced } from '../../contract/money.ts'
import type { Parties } from '../../contract/parties.ts'
import type { Database } from '../../db/database.ts'
import { corridorOf } from '../../db/payments/corridors.ts'
import { refuseUnpayable } from '../../domain/payments/payable.ts'
import { pricePayment, refuseOtherThanInvoiced, usdCentsAt } from '../../domain/payments/pricing.ts'
import type { Payment, QuoteBody } from '../../domain/payments/types.ts'

/**
 * @throws Refusal QUOTE_RATE_UNAVAILABLE, INVALID_AMOUNT, TRANSACTION_SIZE_LIMIT_EXCEEDED, and
 *   `unpayableErrors` for a destination that can't be paid, or not this much
 */
export async function priceOf(
  database: Database,
  body: QuoteBody,
  parties: Parties,
  payment: Payment,
): Promise<Priced> {
  const corridor = await corridorOf(database, payment.sending, payment.receiving)
  const priced = pricePayment(body, parties, payment, corridor)
  if (parties.destination_external) {
    const {
      status,
      account_type: accountType,
      account_info: info,
      is_expired: isExpired,
    } = parties.destination_external
    if (isExpired) throw new Refusal('CONFLICT', { reason: 'The invoice is expired.' })
    refuseOtherThanInvoiced(info.invoice, priced.receiving)
    refuseUnpayable(
      { status, accountType },
      await usdCentsOf(database, payment.sending, priced.sending),
    )
  }
  return priced
}

async function usdCentsOf(database: Database, currency: string, minor: bigint): Promise<bigint> {
  if (currency === 'USD') return minor
  const { rate } = await corridorOf(database, 'USD', currency)
  return usdCentsAt(minor, rate)
}

/** The price of a payment at today's rates. */
import { Refusal } from '../../contract/errors.ts'
import type { Priced } from '../../contract/money.ts'
import type { Parties } from '../../contract/parties.ts'
import { refuseUnpayable } from './payable.ts'
import { ownFeeOf, payoutRailOf } from './platformFees.ts'
import { pricePayment, refuseOtherThanInvoiced } from './pricing.ts'
import type { CorridorOf, Payment, QuoteBody } from './types.ts'

/**
 * The price of a payment that a call asks for, or a sweep.
 *
 * @throws Refusal QUOTE_RATE_UNAVAILABLE, INVALID_AMOUNT, TRANSACTION_SIZE_LIMIT_EXCEEDED, and
 *   `unpayableErrors` for a destination that can't be paid
 */
export async function priceOf(
  corridorOf: CorridorOf,
  body: QuoteBody,
  parties: Parties,
  payment: Payment,
): Promise<Priced> {
  const corridor = await corridorOf(payment.sending, payment.receiving)
  const rail = payoutRailOf(body, payment)
  const own = await ownFeeOf(corridorOf, payment, rail, parties.platform_fees)
  const priced = pricePayment(body, own, payment, corridor)
  if (parties.destination_external) {
    const { account_info: info, is_expired: isExpired } = parties.destination_external
    if (isExpired) throw new Refusal('CONFLICT', { reason: 'The invoice is expired.' })
    refuseOtherThanInvoiced(info.invoice, priced.receiving)
    refuseUnpayable('destination', parties.destination_external)
  }
  return { ...priced, rateUsed: corridor.used }
}

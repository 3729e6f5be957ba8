/** The price of a payment at today's rates. */
import type { Priced } from '../../contract/money.ts'
import type { Parties } from '../../contract/parties.ts'
import type { Database } from '../../db/database.ts'
import { corridorOf } from '../../db/payments/corridors.ts'
import { priceOf as priceAt } from '../../domain/payments/price.ts'
import type { Payment, QuoteBody } from '../../domain/payments/types.ts'

/** @throws Refusal as the price itself does */
export function priceOf(
  database: Database,
  body: QuoteBody,
  parties: Parties,
  payment: Payment,
): Promise<Priced> {
  const corridor = (sending: string, receiving: string) => corridorOf(database, sending, receiving)
  return priceAt(corridor, body, parties, payment)
}

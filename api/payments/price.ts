/** The price of a payment at today's rates. */
import { Refusal } from '../../contract/errors.ts'
import { type Corridor, isMarketPriced, type Priced } from '../../contract/money.ts'
import type { Parties } from '../../contract/parties.ts'
import { corridorOf } from '../../db/payments/corridors.ts'
import { priceOf as priceAt } from '../../domain/payments/price.ts'
import type { Payment, QuoteBody } from '../../domain/payments/types.ts'
import type { Call } from '../operation.ts'
import { requireOutside } from '../outside.ts'

export type Caller = Pick<Call, 'dependencies'> & {
  readonly platform: Pick<Call['platform'], 'id' | 'environment'>
}

/**
 * The corridor between two currencies for a platform.
 *
 * @throws Refusal NOT_IMPLEMENTED where a market prices it and the environment has no feed, QUOTE_RATE_UNAVAILABLE where
 *   there is no rate that may be used
 */
export function corridorFor(
  { dependencies, platform }: Caller,
  sending: string,
  receiving: string,
): Promise<Corridor & { readonly updatedAt: Date }> {
  if (isMarketPriced(sending, receiving)) requireOutside({ dependencies, platform }, ['RATE_FEED'])
  const { id: platformId, environment } = platform
  return corridorOf(dependencies, { platformId, environment, sending, receiving })
}

/**
 * Of several corridors those that have a rate now.
 *
 * @throws Refusal QUOTE_RATE_UNAVAILABLE where none has one, and whatever else has failed
 */
export function thoseWithRate<Found>(found: readonly PromiseSettledResult<Found>[]): Found[] {
  const failed = found.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const others = failed.filter((error) => !isWithoutRate(error))
  const rates = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (others.length > 0 || (failed.length > 0 && rates.length === 0)) throw others[0] ?? failed[0]
  return rates
}

function isWithoutRate(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'QUOTE_RATE_UNAVAILABLE'
}

/** @throws Refusal as the price itself does */
export function priceOf(
  caller: Caller,
  body: QuoteBody,
  parties: Parties,
  payment: Payment,
): Promise<Priced> {
  const corridor = async (sending: string, receiving: string): Promise<Corridor> =>
    corridorFor(caller, sending, receiving)
  return priceAt(corridor, body, parties, payment)
}

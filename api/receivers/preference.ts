import type { CurrencyPreference } from '../../contract/components/lookups.ts'
import type { Corridor } from '../../contract/money.ts'
import {
  currencyOf,
  displayRate,
  priceReceiving,
  priceSending,
  toWire,
} from '../../contract/money.ts'
import type { Shown } from '../../contract/shown.ts'

/** The smallest and the largest amount that a receiver accepts, in the smallest unit of the currency. */
export type Bounds = { readonly min: number; readonly max: number }

/**
 * A corridor's rate now, and the smallest and largest amount that can be received. Each of the two is shown with the
 * amount to send for it, unless the receiver accepts only more than the corridor carries.
 *
 * @param accepted by the receiver; without it, any amount that the corridor carries
 */
export function preferenceOf(
  corridor: Corridor,
  sending: string,
  receiving: string,
  accepted: Bounds = { min: 1, max: Number.MAX_SAFE_INTEGER },
): Shown<typeof CurrencyPreference> {
  const currency = currencyOf(receiving)
  const largest = priceSending(corridor.amountMax, corridor.rate, corridor.fees)
  if (largest === undefined) throw new Error(`no amount in ${sending} converts to ${receiving}`)
  const { min } = accepted
  const max = Math.min(toWire(largest.receiving), accepted.max)
  return {
    currency,
    // Of the largest amount, where rounding changes the rate least.
    estimatedExchangeRate: displayRate(largest, currencyOf(sending).decimals, currency.decimals),
    min,
    max,
    ...(min <= max && {
      minSendingAmount: costOf(corridor, min),
      maxSendingAmount: costOf(corridor, max),
    }),
  }
}

/** The amount to send for an amount received, at most the corridor's largest. */
function costOf({ rate, fees, amountMax }: Corridor, receiving: number): number {
  const sending = priceReceiving(BigInt(receiving), rate, fees)?.sending ?? amountMax
  return toWire(sending < amountMax ? sending : amountMax)
}

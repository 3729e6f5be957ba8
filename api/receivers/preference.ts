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

/** What a receiver takes of a currency, in its smallest unit. */
export type Bounds = { readonly min: number; readonly max: number }

/**
 * A corridor's rate now, and the smallest and largest amount that can be received, with what they cost.
 *
 * @param taken by the receiver; without it, whatever the corridor carries
 */
export function preferenceOf(
  corridor: Corridor,
  sending: string,
  receiving: string,
  taken: Bounds = { min: 1, max: Number.MAX_SAFE_INTEGER },
): Shown<typeof CurrencyPreference> {
  const currency = currencyOf(receiving)
  const most = priceSending(corridor.amountMax, corridor.rate, corridor.fees)
  if (most === undefined) throw new Error(`no amount in ${sending} converts to ${receiving}`)
  const { min } = taken
  const max = Math.min(toWire(most.receiving), taken.max)
  return {
    currency,
    // The largest amount: rounding shows least in it.
    estimatedExchangeRate: displayRate(most, currencyOf(sending).decimals, currency.decimals),
    min,
    max,
    ...(min <= max && {
      minSendingAmount: costOf(corridor, min),
      maxSendingAmount: costOf(corridor, max),
    }),
  }
}

function costOf({ rate, fees, amountMax }: Corridor, receiving: number): number {
  const sending = priceReceiving(BigInt(receiving), rate, fees)?.sending ?? amountMax
  return toWire(sending < amountMax ? sending : amountMax)
}

import type { CurrencyPreference } from '../../contract/components/lookups.ts'
import type { Corridor } from '../../contract/money.ts'
import { currencyOf, displayRate, priceSending, toWire } from '../../contract/money.ts'
import type { Shown } from '../../contract/shown.ts'

/** A corridor's rate now, and the smallest and largest amount that can be received. */
export function preferenceOf(
  corridor: Corridor,
  sending: string,
  receiving: string,
): Shown<typeof CurrencyPreference> & { readonly max: number } {
  const currency = currencyOf(receiving)
  const most = priceSending(corridor.amountMax, corridor.rate, corridor.fees)
  if (most === undefined) throw new Error(`no amount in ${sending} converts to ${receiving}`)
  return {
    currency,
    // The largest amount: rounding shows least in it.
    estimatedExchangeRate: displayRate(most, currencyOf(sending).decimals, currency.decimals),
    min: 1,
    max: toWire(most.receiving),
  }
}

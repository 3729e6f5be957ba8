/** Amounts of cards: the issuer's are whole cents, a funding source's are of its currency. */
import { CARD_CENTS_MAX, currencyOf } from '../../contract/money.ts'

const CENT_DECIMALS = 2

/** How many of the smallest unit of a funding source's currency are one cent: 10,000 of USDB. */
export function unitsPerCent(currency: string): number {
  return 10 ** (currencyOf(currency).decimals - CENT_DECIMALS)
}

/** Whole cents; undefined for an invalid amount, or more than the issuer takes. */
export function centsOf(amount: number, currency: string): number | undefined {
  const cents = amount / unitsPerCent(currency)
  return Number.isSafeInteger(cents) && cents <= CARD_CENTS_MAX ? cents : undefined
}

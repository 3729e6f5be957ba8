/** Amounts that the API names by the code of their currency alone. */
import type { Component } from './request.ts'
import { settings } from './settings.ts'

/** A platform's own stablecoin is in no list, and has six decimals. */
const DECIMALS_OF_OTHERS = 6

export function currencyOf(code: string): Component<'Currency'> {
  const known = settings().currencies.find((each) => each.code === code)
  return { code, name: code, decimals: known?.decimals ?? DECIMALS_OF_OTHERS }
}

/** For `Money`: an amount in the smallest unit of the currency with this code. */
export function moneyOf(amount: number, code: string): Component<'CurrencyAmount'> {
  return { amount, currency: currencyOf(code) }
}

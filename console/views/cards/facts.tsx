/** What the views show of a card. */
import type { Component } from '../../lib/request.ts'
import { wordsOf } from '../../ui/statuses.ts'

export type Card = Component<'Card'>

/** `Visa ··4242`; without a number while the issuer has not made it. */
export function cardName({ brand, last4 }: Card): string {
  const name = brand === undefined ? 'Card' : wordsOf(brand)
  return last4 === undefined ? name : `${name} ··${last4}`
}

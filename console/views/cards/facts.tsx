/** What the views show of a card. */
import type { Component } from '../../lib/request.ts'
import { Money } from '../../ui/Money.tsx'
import { wordsOf } from '../../ui/statuses.ts'

export type Card = Component<'Card'>

/** `Visa ··4242`; without a number while the issuer has not made it. */
export function cardName({ brand, last4 }: Card): string {
  const name = brand === undefined ? 'Card' : wordsOf(brand)
  return last4 === undefined ? name : `${name} ··${last4}`
}

/** What a card's limit is in, whatever funds it. */
export const LIMIT_CURRENCY = { code: 'USD', decimals: 2 } as const

export function CardLimit({ card }: { readonly card: Card }) {
  const amount = card.maxSpendPerTransaction
  if (amount === null) return <span class="soft">No limit</span>
  return <Money value={{ amount, currency: LIMIT_CURRENCY }} />
}

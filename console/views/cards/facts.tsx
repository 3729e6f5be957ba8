/** What the views show of a card. */
import type { Component } from '../../lib/request.ts'
import { settings } from '../../lib/settings.ts'
import { Money } from '../../ui/Money.tsx'
import { wordsOf } from '../../ui/statuses.ts'

export type Card = Component<'Card'>

/** `Visa ··4242`; without a number while the issuer has not made it. */
export function cardName({ brand, last4 }: Card): string {
  const name = brand === undefined ? 'Card' : wordsOf(brand)
  return last4 === undefined ? name : `${name} ··${last4}`
}

const DEFAULT = { code: 'USDB', decimals: 6 }

/** What a card's limit is in. */
export function currencyOfCard({ currency }: Pick<Card, 'currency'>) {
  return settings().currencies.find(({ code }) => code === (currency ?? DEFAULT.code)) ?? DEFAULT
}

export function CardLimit({ card }: { readonly card: Card }) {
  const amount = card.maxSpendPerTransaction
  if (amount === null) return <span class="soft">No limit</span>
  return <Money value={{ amount, currency: currencyOfCard(card) }} />
}

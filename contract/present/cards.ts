/** Cards as a platform sees them. */

import type { CardCapabilities } from '../components/cardCapabilities.ts'
import type { cardLimits } from '../components/cardLimits.ts'
import type { Card } from '../components/cards.ts'
import { idOf } from '../ids.ts'
import { CARD_CURRENCY, cardCurrencies } from '../money.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

export type CardRow = {
  readonly id: string
  readonly customer_id: string
  /** The platform's name of it, else its UUID. */
  readonly platform_card_id: string
  readonly state: Shown<typeof Card>['status']
  readonly state_reason: Shown<typeof Card>['statusReason'] | null
  readonly brand: Shown<typeof Card>['brand']
  readonly last4: string | null
  readonly exp_month: number | null
  readonly exp_year: number | null
  readonly funding_sources: readonly string[]
  /** Of its funding sources. */
  readonly currency: string
  readonly max_spend_cents: number | null
  readonly max_day_cents: number | null
  readonly max_day_count: number | null
  readonly account_token: string | null
  readonly card_token: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** Of every card: limits are judged by the service itself, and the issuer's wire has no password of 3-D Secure. */
export const cardCapabilities: Shown<typeof CardCapabilities> = {
  supportsSpendLimits: true,
  supportsSpendLimitsAtIssuance: true,
  supportsTransactionCountLimit: true,
  supports3dSecurePassword: false,
  supportsPanReveal: true,
  supportsDigitalWalletTokenization: true,
}

/** Whether a card may draw on an account. */
export function canFundCards(account: {
  readonly type: string
  readonly status: string
  readonly currency: string
}): boolean {
  const { type, status, currency } = account
  return type === 'EMBEDDED_WALLET' && status === 'ACTIVE' && cardCurrencies.has(currency)
}

export function presentCard(row: CardRow): Shown<typeof Card> {
  const [fundingSource] = row.funding_sources
  return {
    ...present<Omit<Shown<typeof Card>, keyof typeof cardLimits>>({
      id: idOf('Card', row.id),
      customerId: idOf('Customer', row.customer_id),
      cardholderId: idOf('Customer', row.customer_id),
      platformCardId: row.platform_card_id,
      status: row.state,
      statusReason: row.state_reason,
      state: row.state,
      stateReason: row.state_reason,
      brand: row.brand,
      form: 'VIRTUAL',
      last4: row.last4,
      expMonth: row.exp_month,
      expYear: row.exp_year,
      fundingSource: fundingSource && idOf('InternalAccount', fundingSource),
      fundingSources: row.funding_sources.map((id) => idOf('InternalAccount', id)),
      cardCapabilities,
      currency: CARD_CURRENCY,
      processorRef: row.account_token,
      issuerRef: row.card_token,
      createdAt: shownInstant(row.created_at),
      updatedAt: shownInstant(row.updated_at),
    }),
    // null says that there is no limit.
    maxSpendPerTransaction: row.max_spend_cents,
    maxSpendPerDay: row.max_day_cents,
    maxTransactionsPerDay: row.max_day_count,
  }
}

/** What the resources of examples have in common: instants, amounts, and ids that no request names. */
import { currencyOf } from '../../../contract/money.ts'
import { uuid } from '../useCases/given.ts'

export type Shown = Readonly<Record<string, unknown>>

/** When the platform, its customers and their accounts were made; they have not changed since. */
const madeAt = '2026-01-10T08:00:00.000Z'
export const made = { createdAt: madeAt, updatedAt: madeAt } as const
/** When something is asked for, and when it has come to its end. */
export const begunAt = '2026-01-15T09:29:56.000Z'
export const at = '2026-01-15T09:30:00.000Z'
export const begun = { createdAt: begunAt, updatedAt: begunAt } as const
/** Lives of what is begun. */
export const fiveMinutesLater = '2026-01-15T09:34:56.000Z'
export const fifteenMinutesLater = '2026-01-15T09:44:56.000Z'
export const aDayLater = '2026-01-16T09:29:56.000Z'

/** Of what no example names in a request. */
export const others = {
  platform: `PlatformConfig:${uuid('21')}`,
  dollarTransaction: `Transaction:${uuid('25')}`,
  fundedTransaction: `Transaction:${uuid('26')}`,
  collection: `Transaction:${uuid('27')}`,
  collectionOfAgent: `Transaction:${uuid('28')}`,
  transferOfAgent: `Transaction:${uuid('29')}`,
  provenTransaction: `Transaction:${uuid('2a')}`,
  authorizedTransaction: `Transaction:${uuid('2b')}`,
  collectionAction: `AgentAction:${uuid('22')}`,
  transferAction: `AgentAction:${uuid('23')}`,
  rejectedAction: `AgentAction:${uuid('24')}`,
  quoteAction: `AgentAction:${uuid('25')}`,
  payerDollars: `InternalAccount:${uuid('26')}`,
  burn: `StablecoinOperation:${uuid('22')}`,
  delivery: `WebhookDelivery:${uuid('21')}`,
  redelivery: `WebhookDelivery:${uuid('22')}`,
} as const

export function money(amount: number, code: string) {
  return { amount, currency: currencyOf(code) } as const
}

/** A list that is all on its first page. */
export function listOf(...data: readonly Shown[]) {
  return { data, hasMore: false, totalCount: data.length } as const
}

/**
 * What the last three characters of an id or name ask for, of sandbox platforms alone, where no outside party could
 * judge it: the service itself decides which accounts fund a card and which purchases are approved.
 */
import type { CardDeclinedReason } from '../../contract/cardTransactions.ts'
import type { merchantDeclines } from '../../contract/sandboxOutcomes.ts'

/** Whether an internal account is to count as one that no card may draw on. */
export function isIneligibleSource(accountId: string): boolean {
  return /00[23]$/.test(accountId)
}

/** How an authorization is declined that a merchant of this name asks for. */
export function declineOfMerchant(descriptor: string): CardDeclinedReason | undefined {
  return declines[descriptor.slice(-3)]
}

const declines: Readonly<Record<string, CardDeclinedReason>> = {
  '002': 'INSUFFICIENT_FUNDS',
  '003': 'CARD_NOT_ACTIVE',
} satisfies Record<keyof typeof merchantDeclines, CardDeclinedReason>

/** What the last three characters of an id ask for, of sandbox platforms alone. */

import type { cardOutcomes, merchantDeclines } from '../../contract/sandboxOutcomes.ts'

/** What becomes of a new card. */
export function cardFateOf(id: string): 'ISSUED' | 'LATE' | 'REJECTED' | 'NEVER' {
  return fates[id.slice(-3)] ?? 'ISSUED'
}

const fates: Readonly<Record<string, 'LATE' | 'REJECTED' | 'NEVER'>> = {
  '001': 'NEVER',
  '002': 'REJECTED',
  '005': 'LATE',
} satisfies Record<keyof typeof cardOutcomes, 'LATE' | 'REJECTED' | 'NEVER'>

/** Whether an internal account is to count as one that no card may draw on. */
export function isIneligibleSource(accountId: string): boolean {
  return /00[23]$/.test(accountId)
}

/** How an authorization is declined that a merchant of this name asks for. */
export function declineOfMerchant(
  descriptor: string,
): 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED' | undefined {
  return declines[descriptor.slice(-3)]
}

const declines: Readonly<Record<string, 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED'>> = {
  '002': 'INSUFFICIENT_FUNDS',
  '003': 'CARD_PAUSED',
} satisfies Record<keyof typeof merchantDeclines, 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED'>

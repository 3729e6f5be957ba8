/** What a wallet signs when a card draws on it. */
import { idOf } from '../../contract/ids.ts'

/** The service's account that card money is settled from: the only destination of a pull. */
export const PULL_DESTINATION = 'CARD_SETTLEMENT'

/**
 * How each pull of an account begins. The provider's policy compares these characters, so that a
 * delegated key can sign nothing else, for no other account and to no other destination.
 *
 * @param accountId bare uuid
 */
export function pullTextStart(accountId: string, currency: string): string {
  return `Card pull from ${idOf('InternalAccount', accountId)} to ${PULL_DESTINATION} in ${currency}: `
}

/** @param amount of the currency's smallest unit, above zero */
export function pullText(pull: {
  readonly pullId: string
  readonly accountId: string
  readonly currency: string
  readonly amount: bigint
}): string {
  return `${pullTextStart(pull.accountId, pull.currency)}${pull.amount} for ${pull.pullId}`
}

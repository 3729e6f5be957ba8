/** Environments, the outside parties that each has of its own, and the task queues of their calls. */

export const environments = ['SANDBOX', 'PRODUCTION'] as const
/** Which side of a platform something belongs to: money of one never meets a party of the other. */
export type Environment = (typeof environments)[number]

export const outsideParties = [
  'WALLET_PROVIDER',
  'PAYOUT_RAIL',
  'VERIFICATION_VENDOR',
  'MESSAGES',
  'CARD_ISSUER',
  'STABLECOIN_PROVIDER',
  'RATE_FEED',
] as const
/** A party that settings name, once for each environment. The names are those of the timeline. */
export type OutsideParty = (typeof outsideParties)[number]

/** Whom an activity calls: a party of ours, the webhook endpoint of a platform, or our own store. */
const calledParties = [...outsideParties, 'PLATFORM', 'DOCUMENT_STORE'] as const
export type CalledParty = (typeof calledParties)[number]

/** In sentences. */
export const partyNames: Readonly<Record<OutsideParty, string>> = {
  WALLET_PROVIDER: 'wallet provider',
  PAYOUT_RAIL: 'payout rail',
  VERIFICATION_VENDOR: 'verification vendor',
  MESSAGES: 'mail and message service',
  CARD_ISSUER: 'card issuer',
  STABLECOIN_PROVIDER: 'stablecoin provider',
  RATE_FEED: 'exchange-rate feed',
}

/**
 * The task queue of the calls to one party in one environment. A worker polls those of the parties
 * that it has: work for any other waits there, and never fails for it.
 *
 * @param base the setting OUTSIDE_TASK_QUEUE
 */
export function outsideTaskQueueOf(
  base: string,
  party: CalledParty,
  environment: Environment,
): string {
  const name = `${party}-${environment}`.toLowerCase().replaceAll('_', '-')
  return `${base}-${name}`
}

/** The party whose calls a queue has; undefined for a queue of another kind. */
export function calledPartyOf(taskQueue: string): CalledParty | undefined {
  return calledParties.find((party) =>
    environments.some((one) => taskQueue.endsWith(outsideTaskQueueOf('', party, one))),
  )
}

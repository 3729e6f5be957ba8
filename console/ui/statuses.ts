/** Every status that the API shows: how it looks, and what it means in a sentence. */

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'plain'
type Meaning = readonly [tone: Tone, sentence: string]

/** Statuses of the same name mean the same everywhere, with the exceptions below. */
const common: Readonly<Record<string, Meaning>> = {
  ACTIVE: ['good', 'It is in use.'],
  APPROVED: ['good', 'It was approved.'],
  AUTHORIZED: ['busy', 'The money is held; the purchase is not cleared yet.'],
  CANCELLED: ['plain', 'It was cancelled.'],
  CLOSED: ['plain', 'It is closed and cannot be opened again.'],
  COMPLETED: ['good', 'It has ended well.'],
  CREATED: ['plain', 'It exists; nothing has happened yet.'],
  DELETED: ['plain', 'It was deleted.'],
  DELIVERED: ['good', 'The endpoint has accepted it.'],
  DISABLED: ['plain', 'It is not in use any more.'],
  ENABLED: ['good', 'It is in use.'],
  ENABLING: ['busy', 'It is being set up.'],
  DECLINED: ['bad', 'The purchase was declined.'],
  EXCEPTION: ['bad', 'It cannot go on without a person.'],
  EXPIRED: ['plain', 'Its time is over; nothing was done.'],
  FAILED: ['bad', 'It has ended without success.'],
  FROZEN: ['warn', 'It is frozen: nothing is authorized until it is unfrozen.'],
  HOLD: ['warn', 'The verification is on hold: a person looks at it.'],
  INACTIVE: ['plain', 'It is not in use.'],
  INVALID: ['bad', 'The other side refuses it.'],
  IN_PROGRESS: ['busy', 'It is under way.'],
  NOT_ENABLED: ['plain', 'It has not been requested.'],
  PARTIALLY_SETTLED: ['busy', 'A part of the purchase is cleared.'],
  PAUSED: ['warn', 'It is paused.'],
  PENDING: ['busy', 'It waits for its next step.'],
  PENDING_APPROVAL: ['warn', 'It waits for a person of the platform.'],
  PENDING_AUTHORIZATION: ['warn', 'It waits for the customer to authorize it.'],
  PENDING_FUNDING: ['warn', 'It waits for the money or the coins that fund it.'],
  PENDING_KYC: ['busy', 'The cardholder is not verified yet.'],
  PENDING_MANUAL_REVIEW: ['busy', 'A person looks at it.'],
  PENDING_OWNERSHIP_VERIFICATION: ['warn', 'The customer must prove that it is its own.'],
  PENDING_PROVIDER: ['busy', 'The provider is asked.'],
  PENDING_REVIEW: ['busy', 'A person reviews it.'],
  PROCESSING: ['busy', 'It is under way.'],
  PROVISIONED: ['good', 'It is set up.'],
  PROVISIONING: ['busy', 'It is being set up.'],
  READY_FOR_VERIFICATION: ['plain', 'Everything is there; it can be submitted.'],
  REFUNDED: ['warn', 'It failed, and the money is back.'],
  REJECTED: ['bad', 'It was refused.'],
  RESOLVE_ERRORS: ['warn', 'Something is missing: add it and submit again.'],
  REVOKED: ['plain', 'It was revoked.'],
  SETTLED: ['good', 'It is cleared and paid.'],
  STOPPED: ['bad', 'It is not tried any more.'],
  UNDER_REVIEW: ['busy', 'A person looks at it.'],
  UNSENT: ['warn', 'There was no endpoint when it happened.'],
  UNVERIFIED: ['warn', 'It is not verified yet.'],
  VERIFIED: ['good', 'It is verified.'],
  VOIDED: ['plain', 'It was released, or taken back: nothing of it is left.'],
}

const unknown: Meaning = ['plain', '']

/** @param text the status as the API has it; one that is not in the table has no tone */
export function meaningOf(text: string): Meaning {
  return common[text] ?? unknown
}

/** `Pending authorization` of `PENDING_AUTHORIZATION`. */
export function wordsOf(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

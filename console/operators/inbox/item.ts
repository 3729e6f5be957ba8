/** What the inbox holds, as the operators' API answers. */

export type Item = {
  readonly kind: string
  readonly subject: string
  readonly platformId: string | null
  readonly platform: string | null
  readonly environment: string | null
  readonly since: string
  readonly amount: string | null
  readonly reason: string | null
}

export type Transfer = {
  readonly step: string
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly amount: string
}

/** What a decision may need beside a reason. */
export type GivenName =
  | ('transferId' | 'accountId' | 'quoteId')
  | ('rate' | 'until' | 'observationId' | 'basisPoints' | 'platform')
  | ('maximum' | 'currency' | 'fixed' | 'from')
  | ('firstAmount' | 'secondAmount')

export type Choice = {
  readonly decision: string
  readonly meaning: string
  readonly needs?: GivenName | readonly GivenName[]
  readonly takes?: readonly GivenName[]
  readonly outcomes: readonly {
    readonly when: string
    readonly result: string
    readonly transfers: readonly Transfer[]
  }[]
}

export type Decision = {
  readonly id: string
  readonly subject: string
  readonly decision: string
  readonly reason: string
  readonly status: string
  readonly outcome: string | null
  readonly decidedBy: string
  readonly decidedAt: string
  readonly confirmedBy: string | null
  /** What was given with it: where the money goes, or by which transfer. */
  readonly accountId?: string
  readonly quoteId?: string
  readonly transferId?: string
}

/** A decision with what was given, as a sentence names it. */
export function decisionWords({ decision, accountId, quoteId, transferId }: Decision): string {
  const target = accountId ?? quoteId
  if (target !== undefined) return `${decision} to ${target}`
  return transferId === undefined ? decision : `${decision}, the transfer ${transferId}`
}

export type WholeItem = {
  readonly subject: string
  readonly platformId?: string
  readonly amount?: string
  readonly items: readonly Item[]
  readonly timeline: readonly {
    readonly at: string
    readonly what: string
    readonly nextActor: string | null
    readonly waitsFor: string | null
  }[]
  readonly transfers: readonly (Transfer & { readonly at: string })[]
  /** What its workflow waits for now, where one is under way and has answered. */
  readonly progress?: {
    readonly step: string
    readonly since: string
    readonly attempts: number
    readonly party: string
  }
  /** Of what has no workflow (yet): that it needs none, or since when its start waits. */
  readonly unstarted?: { readonly needsNone: true } | { readonly since: string }
  /** Another text as soon as anything has happened to it; a decision carries the one that was seen. */
  readonly state: string
  readonly choices: readonly Choice[]
  /** Why there are none. */
  readonly nothing?: string
  readonly decisions: readonly Decision[]
}

/** What each kind is, and what it means in a sentence. */
const kinds: Readonly<Record<string, readonly [words: string, sentence: string]>> = {
  SUSPENSE: ['Money in suspense', 'Money is in suspense: an operator must say where it goes.'],
  UNAPPLIED_FUNDS: ['Unapplied funds', 'Money has arrived that fits nothing.'],
  DEPOSIT_TAKEN_BACK: [
    'Deposit taken back',
    'The payer’s bank has taken it back, and the holder has not the money: it is taken as money comes.',
  ],
  SWEEP_WAITING: [
    'Sweep waits',
    'A deposit is neither swept nor its holder’s yet: its job fails, and runs again.',
  ],
  ACCOUNT_REVIEW: [
    'Account under review',
    'Its bank’s answer asks a person: nothing is paid to it, or collected from it, until one decides.',
  ],
  VALIDATION_WAITING: [
    'Validation waits',
    'The bank has not sent its entry, or the validation has not ended when it should have.',
  ],
  WAITING: ['Payment waits', 'The payment has been open for long.'],
  REFUND_WAITING: ['Refund waits', 'The refund has been open for long.'],
  UNCONFIRMED: ['Paid, unconfirmed', 'Recorded as paid; the rail has not confirmed it.'],
  PAYOUT_REVERSED: ['Payout reversed', 'The rail took back a payout that had settled.'],
  DEAD_LETTER: ['Notice not booked', 'A notice of an outside party could not be booked.'],
  CARD_PULL: ['Card pull', 'A purchase could not be taken from the account.'],
  CARD_CLAIM: [
    'Card claim',
    'The card issuer claims more than it may: the customer is not charged.',
  ],
  CARD_DISPUTE: [
    'Card dispute',
    'A cardholder disputes a purchase: the issuer decides. What was credited until then is ours to lose.',
  ],
  RATE_UNUSABLE: [
    'No exchange rate',
    'Its feed says none that may be used: nothing is priced by it.',
  ],
  RATE_WAITING: ['Rate that waits', 'It is far from the last one, or from the second source.'],
  RATE_APART: ['Sources apart', 'The rate in use is far from the second source.'],
  RATE_OVERRIDE: ['Rate set by hand', 'It stands in the feed’s place until it ends.'],
  RATE_FEED_DOWN: ['Feed down', 'It has not answered for ten minutes.'],
  RAIL_CASE: ['Return or failure', 'A bank’s code asks a person to look at it.'],
  STABLECOIN_CASE: ['Mint or burn', 'Whether the provider has the transfer is not known.'],
  UNKNOWN_REFERENCE: ['Unknown reference', 'An outside party has what we know nothing of.'],
  PENDING_START: ['Not started yet', 'It is decided, and its workflow has not been started.'],
  RUN_WITHOUT_ROW: ['Workflow without a row', 'A workflow runs for which there is no row.'],
  FAILING_TASK: ['Workflow task fails', 'A task of a workflow fails again and again.'],
}

export const kindOptions = Object.entries(kinds).map(([kind, [words]]) => [kind, words] as const)

export function kindWords(kind: string): string {
  return kinds[kind]?.[0] ?? kind
}

export function kindSentence(kind: string): string {
  return kinds[kind]?.[1] ?? ''
}

/** One thing with all that it needs a person for. */
export type Row = {
  readonly subject: string
  readonly items: readonly Item[]
  readonly first: Item
}

/** One row a thing, in the order of the list. */
export function rowsOf(items: readonly Item[]): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const item of items) {
    const row = rows.get(item.subject)
    const before = row?.items ?? []
    rows.set(item.subject, {
      subject: item.subject,
      items: [...before, item],
      first: row?.first ?? item,
    })
  }
  return [...rows.values()]
}

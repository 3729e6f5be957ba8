/** Things about which operators decide: what may be decided, what that does, and how it is carried out. */
import type { Tx } from '../../../db/database.ts'
import type { Outcome } from './preview.ts'

/** Who decides, and why. */
export type By = { readonly by: string; readonly reason: string } & Given

/** What some decisions need beside a reason, by its name in the request. */
export const givenNames = [
  ...(['transferId', 'accountId', 'quoteId'] as const),
  ...(['rate', 'until', 'observationId', 'basisPoints', 'platform'] as const),
  ...(['maximum', 'currency', 'fixed', 'from'] as const),
  ...(['firstAmount', 'secondAmount'] as const),
] as const
export type GivenName = (typeof givenNames)[number]
/** Those that are judged, and neither kept nor shown. */
const unkept: readonly GivenName[] = ['firstAmount', 'secondAmount']
export type Given = { readonly [Name in GivenName]?: string }

export type Done = {
  /** About what has been done. */
  readonly sentence: string
  /** UUID of the platform that it turned out to concern. */
  readonly platformId?: string
  /** What was decided has not come about, for good: an approval that does not hold. */
  readonly isRefused?: true
}

export type Choice = {
  readonly decision: string
  /** For people. */
  readonly meaning: string
  /** What must be given with it: the provider's id of a transfer, the account or the quote that takes the money. */
  readonly needs?: GivenName | readonly GivenName[]
  /** What may be given with it. */
  readonly takes?: readonly GivenName[]
  /**
   * Whether a second person must confirm it, whatever its amount is.
   *
   * @throws Refusal INVALID_INPUT for what is given and cannot be
   */
  readonly needsSecond?: (given: Given) => Promise<boolean>
  /** What it would do to the books, for each way that it may go on. */
  readonly outcomes: (tx: Tx) => Promise<readonly Outcome[]>
  /** Kept with the decision, for the job that carries it out; a choice without one is carried out at once. */
  readonly plan?: object
  /** Within the transaction of the decision. */
  readonly carryOut?: (tx: Tx, by: By) => Promise<string | Done>
}

/** Those that are there. */
export function givenOf(values: Readonly<Partial<Record<GivenName, string | undefined>>>): Given {
  return Object.fromEntries(
    givenNames.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
}

/** Those of them that are kept with the decision. */
export function keptOf(given: Given): Given {
  return givenOf(Object.fromEntries(Object.entries(given).filter(([name]) => !isUnkept(name))))
}

function isUnkept(name: string): boolean {
  return unkept.some((one) => one === name)
}

export type Decidable = {
  /** An id as the API shows it, or what a finding is about. */
  readonly subject: string
  /** Undefined if the subject belongs to no platform. */
  readonly platformId?: string
  readonly amount?: { readonly amount: bigint; readonly currency: string }
  /** Another text as soon as anything has happened to it. */
  readonly state: string
  readonly choices: readonly Choice[]
  /** The subject is outside, and has no row here. */
  readonly isFinding?: true
  /** Why there are none. */
  readonly nothing?: string
  /** The workflow that is under way for it. */
  readonly workflowId?: string | undefined
  /** Of what has no workflow (yet): that it needs none, or since when its start waits. */
  readonly unstarted?: { readonly needsNone: true } | { readonly since: Date } | undefined
}

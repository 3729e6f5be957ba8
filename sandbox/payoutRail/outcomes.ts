import { suffixOf } from '../../contract/externalAccounts.ts'
import type {
  payoutOutcomes,
  transferOutcomes,
  validationOutcomes,
} from '../../contract/sandboxOutcomes.ts'

export type Step = {
  readonly afterMs: number
  readonly state: 'SETTLED' | 'FAILED' | 'RETURNED'
  readonly reason?: string
  readonly refund?: 'ALLOWED' | 'REFUSED'
  readonly cause?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION'
}

const USUAL_MS = 150
const LONG_MS = 6 * 60_000
const RETURN_MS = 1_000
const SLOW_FAILURE_MS = 30_000

const allowed = { refund: 'ALLOWED', cause: 'TRANSACTION_FAILED' } as const

/** A payout that the bank returns `afterMs` after it has settled. */
export function settledAndReturned(afterMs: number): readonly Step[] {
  return [
    { afterMs: USUAL_MS, state: 'SETTLED' },
    { afterMs, state: 'RETURNED', reason: 'PAYOUT_RETURNED', ...allowed },
  ]
}

/** The outcome of a payment by the last three characters of its destination. All others settle. */
const plans: Readonly<Record<string, readonly Step[]>> = {
  '002': [{ afterMs: USUAL_MS, state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', ...allowed }],
  '003': [{ afterMs: LONG_MS, state: 'SETTLED' }],
  '004': [{ afterMs: USUAL_MS, state: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE', ...allowed }],
  '005': settledAndReturned(RETURN_MS),
  '006': [
    {
      afterMs: USUAL_MS,
      state: 'FAILED',
      reason: 'QUOTE_EXECUTION_FAILED',
      refund: 'ALLOWED',
      cause: 'USER_CANCELLATION',
    },
  ],
  '007': [
    {
      afterMs: USUAL_MS,
      state: 'FAILED',
      reason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: 'REFUSED',
      cause: 'TRANSACTION_FAILED',
    },
  ],
} satisfies Record<keyof typeof payoutOutcomes, readonly Step[]>

const fails = (reason: string, afterMs = USUAL_MS): readonly Step[] => [
  { afterMs, state: 'FAILED', reason, ...allowed },
]

/** The outcome of a plain transfer, in or out. */
const transferPlans = (wayIn: boolean): Readonly<Record<string, readonly Step[]>> =>
  ({
    '002': fails(wayIn ? 'COLLECTION_FAILED' : 'QUOTE_EXECUTION_FAILED'),
    '003': fails(wayIn ? 'COLLECTION_FAILED' : 'ACCOUNT_INVALID'),
    '004': fails('COMPLIANCE_REJECTED'),
    '005': fails(wayIn ? 'COLLECTION_FAILED' : 'ACCOUNT_CANNOT_RECEIVE', SLOW_FAILURE_MS),
  }) satisfies Record<keyof typeof transferOutcomes, readonly Step[]>

/** The outcome of a credit that validates its account. */
const microEntryPlans: Readonly<Record<string, readonly Step[]>> = {
  '305': [
    { afterMs: USUAL_MS, state: 'SETTLED' },
    { afterMs: RETURN_MS, state: 'RETURNED', reason: 'ACCOUNT_INVALID', ...allowed },
  ],
} satisfies Partial<Record<keyof typeof validationOutcomes, readonly Step[]>>

/** Receivers at `sandbox.uma.money`, by the first word of their name. */
const umaPlans: Readonly<Record<string, readonly Step[]>> = {
  $pending: [{ afterMs: LONG_MS, state: 'SETTLED' }],
  $fail: fails('COMPLIANCE_REJECTED'),
}

const settles: readonly Step[] = [{ afterMs: USUAL_MS, state: 'SETTLED' }]

type Terms = {
  readonly product?: string
  readonly outcome?: 'SETTLED'
  readonly accountType: string
  readonly accountInfo: Readonly<Record<string, unknown>>
}

/** The steps of a payout to, or a collection from, this account. */
export function planFor(direction: 'IN' | 'OUT', terms: Terms): readonly Step[] {
  const { accountType, accountInfo, product } = terms
  if (terms.outcome === 'SETTLED') return settles
  if (accountType === 'UMA_ADDRESS') {
    const name = String(accountInfo.umaAddress).split('.', 1)[0] ?? ''
    return umaPlans[name] ?? settles
  }
  const table = tableOf(direction, product)
  return table[suffixOf(accountType, accountInfo)] ?? settles
}

function tableOf(direction: 'IN' | 'OUT', product: string | undefined): typeof microEntryPlans {
  if (product === 'MICRO_ENTRY') return microEntryPlans
  return direction === 'IN' || product ? transferPlans(direction === 'IN') : plans
}

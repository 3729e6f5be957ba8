import { suffixOf } from '../../contract/externalAccounts.ts'

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

const allowed = { refund: 'ALLOWED', cause: 'TRANSACTION_FAILED' } as const

/** What the last three characters of a destination make of a payout. All others settle. */
const plans: Readonly<Record<string, readonly Step[]>> = {
  '002': [{ afterMs: USUAL_MS, state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', ...allowed }],
  '003': [{ afterMs: LONG_MS, state: 'SETTLED' }],
  '004': [{ afterMs: USUAL_MS, state: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE', ...allowed }],
  '005': [
    { afterMs: USUAL_MS, state: 'SETTLED' },
    { afterMs: RETURN_MS, state: 'RETURNED', reason: 'PAYOUT_RETURNED', ...allowed },
  ],
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
}

const settles: readonly Step[] = [{ afterMs: USUAL_MS, state: 'SETTLED' }]

/** The steps of a payout to this destination: its suffix decides, as it does in the service. */
export function planFor(destination: {
  readonly accountType: string
  readonly accountInfo: Readonly<Record<string, unknown>>
}): readonly Step[] {
  return plans[suffixOf(destination.accountType, destination.accountInfo)] ?? settles
}

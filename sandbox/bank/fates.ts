/** What happens to a transfer by itself, by the last three digits of the other account's number. */
import type { Bank } from './bank.ts'

/** What can happen to a transfer. */
export type Act =
  | 'submit'
  | 'acknowledge'
  | 'settle'
  | 'release'
  | 'complete'
  | 'review'
  | 'reject'
  | 'return'
  | 'reverse'
  | 'correct'
  | 'cancel'
  | 'attention'
  | 'resume'

/** Particulars of an act: words of the API. */
export type Particulars = {
  /** Of a return. */
  readonly reason?: string
  readonly addenda?: string
  /** Of a rejection by the other bank. */
  readonly rejection?: string
  /** Of a reversal: the whole without it. */
  readonly isHalf?: boolean
  /** Of a settlement: the hold goes on. */
  readonly holds?: boolean
  readonly corrected?: object
}

export type Step = { readonly afterMs: number; readonly act: Act; readonly with?: Particulars }

export type TransferType =
  | 'ach_transfer'
  | 'wire_transfer'
  | 'real_time_payments_transfer'
  | 'fednow_transfer'

type Terms = {
  readonly type: TransferType
  /** Below zero: money is pulled. */
  readonly amount: number
  readonly accountNumber: string
  /** Ordered by a fault: how long after its settlement it is returned. */
  readonly returnedAfterMs?: number | undefined
}

const HALF_A_MINUTE_MS = 30_000

/** From the approval on. */
export function stepsOf(behaviour: Bank['behaviour'], terms: Terms): readonly Step[] {
  const suffix = terms.accountNumber.slice(-3)
  const { type, amount, returnedAfterMs } = terms
  const { slowMs, returnMs } = behaviour
  const at = atStage(behaviour.stageMs)
  const inReview = [at('review'), at('reject')]
  const asked = (usual: readonly Step[]) => [
    at('attention'),
    { afterMs: slowMs, act: 'resume' as const },
    ...usual,
  ]
  const back = (reason: string, afterMs = returnMs): Step =>
    type === 'wire_transfer'
      ? { afterMs, act: 'reverse' }
      : { afterMs, act: 'return', with: { reason } }
  const fates = fatesOf(type, amount, behaviour)
  const usual = usualSteps(type, amount, behaviour)
  const common: Readonly<Record<string, readonly Step[]>> = {
    '003': usual.map((step, index) =>
      index === usual.length - 1 ? { ...step, afterMs: slowMs } : step,
    ),
    '005': [...usual, back('no_account')],
    '006': [at('cancel')],
    '202': asked(usual),
    '204': inReview,
  }
  if (returnedAfterMs !== undefined) return [...usual, back('no_account', returnedAfterMs)]
  return fates[suffix] ?? common[suffix] ?? usual
}

const atStage =
  (afterMs: number) =>
  (act: Act, particulars?: Particulars): Step => ({
    ...{ afterMs, act },
    ...(particulars && { with: particulars }),
  })

function usualSteps(
  type: TransferType,
  amount: number,
  { stageMs }: Bank['behaviour'],
): readonly Step[] {
  const at = atStage(stageMs)
  if (type !== 'ach_transfer') return [at('submit'), at('complete')]
  const settled = [at('submit'), at('acknowledge'), at('settle', { holds: true })]
  return amount > 0 ? settled : [...settled, at('release')]
}

/** Those that only one kind of transfer has. */
function fatesOf(
  type: TransferType,
  amount: number,
  behaviour: Bank['behaviour'],
): Readonly<Record<string, readonly Step[]>> {
  const { stageMs, returnMs } = behaviour
  const at = atStage(stageMs)
  const usual = usualSteps(type, amount, behaviour)
  const returned = (reason: string, afterMs = stageMs): readonly Step[] => [
    at('submit'),
    { afterMs, act: 'return', with: { reason } },
  ]
  const rejected = (rejection: string): readonly Step[] => [
    at('submit'),
    at('complete', { rejection }),
  ]
  if (type === 'wire_transfer') {
    const reversed = [...usual, at('reverse')]
    return {
      ...{ '002': reversed, '004': reversed, '007': reversed },
      '201': [...usual, at('reverse', { isHalf: true })],
    }
  }
  if (type !== 'ach_transfer') {
    return {
      ...{ '002': rejected('other'), '004': rejected('account_blocked') },
      // Such money does not come back.
      ...{ '005': usual, '007': rejected('end_customer_deceased') },
    }
  }
  const correction = { corrected_routing_number: '101050001' }
  const both = { '203': [...usual, at('correct', { corrected: correction })] }
  if (amount > 0) {
    return {
      ...both,
      // A credit that validates the account.
      '305': [...usual, { afterMs: returnMs, act: 'return', with: { reason: 'no_account' } }],
      '002': returned('insufficient_fund'),
      '004': returned('non_transaction_account'),
      '007': returned('account_frozen_entry_returned_per_ofac_instruction'),
    }
  }
  const unauthorized = 'customer_advised_unauthorized_improper_ineligible_or_incomplete'
  return {
    ...both,
    '002': returned('insufficient_fund'),
    '003': returned('no_account'),
    '004': [at('review'), at('reject')],
    '005': returned('account_closed', HALF_A_MINUTE_MS),
    '205': [...usual, { afterMs: returnMs, act: 'return', with: { reason: unauthorized } }],
  }
}

/** What a transfer of the bank means for the payment. States are polled, not pushed: one may be skipped. */
import { instant } from '../../contract/time.ts'
import type { Payout, RailNetwork } from '../payoutRail/index.ts'
import { meaningOfReturn, reasonOfRejection } from './returnCodes.ts'
import { type BankTransfer, kinds } from './wire.ts'

export type BankPayout = Payout & {
  readonly network: RailNetwork
  /** A word that this release does not know. */
  readonly unknownWord?: string
}

const pending: readonly string[] = [
  ...['pending_approval', 'pending_transfer_session_confirmation', 'pending_reviewing'],
  ...['pending_submission', 'pending_creating', 'pending_submitting', 'pending_response'],
  ...['submitted', 'requires_attention'],
]

type End = Pick<
  BankPayout,
  'state' | 'reason' | 'refund' | 'cause' | 'code' | 'consequence' | 'returnedMinor' | 'unknownWord'
>

const failed = (reason: NonNullable<Payout['reason']>): End => ({
  ...{ state: 'FAILED', reason, refund: 'ALLOWED', cause: 'TRANSACTION_FAILED' },
})

export function networkOf({ type }: Pick<BankTransfer, 'type'>): RailNetwork {
  const networks = Object.keys(kinds) as RailNetwork[]
  return networks.find((network) => kinds[network].type === type) ?? 'ACH'
}

/** @param reference ours, which is the key of the transfer */
export function payoutOf(transfer: BankTransfer, reference: string, now: Date): BankPayout {
  const { submission, settlement, acknowledgement } = transfer
  const network = networkOf(transfer)
  const settledAt = settlement?.settled_at ?? acknowledgement?.acknowledged_at
  const end = endOf(transfer, network, now)
  const hasSettled = end.state === 'SETTLED' || end.state === 'RETURNED'
  const payout = {
    ...{ reference, network, handle: transfer.id },
    ...{ amountMinor: String(Math.abs(transfer.amount)), currency: transfer.currency },
    ...end,
    ...(hasSettled && settledAt !== undefined && { settledAt }),
    ...(submission?.expected_funds_settlement_at !== undefined && {
      expectedAt: submission.expected_funds_settlement_at,
    }),
    ...(submission?.administrative_returns_expected_by !== undefined && {
      returnableUntil: submission.administrative_returns_expected_by,
    }),
  }
  if (payout.state !== 'PENDING') return payout
  return {
    ...payout,
    nextLookAt: nextLookAt(transfer, now).toISOString(),
    ...(transfer.status === 'pending_approval' && { isUnsent: true as const }),
  }
}

function endOf(transfer: BankTransfer, network: RailNetwork, now: Date): End {
  const { status } = transfer
  if (status === 'canceled') {
    return { ...failed('QUOTE_EXECUTION_FAILED'), cause: 'USER_CANCELLATION' }
  }
  if (status === 'reviewing_rejected') return failed('COMPLIANCE_REJECTED')
  if (status === 'rejected') return rejected(transfer)
  if (network === 'ACH' && status === 'returned') return returned(transfer)
  if (network === 'ACH' && status === 'submitted') {
    return { state: hasArrived(transfer, now) ? 'SETTLED' : 'PENDING' }
  }
  if (network !== 'ACH' && status === 'complete') return { state: 'SETTLED' }
  if (network === 'WIRE' && status === 'reversed') return reversed(transfer)
  if (pending.includes(status)) return { state: 'PENDING' }
  return { state: 'PENDING', consequence: 'ALARM', unknownWord: status.slice(0, 100) }
}

/** Pulled money has come when it may be spent, and usual returns are over. */
function hasArrived(
  { amount, settlement, inbound_funds_hold: hold, submission }: BankTransfer,
  now: Date,
): boolean {
  if (!settlement) return false
  if (amount > 0) return true
  const isFree = !hold || hold.status === 'complete'
  const until = Date.parse(submission?.administrative_returns_expected_by ?? '')
  return isFree && until <= now.getTime()
}

function rejected({ type, rejection }: BankTransfer): End {
  const isInstant = type === 'real_time_payments_transfer' || type === 'fednow_transfer'
  // Without an answer of the other bank it was the bank's own review.
  if (!isInstant || !rejection) return failed('COMPLIANCE_REJECTED')
  const { reject_reason_code: code } = rejection
  return { ...failed(reasonOfRejection(code)), code }
}

function returned({ amount, settlement, return: back }: BankTransfer): End {
  const direction = amount > 0 ? 'PAYOUT' : 'COLLECTION'
  const code = back?.raw_return_reason_code ?? 'R00'
  const meaning = meaningOfReturn(code, direction, back?.addenda_information)
  const { consequence } = meaning
  const refund: Payout['refund'] = meaning.refund ?? 'ALLOWED'
  // A return of a return: what the payment was before is for a person to say.
  if (meaning.isOfReturn) return { state: 'PENDING', code, consequence: 'CASE' }
  const more = {
    ...{ code, refund, cause: 'TRANSACTION_FAILED' as const },
    ...(consequence && { consequence }),
  }
  if (!settlement) return { state: 'FAILED', reason: meaning.reason, ...more }
  const reason = direction === 'PAYOUT' ? 'PAYOUT_RETURNED' : 'COLLECTION_FAILED'
  return { state: 'RETURNED', reason, ...more }
}

/** A reversal is a second wire: what is missing of it is not refunded by itself. */
function reversed({ amount, reversal }: BankTransfer): End {
  const back = reversal?.amount ?? 0
  const isWhole = back === amount
  return {
    ...{ state: 'RETURNED', reason: 'PAYOUT_RETURNED', cause: 'TRANSACTION_FAILED' },
    refund: isWhole ? 'ALLOWED' : 'REFUSED',
    ...(reversal?.return_reason_code && { code: reversal.return_reason_code }),
    ...(!isWhole && { consequence: 'CASE', returnedMinor: String(back) }),
  }
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS
/** From the creation of an instant payment on. */
const INSTANT_LOOKS_MS = [1, 2, 5, 15].map((seconds) => seconds * SECOND_MS)

/** As often as the network moves: instant payments in seconds, wires in minutes, ACH when it is expected, then daily. */
export function nextLookAt(transfer: BankTransfer, now: Date): Date {
  const network = networkOf(transfer)
  const at = now.getTime()
  const age = at - Date.parse(transfer.created_at)
  if (network === 'RTP' || network === 'FEDNOW') {
    return instant(at + (INSTANT_LOOKS_MS.find((look) => look > age) ?? MINUTE_MS))
  }
  if (network === 'WIRE') return instant(at + MINUTE_MS)
  const expected = Date.parse(transfer.submission?.expected_funds_settlement_at ?? '')
  const returns = Date.parse(transfer.submission?.administrative_returns_expected_by ?? '')
  // Before it is submitted its times are not known, and its events report that it was.
  const known = [expected, ...(transfer.amount < 0 ? [returns] : [])].filter((one) => one > at)
  return instant(Math.min(...known, at + DAY_MS))
}

/** A sweep as a payment: what an account's rule makes of a deposit. */
import { type ErrorCode, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { StoredSweepRule } from '../../contract/present/index.ts'
import type { QuoteBody } from './types.ts'

/** Why a deposit is not swept, before it has a price. */
export type SweepFailure = {
  readonly failure: 'SWEEP_AMOUNT_OUT_OF_RANGE' | 'SWEEP_QUOTE_FAILED' | 'ACCOUNT_CANNOT_RECEIVE'
  /** The refusal behind it. */
  readonly refusal?: ErrorCode
}

/** The quote that sweeps a deposit: all of it, out of the account that has received it. */
export function sweepBody(accountId: string, amount: bigint, rule: StoredSweepRule): QuoteBody {
  const { destination, purposeOfPayment, description, remittanceInformation } = rule
  return {
    source: { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount', accountId) },
    destination: { destinationType: 'ACCOUNT', ...destination },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: Number(amount),
    immediatelyExecute: true,
    ...(purposeOfPayment !== undefined && { purposeOfPayment }),
    ...(description !== undefined && { description }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
  }
}

/**
 * What a refusal of a sweep's price means for its deposit.
 *
 * @throws the error itself, where it says nothing of the payment: an outage is tried again
 */
export function sweepFailureOf(error: unknown): SweepFailure {
  if (!(error instanceof Refusal) || error.status >= 500) throw error
  const { code } = error
  // There is none at this moment; the job is run again.
  if (code === 'QUOTE_RATE_UNAVAILABLE') throw error
  if (code === 'TRANSACTION_SIZE_LIMIT_EXCEEDED') {
    return { failure: 'SWEEP_AMOUNT_OUT_OF_RANGE', refusal: code }
  }
  const fields = (error.details?.errors ?? []) as readonly { readonly field: string }[]
  const isRail = fields.some(({ field }) => field === 'destination.paymentRail')
  return { failure: isRail ? 'ACCOUNT_CANNOT_RECEIVE' : 'SWEEP_QUOTE_FAILED', refusal: code }
}

/** Corrections of a payment after its workflow has closed, and operator decisions. */
import { ApplicationFailure } from '@temporalio/activity'
import type { Database } from '../../db/database.ts'
import type { ActivityDependencies } from '../dependencies.ts'

/** An operator's decision about a payment that cannot be completed automatically. */
export type Decision = {
  readonly decision: 'paid' | 'refund' | 'retry'
  readonly by: string
  readonly reason: string
}

export type CorrectPaymentInput = {
  readonly paymentId: string
  readonly correction:
    | 'RETURNED'
    | 'REVERSED'
    | 'SETTLED_LATE'
    | 'COLLECTED_LATE'
    | 'REFUND_FROM_SUSPENSE'
    | 'REFUND_RETRY'
    | 'COLLECTION_RESOLVED'
  readonly reason?: string
  readonly decision?: Decision
  /** Of REFUND_RETRY: which attempt of the refund this is, from 2. */
  readonly refundAttempt?: number
}

export function createCorrectionSteps({ database }: ActivityDependencies) {
  return {
    /** Books what happened after the payment's workflow had closed. */
    async correctPayment(input: CorrectPaymentInput): Promise<string> {
      const status = await bookCorrection(database, input)
      // The notice arrived before the payment was closed: the correction is retried afterwards.
      if (status === 'PROCESSING') {
        throw ApplicationFailure.create({
          type: 'STILL_PROCESSING',
          message: 'the payment is still being processed',
        })
      }
      return status
    },
  }
}

/**
 * Books it, once.
 *
 * @returns the payment's status, or REFUND_AT_RAIL when the rail must carry the refund
 */
export function bookCorrection(
  database: Pick<Database, 'call'>,
  input: CorrectPaymentInput,
): Promise<string> {
  const { paymentId } = input
  switch (input.correction) {
    case 'RETURNED':
      return database.call('return_payment', paymentId, input.reason ?? 'PAYOUT_RETURNED')
    case 'REVERSED':
      return database.call('reverse_payout', paymentId, input.reason ?? 'PAYOUT_RETURNED')
    case 'SETTLED_LATE':
      return database.call('settle_payment', paymentId)
    case 'COLLECTED_LATE':
      return database.call('settle_late_collection', paymentId)
    case 'REFUND_FROM_SUSPENSE':
      return database.call('refund_from_suspense', paymentId)
    case 'REFUND_RETRY':
      return database.call('reopen_refund', paymentId, input.refundAttempt ?? 0)
    case 'COLLECTION_RESOLVED':
      return database.call('resolve_collection', paymentId, input.decision?.decision ?? '')
  }
}

/** What happens to a payment after its workflow has closed, and what a person decides. */
import { ApplicationFailure } from '@temporalio/activity'
import type { ActivityDependencies } from '../dependencies.ts'

/** A person's decision about a payment that no machine can finish. */
export type Decision = {
  readonly decision: 'paid' | 'refund' | 'retry'
  readonly by: string
  readonly reason: string
}

export type CorrectPaymentInput = {
  readonly quoteId: string
  readonly correction:
    | 'RETURNED'
    | 'LANDED_LATE'
    | 'COLLECTED_LATE'
    | 'REFUND_FROM_SUSPENSE'
    | 'REFUND_AGAIN'
    | 'COLLECTION_RESOLVED'
  readonly reason?: string
  readonly decision?: Decision
  /** Of REFUND_AGAIN: which attempt of the refund this is, from 2. */
  readonly refundAttempt?: number
}

export function createCorrectionSteps({ database }: ActivityDependencies) {
  return {
    /** Books what happened after the payment's workflow had closed. */
    async correctPayment(input: CorrectPaymentInput): Promise<string> {
      const statements = {
        RETURNED: {
          text: 'select return_payment($1, $2) as status',
          more: [input.reason ?? 'PAYOUT_RETURNED'],
        },
        LANDED_LATE: { text: 'select settle_payment($1) as status', more: [] },
        COLLECTED_LATE: { text: 'select collect_late($1) as status', more: [] },
        REFUND_FROM_SUSPENSE: { text: 'select refund_from_suspense($1) as status', more: [] },
        REFUND_AGAIN: {
          text: 'select reopen_refund($1, $2) as status',
          more: [input.refundAttempt ?? 0],
        },
        COLLECTION_RESOLVED: {
          text: 'select resolve_collection($1, $2) as status',
          more: [input.decision?.decision ?? ''],
        },
      } as const
      const { text, more } = statements[input.correction]
      const [row] = await database.query<{ status: string }>({
        text,
        values: [input.quoteId, ...more],
      })
      // The notice has overtaken the payment: first that ends, then this is booked.
      if (row?.status === 'PROCESSING') {
        throw ApplicationFailure.create({
          type: 'STILL_PROCESSING',
          message: 'the payment has not ended yet',
        })
      }
      return row?.status ?? 'UNKNOWN'
    },

    /** Puts a person's decision on the timeline. */
    async recordDecision(input: { quoteId: string } & Decision): Promise<void> {
      await database.query({
        text: `select add_timeline(platform_id, 'Transaction:' || transaction_id, 'DECIDED', null, null, null, $2)
          from payments where id = $1`,
        values: [
          input.quoteId,
          JSON.stringify({ by: input.by, decision: input.decision, reason: input.reason }),
        ],
      })
    },
  }
}

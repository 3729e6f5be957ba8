/** Database steps of a payment. */
import { ApplicationFailure } from '@temporalio/activity'

import type { PaymentCorrectionInput } from '../workflows/paymentCorrection.ts'
import type { Decision } from '../workflows/person.ts'
import type {
  PaymentEnd,
  QuoteExecutionAnswer,
  QuoteExecutionInput,
} from '../workflows/quoteExecution.ts'
import type { ApprovalWord } from './approvals.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { callFunction } from './head.ts'

export function createPaymentSteps({ database }: ActivityDependencies) {
  return {
    /** The head: moved (now or by this attempt before) or refused. */
    async executeQuote(input: QuoteExecutionInput): Promise<QuoteExecutionAnswer> {
      const { attempt, platformId, quoteId, execution } = input
      return callFunction(database, 'begin_payment', {
        attempt,
        platformId,
        paymentId: quoteId,
        key: execution?.key,
        requestHash: execution?.requestHash,
        stamp: execution?.stamp,
        publicKey: execution?.publicKey,
        arrived: execution?.arrived,
        placed: execution?.placed,
      })
    },

    /** The bank account was pulled: the money is here. */
    async bookCollection({ quoteId }: { quoteId: string }): Promise<void> {
      await database.query({
        name: 'book_collection',
        text: 'select book_collection($1)',
        values: [quoteId],
      })
    },

    /** The one word about an incoming payment: a call's where there was one, else the given one. */
    async closeApproval(
      input: { quoteId: string } & ApprovalWord,
    ): Promise<{ word: 'APPROVED' | 'REJECTED' }> {
      const { quoteId, word, ...more } = input
      const given =
        word === 'WAIT'
          ? { decision: 'REJECTED', by: 'time', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' }
          : { decision: word, by: 'webhook', ...more }
      const [row] = await database.query<{ result: { decision: 'APPROVED' | 'REJECTED' } }>({
        name: 'close_approval',
        text: 'select close_approval($1, $2::jsonb) as result',
        values: [quoteId, JSON.stringify(given)],
      })
      if (row === undefined) throw new Error('close_approval answered nothing')
      return { word: row.result.decision }
    },

    /** @returns the payment's status */
    async settleRefund(input: { quoteId: string; isPaid: boolean }): Promise<string> {
      const [row] = await database.query<{ status: string }>({
        name: 'settle_refund',
        text: 'select settle_refund($1, $2) as status',
        values: [input.quoteId, input.isPaid],
      })
      return row?.status ?? 'UNKNOWN'
    },

    /** @returns the payment's status, or LANDED_LATE when it had been refunded before */
    async settlePayment({ quoteId }: { quoteId: string }): Promise<string> {
      const [row] = await database.query<{ status: string }>({
        name: 'settle_payment',
        text: 'select settle_payment($1) as status',
        values: [quoteId],
      })
      return row?.status ?? 'UNKNOWN'
    },

    /** @returns the payment's status, or REFUND_AT_RAIL when the rail must carry the refund */
    async failPayment(
      input: { quoteId: string } & Extract<PaymentEnd, { state: 'FAILED' }>,
    ): Promise<string> {
      const [row] = await database.query<{ status: string }>({
        name: 'fail_payment',
        text: 'select fail_payment($1, $2, $3, $4) as status',
        values: [
          input.quoteId,
          input.reason,
          input.cause,
          input.refund === 'ALLOWED' ? 'COMPLETED' : 'FAILED',
        ],
      })
      return row?.status ?? 'UNKNOWN'
    },

    /** Books what happened after the payment's workflow had closed. */
    async correctPayment(input: PaymentCorrectionInput): Promise<string> {
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

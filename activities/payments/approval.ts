/** The platform's approval of an incoming payment: requested by webhook, decided once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { ApprovalDecisionInput, ApprovalRequest } from '../../db/sqlFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { frozen } from '../retryableFailures.ts'
import type { WebhookReply } from '../synchronousWebhook.ts'

/** The decision in the webhook's response; WAIT: the platform decides by a call, or times out. */
export type ApprovalDecision = {
  readonly decision: 'APPROVED' | 'REJECTED' | 'WAIT'
  /** Member of the public list of incoming failure reasons. */
  readonly failureReason?: string
  /** The platform's explanation. */
  readonly reason?: string
  readonly receiverCustomerInfo?: object
}

/** A decision as it is recorded. */
export type RecordedApproval = ApprovalDecisionInput

const REASON_MAX = 255
const POLL_MS = 250

/** Database steps. */
export function createApprovalSteps({ database }: ActivityDependencies) {
  return {
    /**
     * Records the decision about an incoming payment; an earlier decision by a call takes
     * precedence.
     *
     * @returns the decision as it is recorded, which a restore of the database reads from the run's history
     */
    async recordApprovalDecision(
      input: { paymentId: string } & ApprovalDecision,
    ): Promise<RecordedApproval> {
      const { paymentId, decision, ...more } = input
      const given: RecordedApproval =
        decision === 'WAIT'
          ? { decision: 'REJECTED', by: 'time', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' }
          : { decision, by: 'webhook', ...more }
      const { recorded } = await database.call('record_approval_decision', paymentId, given)
      return recorded
    },
  }
}

/** Calls to the platform. */
export function createApprovalCalls({
  database,
  sendSynchronousWebhook,
  log,
}: ActivityDependencies) {
  return {
    /**
     * Sends the event at most once, and records the response: an operator's decision drops this activity's answer,
     * and the next one, begun meanwhile, waits for the record. A retry that finds the event sent longer ago does not
     * know the response and waits for the platform's call. Without an endpoint the payment is approved. While the payer,
     * the source or the payee is frozen, the platform is not asked.
     */
    async requestApproval({ paymentId }: { paymentId: string }): Promise<ApprovalDecision> {
      const started = await startApprovalRequest(database, paymentId)
      if (started.isHeld) throw frozen()
      if (started.endpoint === null) return { decision: 'APPROVED' }
      if (!started.isFirst) return answerToEarlier(database, paymentId, started)
      const { endpoint, platformId, environment, event } = started
      const webhook = { endpoint, platformId, environment, event }
      const answer = await sendSynchronousWebhook(webhook)
      const decided = decisionOf(answer)
      // The decision counts even where it, or the delivery, cannot be recorded: the workflow records it too. Neither
      // waits for the other: where PostgreSQL does not answer, this call has to within its time all the same.
      await Promise.all([
        recordAnswer(database, paymentId, decided).catch((error: unknown) => {
          log.warn({ err: error, paymentId }, 'the answer to a question is not recorded')
        }),
        recordDelivery(database, started, answer).catch((error: unknown) => {
          log.warn({ err: error, paymentId }, 'the delivery of a question is not recorded')
        }),
      ])
      log.info({ paymentId, status: answer.status, reason: answer.error }, 'approval asked')
      return decided
    },
  }
}

async function startApprovalRequest(
  database: Database,
  paymentId: string,
): Promise<ApprovalRequest> {
  const request = await database.call('start_approval_request', paymentId)
  if (request === null) throw new Error('the payment has no approval to ask for')
  return request
}

/** What an earlier call is answered, which may be under way. */
async function answerToEarlier(
  database: Database,
  paymentId: string,
  asked: ApprovalRequest,
): Promise<ApprovalDecision> {
  let { status, isUnderWay } = asked
  while (status === 'PENDING' && isUnderWay) {
    await sleep(POLL_MS)
    ;({ status, isUnderWay } = await startApprovalRequest(database, paymentId))
  }
  return { decision: status === 'PENDING' ? 'WAIT' : status }
}

async function recordAnswer(
  database: Database,
  paymentId: string,
  { decision, ...more }: ApprovalDecision,
): Promise<void> {
  if (decision === 'WAIT') return
  await database.call('record_approval_decision', paymentId, { decision, by: 'webhook', ...more })
}

async function recordDelivery(
  database: Database,
  { event, platformId, endpoint }: ApprovalRequest,
  { status, error }: WebhookReply,
): Promise<void> {
  await database.query({
    text: `with delivery as (
        insert into webhook_deliveries (id, event_id, platform_id, endpoint, status, attempts,
          last_status, last_error) values (gen_random_uuid(), $1, $2, $3, $4, 1, $5, $6) returning id)
      insert into webhook_attempts (delivery_id, number, at, status, error)
      select id, 1, service_now(), $5, $6 from delivery`,
    values: [
      event.id,
      platformId,
      endpoint,
      status === undefined ? 'STOPPED' : 'DELIVERED',
      status ?? null,
      error ?? null,
    ],
  })
}

function decisionOf({ status, body }: WebhookReply): ApprovalDecision {
  const reason =
    typeof body?.reason === 'string' ? [...body.reason].slice(0, REASON_MAX).join('') : undefined
  if (status === 202) return { decision: 'WAIT' }
  if (status !== undefined && status >= 200 && status < 300) {
    const info = body?.receiverCustomerInfo
    const known = typeof info === 'object' && info !== null
    return { decision: 'APPROVED', ...(known && { receiverCustomerInfo: info }) }
  }
  const platformReason = reason === undefined ? {} : { reason }
  if (status === 403)
    return { decision: 'REJECTED', failureReason: 'COMPLIANCE_REJECTED', ...platformReason }
  // The event has all data that the sender provided: there is nothing more to send.
  if (status === 422) {
    return {
      decision: 'REJECTED',
      failureReason: 'MISSING_MANDATORY_PAYEE_DATA',
      ...platformReason,
    }
  }
  return { decision: 'REJECTED', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' }
}

/** A payment that is created and executed in one call, atomically. */
import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { Order, PaymentIdentity } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { PaymentRow, TransactionRow } from '../../contract/present/index.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Platform } from '../operation.ts'
import { keyRetentionOver, refusalOf } from '../outcomes.ts'
import {
  answerCreation,
  type CreationAttempt,
  type CreationOutcome,
  takeUnanswered,
} from '../unanswered.ts'
import { startPaymentAndWait } from './startPaymentAndWait.ts'

/**
 * The identity of the payment of a request: a retry with its `Idempotency-Key` finds it. The body is
 * part of it, so that a key which is used again after its retention is another payment's.
 */
export function paymentIdentityOf(
  { id: platformId, environment }: Pick<Platform, 'id' | 'environment'>,
  operation: string,
  key: string | undefined,
  body: object,
): PaymentIdentity {
  const requestHash = hashOf(operation, canonicalJson(body))
  const id = key === undefined ? randomUUID() : deriveUuid(platformId, operation, key, requestHash)
  return { id, platformId, environment, operation, key, requestHash }
}

export type ImmediateExecution = {
  /** As the first answer showed it. */
  readonly quote: PaymentRow
  /** Of a replayed transfer: the transaction as the first answer showed it. */
  readonly transaction: TransactionRow | undefined
  readonly isReplay: boolean
}

export type PriorExecution = {
  /** What the same key has created before. */
  readonly execution: ImmediateExecution | undefined
  /** Of an agent's key: the action as it was first answered. */
  readonly action?: AgentActionRow | undefined
  /** The next attempt, or the one in progress. */
  readonly attempt: number
  /**
   * The order of a request that was answered 503: only its execution decides, so it is not validated
   * again.
   */
  readonly unknown: Order | undefined
}

/**
 * Starts the payment's workflow, whose synchronous step writes the row and holds the money in one
 * transaction. A retry with the same key joins the same workflow, or finds its row.
 *
 * @param prior as `findPriorExecution` answers it
 * @param show makes the answer
 * @throws Refusal what the execution refuses, DUPLICATE_PAY_REQUEST for the key of another
 *   request, and SERVICE_UNAVAILABLE while the outcome is not known
 */
export function executeImmediately<Answer>(
  dependencies: Dependencies,
  order: Order,
  prior: PriorExecution,
  trace: { workflowId?: string },
  show: (execution: ImmediateExecution) => Answer | Promise<Answer>,
): Promise<Answer> {
  return answerCreation(dependencies, creationOf(order, prior), async () => {
    const outcome = await execute(dependencies, order, prior.attempt, trace)
    return outcome !== 'UNKNOWN' && 'answer' in outcome
      ? { answer: await show(outcome.answer) }
      : outcome
  })
}

/** The attempt as it is kept where its outcome is unknown. */
export function creationOf(order: Order, { attempt, unknown }: PriorExecution): CreationAttempt {
  return {
    ...{ id: order.id, platformId: order.platformId, operation: order.operation, key: order.key },
    ...{ requestHash: order.requestHash, attempt, terms: order, decideBefore: order.expiresAt },
    isKept: unknown !== undefined,
    shownId: idOf('Transaction', order.transactionId),
  }
}

async function execute(
  dependencies: Dependencies,
  order: Order,
  attempt: number,
  trace: { workflowId?: string },
): Promise<CreationOutcome<ImmediateExecution>> {
  const { requestHash } = order
  const immediateOrder = { ...order, isImmediate: true as const }
  const request = { requestHash, immediateOrder }
  const started = await startPaymentAndWait(dependencies, order, attempt, request, trace)
  if (started.state !== 'ANSWERED') return recordedOutcome(dependencies, order, attempt)
  const { answer } = started
  if (answer.outcome === 'REFUSED') {
    return { refusal: refusalOf(answer) }
  }
  return {
    answer: { quote: answer.payment as PaymentRow, transaction: undefined, isReplay: false },
  }
}

/** What the database knows of an attempt whose workflow gave no answer. */
async function recordedOutcome(
  { database }: Dependencies,
  { id }: Order,
  attempt: number,
): Promise<CreationOutcome<ImmediateExecution>> {
  const { quote, code } = await database.one<{ quote: PaymentRow | null; code: string | null }>({
    name: 'immediate_outcome',
    text: `select q.original_response as quote, r.refusals ->> $2 as code
      from (select 1) x
      left join payments q on q.id = $1 and q.executed_attempt is not null
      left join rejected_executions r on r.payment_id = $1`,
    values: [id, String(attempt)],
  })
  if (quote !== null) return { answer: { quote, transaction: undefined, isReplay: false } }
  return code === null ? 'UNKNOWN' : { refusal: refusalOf({ code }) }
}

/**
 * What the same request has created before, or the attempt that it is about. Without a key that is
 * an unanswered request with the same body; else every call is a payment of its own.
 *
 * @throws Refusal DUPLICATE_PAY_REQUEST for the key of another request, or one whose retention is
 *   over
 */
export async function findPriorExecution(
  dependencies: Dependencies,
  name: PaymentIdentity,
): Promise<PriorExecution> {
  if (name.key !== undefined) return findByKey(dependencies, name)
  const taken = await takeUnanswered<Order>(dependencies.database, name)
  return taken === undefined
    ? firstAttempt
    : { execution: undefined, attempt: taken.attempt, unknown: taken.terms }
}

/** Of a request that has no predecessor. */
export const firstAttempt: PriorExecution = {
  execution: undefined,
  attempt: 1,
  unknown: undefined,
}

type KeyRow = {
  readonly quote: PaymentRow | null
  readonly transaction: TransactionRow | null
  readonly action: AgentActionRow | null
  readonly hash: string | null
  readonly attempt: number
  readonly is_created: boolean
  readonly unknown: Order | null
  readonly unknown_attempt: number | null
}

async function findByKey(
  { database }: Dependencies,
  name: PaymentIdentity,
): Promise<PriorExecution> {
  const found = await database.one<KeyRow>({
    name: 'prior_execution',
    // The answer of a quote's key is the payment, the answer of a transfer's its transaction.
    text: `select case when k.answer ? 'sending_amount' then k.answer else q.original_response end as quote,
        case when k.answer ? 'sent_amount' then k.answer end as transaction,
        case when k.answer ? 'policy_version' then k.answer end as action,
        encode(k.request_hash, 'hex') as hash, coalesce(r.attempt, 1) as attempt,
        exists (select 1 from payments where id = $4) as is_created,
        u.terms as unknown, u.attempt as unknown_attempt
      from (select 1) x
      left join rejected_executions r on r.payment_id = $4
      left join idempotency_keys k on k.platform_id = $1 and k.operation = $2 and k.key = $3
      left join payments q on q.id = k.resource_id
      left join lateral (select w.terms, w.attempt from unanswered_requests w
        where w.platform_id = $1 and w.operation = $2 and w.key = $3
          and not exists (select 1 from rejected_executions d where d.payment_id = w.resource_id and d.attempt > w.attempt)
        order by w.created_at desc limit 1) u on true`,
    values: [name.platformId, name.operation, name.key, name.id],
  })
  const { hash, quote, unknown } = found
  if ((hash ?? unknown?.requestHash ?? name.requestHash) !== name.requestHash) {
    throw new Refusal('DUPLICATE_PAY_REQUEST')
  }
  if (found.action !== null) {
    return { ...firstAttempt, action: found.action }
  }
  if (quote !== null) {
    const transaction = found.transaction ?? undefined
    return { ...firstAttempt, execution: { quote, transaction, isReplay: true } }
  }
  if (unknown !== null) {
    return { execution: undefined, attempt: found.unknown_attempt ?? 1, unknown }
  }
  // Key and payment are written together: this key's record has been deleted since.
  if (found.is_created) throw keyRetentionOver()
  return { ...firstAttempt, attempt: found.attempt }
}

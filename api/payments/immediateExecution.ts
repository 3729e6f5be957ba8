/** A payment that is created and executed in one call, atomically. */
import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Order, PaymentIdentity } from '../../contract/paymentOrder.ts'
import type { PaymentRow, TransactionRow } from '../../contract/present/index.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Platform } from '../operation.ts'
import { outcomeUnknown, refusalOf } from '../outcomes.ts'
import { startPaymentAndWait } from './startPaymentAndWait.ts'

/** The identity of the payment of a request: a retry with its `Idempotency-Key` finds it. */
export function paymentIdentityOf(
  { id: platformId, environment }: Pick<Platform, 'id' | 'environment'>,
  operation: string,
  key: string | undefined,
  body: object,
): PaymentIdentity {
  const id = key === undefined ? randomUUID() : deriveUuid(platformId, operation, key)
  const requestHash = hashOf(operation, canonicalJson(body))
  return { id, platformId, environment, operation, key, requestHash }
}

export type ImmediateExecution = {
  readonly quote: PaymentRow
  /** Of a replay: the transaction as the first answer showed it. */
  readonly transaction: TransactionRow | undefined
  readonly isReplay: boolean
}

/**
 * Starts the payment's workflow, whose synchronous step writes the row and holds the money in one
 * transaction. A retry with the same key joins the same workflow, or finds its row.
 *
 * @param attempt as `findImmediateExecution` answers it
 * @throws Refusal what the execution refuses, DUPLICATE_PAY_REQUEST for the key of another
 *   request, and SERVICE_UNAVAILABLE while the outcome is not known
 */
export async function executeImmediately(
  dependencies: Dependencies,
  order: Order,
  attempt: number,
  trace: { workflowId?: string },
): Promise<ImmediateExecution> {
  const { requestHash } = order
  const immediateOrder = { ...order, isImmediate: true as const }
  const started = await startPaymentAndWait(
    dependencies,
    order,
    attempt,
    { requestHash, immediateOrder },
    trace,
  )
  if (started.state !== 'ANSWERED') {
    const after = await findImmediateExecution(dependencies, order)
    if (after.execution !== undefined) return after.execution
    await recordUnknownOutcome(dependencies, order, attempt)
    throw outcomeUnknown()
  }
  const { answer } = started
  if (answer.outcome === 'REFUSED') throw refusalOf(answer)
  if ((answer.requestHash ?? requestHash) !== requestHash) {
    throw new Refusal('DUPLICATE_PAY_REQUEST')
  }
  return { quote: answer.payment as PaymentRow, transaction: undefined, isReplay: false }
}

/**
 * Until this attempt has an outcome a retry starts the same order, or it could pay after a refusal.
 */
async function recordUnknownOutcome(
  { database }: Dependencies,
  order: Order,
  attempt: number,
): Promise<void> {
  if (order.key === undefined) return
  await database.query({
    text: `insert into rejected_executions as r (payment_id, attempt, refusals, unknown_attempt, unknown_order)
      values ($1, $2, '{}', $2, $3)
      on conflict (payment_id) do update set unknown_attempt = $2, unknown_order = $3 where r.attempt = $2`,
    values: [order.id, attempt, JSON.stringify(order)],
  })
}

export type PriorExecution = {
  readonly execution: ImmediateExecution | undefined
  /** The next attempt, or the one in progress. */
  readonly attempt: number
  /**
   * An order whose outcome is unknown: only its execution decides, so it is not validated again.
   */
  readonly unknown: Order | undefined
}

/**
 * The payment that the same key has created before, or the number of the next attempt. Without a
 * key every call is a payment of its own.
 *
 * @throws Refusal DUPLICATE_PAY_REQUEST for the key of another request
 */
export async function findImmediateExecution(
  { database }: Dependencies,
  name: PaymentIdentity,
): Promise<PriorExecution> {
  if (name.key === undefined) return { execution: undefined, attempt: 1, unknown: undefined }
  const [found] = await database.query<{
    quote: PaymentRow | null
    transaction: TransactionRow
    hash: string | null
    attempt: number | null
    unknown: Order | null
  }>({
    name: 'immediate_execution',
    text: `select q.original_response as quote, k.answer as transaction,
        encode(k.request_hash, 'hex') as hash,
        r.attempt, case when r.unknown_attempt = r.attempt then r.unknown_order end as unknown
      from (select 1) x
      left join rejected_executions r on r.payment_id = $4
      left join idempotency_keys k on k.platform_id = $1 and k.operation = $2 and k.key = $3
      left join payments q on q.id = k.resource_id`,
    values: [name.platformId, name.operation, name.key, name.id],
  })
  const attempt = found?.attempt ?? 1
  if (!found?.quote) {
    const unknown = found?.unknown ?? undefined
    if (unknown && unknown.requestHash !== name.requestHash) {
      throw new Refusal('DUPLICATE_PAY_REQUEST')
    }
    return { execution: undefined, attempt, unknown }
  }
  if (found.hash !== name.requestHash) throw new Refusal('DUPLICATE_PAY_REQUEST')
  return {
    execution: { quote: found.quote, transaction: found.transaction, isReplay: true },
    attempt,
    unknown: undefined,
  }
}

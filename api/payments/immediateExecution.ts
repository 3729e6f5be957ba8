/** A payment that is created and executed in one call, atomically. */
import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { Order, PaymentIdentity } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { PaymentRow, TransactionRow } from '../../contract/present/index.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import type { DecisionAbout } from '../decide.ts'
import type { Dependencies } from '../dependencies.ts'
import { READ_AT, type Reading, readingOf } from '../fence.ts'
import type { Platform } from '../operation.ts'
import { keyRetentionOver, refusalOf } from '../outcomes.ts'
import { decidePayment } from './decide.ts'

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
  /** Its transaction in that answer; undefined in a replay of a quote that was not executed with its creation. */
  readonly transaction: TransactionRow | undefined
  readonly isReplay: boolean
}

export type PriorExecution = {
  /** What the same key has created before. */
  readonly execution: ImmediateExecution | undefined
  /** Of an agent's key: the action as it was first answered. */
  readonly action?: AgentActionRow | undefined
  /** The clock of this read. */
  readonly reading: Reading
}

/**
 * Creates and executes the payment in one transaction.
 *
 * @param prior as `findPriorExecution` answers it
 * @throws Refusal what the execution refuses, DUPLICATE_PAY_REQUEST for the key of another
 *   request, and SERVICE_UNAVAILABLE while the outcome is not known
 */
export async function executeImmediately(
  dependencies: Dependencies,
  order: Order,
  prior: PriorExecution,
  trace: { workflowId?: string },
): Promise<ImmediateExecution> {
  const { id: paymentId, platformId, requestHash } = order
  const decided = await decidePayment(
    dependencies,
    { paymentId, platformId, requestHash, immediateOrder: { ...order, isImmediate: true } },
    aboutOrder(order, prior, trace),
  )
  if (decided.outcome === 'REFUSED') throw refusalOf(decided)
  const { payment, transaction, isReplay = false } = decided
  return { quote: payment as PaymentRow, transaction, isReplay }
}

/** What the decision about an order waits for, and what its caller looks up. */
export function aboutOrder(
  order: Order,
  { reading }: PriorExecution,
  trace: { workflowId?: string },
): DecisionAbout {
  return {
    reading,
    owner: order.agentId ?? order.sourceAccountId ?? order.id,
    // With a key the same request leads to the same payment.
    shownId: order.key === undefined ? idOf('Transaction', order.transactionId) : undefined,
    trace,
  }
}

type KeyRow = {
  readonly quote: PaymentRow | null
  readonly transaction: TransactionRow | null
  readonly action: AgentActionRow | null
  readonly hash: string | null
  readonly is_created: boolean
  readonly read_at: string
}

/**
 * What the same request has created before. Without a key every call is a payment of its own.
 *
 * @throws Refusal DUPLICATE_PAY_REQUEST for the key of another request, or one whose retention is
 *   over
 */
export async function findPriorExecution(
  { database }: Pick<Dependencies, 'database'>,
  name: PaymentIdentity,
): Promise<PriorExecution> {
  const found = await database.one<KeyRow>({
    name: 'prior_execution',
    text: `select case k.kind when 'PAYMENT' then coalesce(k.answer, q.original_response)
          when 'TRANSACTION' then q.original_response end as quote,
        case k.kind when 'TRANSACTION' then k.answer end as transaction,
        case k.kind when 'AGENT_ACTION' then k.answer end as action,
        encode(k.request_hash, 'hex') as hash, exists (select 1 from payments where id = $4) as is_created, ${READ_AT}
      from (select 1) x
      left join idempotency_keys k on k.platform_id = $1 and k.operation = $2 and k.key = $3
      left join payments q on q.id = k.resource_id`,
    values: [name.platformId, name.operation, name.key ?? null, name.id],
  })
  const { hash, quote, action } = found
  const reading = readingOf(found.read_at)
  if ((hash ?? name.requestHash) !== name.requestHash) throw new Refusal('DUPLICATE_PAY_REQUEST')
  if (action !== null) return { execution: undefined, action, reading }
  if (quote !== null) {
    const transaction = found.transaction ?? undefined
    return { execution: { quote, transaction, isReplay: true }, reading }
  }
  // Key and payment are written together: this key's record has been deleted since.
  if (found.is_created) throw keyRetentionOver()
  return { execution: undefined, reading }
}

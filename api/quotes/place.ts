/** A payment that is made and executed in one call: all of it happens, or none of it. */
import { Refusal } from '../../contract/errors.ts'
import type { QuoteRow, TransactionRow } from '../../contract/present/index.ts'
import type { QuoteExecutionAnswer } from '../../workflows/quoteExecution.ts'
import { startQuoteExecution } from '../../workflows/starts.ts'
import type { Dependencies } from '../dependencies.ts'
import { notKnownYet, refusalOf } from '../outcomes.ts'

/** As `orderOf` makes it. */
export type Order = Readonly<Record<string, unknown>> & {
  readonly transactionId: string
  readonly requestHash: string
}

/** By what a payment is found again. */
export type PlacedName = {
  readonly platformId?: unknown
  readonly operation?: unknown
  readonly key?: unknown
  readonly id?: unknown
  readonly requestHash: string
}

export type Placed = {
  readonly quote: QuoteRow
  /** Of a replay: the transaction as the first answer showed it. */
  readonly transaction: TransactionRow | undefined
  readonly isReplay: boolean
}

/**
 * Starts the payment's workflow, whose head writes the row and holds the money in one transaction.
 * A repeat with the same key meets the same workflow, or finds its row.
 *
 * @throws Refusal what the head refuses, DUPLICATE_PAY_REQUEST for the key of another request, and
 *   SERVICE_UNAVAILABLE while the outcome is not known
 */
export async function placePayment(
  dependencies: Dependencies,
  order: Order,
  trace: { workflowId?: string },
): Promise<Placed> {
  const text = (name: string): string | undefined => order[name] as string | undefined
  const quoteId = text('id') ?? ''
  const platformId = text('platformId') ?? ''
  const before = await findPlaced(dependencies, order)
  if (before.placed !== undefined) return before.placed
  const start = startQuoteExecution(
    {
      attempt: before.attempt,
      platformId,
      quoteId,
      outsideTaskQueue: dependencies.config.OUTSIDE_TASK_QUEUE,
      execution: {
        key: undefined,
        requestHash: order.requestHash,
        stamp: undefined,
        publicKey: undefined,
        sourceAccountId: text('sourceAccountId'),
        sendingAmount: text('sendingAmount') ?? '',
        sendingCurrency: text('sendingCurrency') ?? '',
        receivingAmount: text('receivingAmount') ?? '',
        receivingCurrency: text('receivingCurrency') ?? '',
        exchangeRate: text('exchangeRate') ?? '',
        placed: { ...order, isPlaced: true },
      },
    },
    {
      customerId: text('customerId'),
      accountId: text('sourceAccountId') ?? text('destinationInternalId'),
      transactionId: order.transactionId,
    },
  )
  trace.workflowId = start.workflowId
  const begun = await dependencies.temporal.begin<QuoteExecutionAnswer>(start)
  if (begun.state !== 'ANSWERED') {
    const after = await findPlaced(dependencies, order)
    if (after.placed === undefined) throw notKnownYet()
    return after.placed
  }
  const { answer } = begun
  if (answer.outcome === 'REFUSED') throw refusalOf(answer)
  if ((answer.requestHash ?? order.requestHash) !== order.requestHash) {
    throw new Refusal('DUPLICATE_PAY_REQUEST')
  }
  return { quote: answer.quote as QuoteRow, transaction: undefined, isReplay: false }
}

/**
 * The payment that the same key has made before, or which attempt is the next. Without a key every
 * call is one of its own.
 */
export async function findPlaced(
  { database }: Dependencies,
  order: PlacedName,
): Promise<{ readonly placed: Placed | undefined; readonly attempt: number }> {
  if (order.key === undefined) return { placed: undefined, attempt: 1 }
  const [found] = await database.query<{
    quote: QuoteRow | null
    transaction: TransactionRow
    hash: string | null
    attempt: number | null
  }>({
    name: 'placed_payment',
    text: `select q.first_answer as quote, k.answer as transaction,
        encode(k.request_hash, 'hex') as hash,
        (select attempt from refused_placements where quote_id = $4) as attempt
      from (select 1) x
      left join idempotency_keys k on k.platform_id = $1 and k.operation = $2 and k.key = $3
      left join quotes q on q.id = k.resource_id`,
    values: [order.platformId, order.operation, order.key, order.id],
  })
  const attempt = found?.attempt ?? 1
  if (!found?.quote) return { placed: undefined, attempt }
  if (found.hash !== order.requestHash) throw new Refusal('DUPLICATE_PAY_REQUEST')
  return {
    placed: { quote: found.quote, transaction: found.transaction, isReplay: true },
    attempt,
  }
}

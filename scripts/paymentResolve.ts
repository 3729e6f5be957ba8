/**
 * `npm run payment:resolve -- ID --paid|--refund|--retry --by NAME --reason TEXT`: a person's
 * decision about a payment that no machine can finish. ID is a Transaction or a Quote.
 *
 * Settings: DATABASE_URL, TEMPORAL_ADDRESS, CODEC_KEYS.
 */
import { parseArgs } from 'node:util'
import { type Client, Connection, WorkflowFailedError } from '@temporalio/client'
import { uuidOf } from '../contract/ids.ts'
import type { Environment } from '../contract/outsideParties.ts'
import { openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { createClient, ensureStarted } from '../worker/temporalClient.ts'
import type { PaymentCorrectionInput } from '../workflows/inputs.ts'
import { type Decision, resolveSignal } from '../workflows/operatorDecisions.ts'
import { paymentCorrectionId, startPaymentCorrection } from '../workflows/starts.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

type Payment = {
  readonly id: string
  readonly environment: Environment
  readonly platform_id: string
  readonly customer_id: string | null
  readonly source_account_id: string | null
  readonly transaction_id: string
  readonly status: string
  readonly refund_attempt: number
  /** What carries the refund that is open; none is. */
  readonly refund_workflow:
    | 'PAYMENT'
    | 'RETURNED'
    | 'REVERSED'
    | 'COLLECTED_LATE'
    | 'REFUND_RETRY'
    | null
  /** An operator has recorded it as paid, and the rail has not confirmed that. */
  readonly unconfirmed: boolean
  readonly in_suspense: boolean
  readonly given_back: boolean
  readonly collection_owed: boolean
}

await command(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      paid: { type: 'boolean', default: false },
      refund: { type: 'boolean', default: false },
      retry: { type: 'boolean', default: false },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  })
  const chosen = (['paid', 'refund', 'retry'] as const).filter((name) => values[name])
  const [decision] = chosen
  const { by, reason } = values
  const [id = ''] = positionals
  const uuid = uuidOf('Transaction', id) ?? uuidOf('Quote', id)
  if (uuid === undefined || decision === undefined || chosen.length > 1 || !by || !reason) {
    throw new Error(
      'usage: payment:resolve -- Transaction:<uuid>|Quote:<uuid> --paid|--refund|--retry --by NAME --reason TEXT',
    )
  }
  process.stdout.write(`${await resolve(uuid, { decision, by, reason })}\n`)
})

async function resolve(uuid: string, decision: Decision): Promise<string> {
  const config = parseConfig(environmentOfStack(process.env), ['TEMPORAL_ADDRESS', 'CODEC_KEYS'])
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  const connection = await Connection.connect(temporalConnectionOptions(config))
  try {
    const [payment] = await database.query<Payment>({
      text: `select q.id, q.environment, platform_id, customer_id, source_account_id, transaction_id, status,
          coalesce(r.attempt, 1) as refund_attempt,
          case when r.state in ('CREATED', 'SUBMITTED') or r.unconfirmed_since is not null
            then r.workflow end as refund_workflow,
          is_unconfirmed(q, 'PAYOUT', 'COLLECTION') as unconfirmed,
          is_in_suspense(q) and not is_collection_returned(q) as in_suspense,
          is_booked(q, 'resolved-refund') as given_back, is_collection_owed(q) as collection_owed
        from payments q left join lateral last_refund(q) r on true
        where q.id = $1 or transaction_id = $1`,
      values: [uuid],
    })
    if (payment === undefined) throw new Error('There is no such payment.')
    const client = createClient(connection, config)
    const running = runningFor(payment)
    if (running !== undefined) {
      await client.workflow.getHandle(running).signal(resolveSignal, decision)
      return `${running} has been told: ${decision.decision}.`
    }
    if (payment.given_back && decision.decision === 'refund' && !payment.collection_owed) {
      return `Quote:${payment.id}: the money in suspense has been refunded already.`
    }
    const correction = correctionFor(payment, decision)
    const start = startPaymentCorrection(
      {
        paymentId: payment.id,
        correction,
        decision,
        outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
        environment: payment.environment,
        ...(correction === 'REFUND_RETRY' && { refundAttempt: payment.refund_attempt + 1 }),
      },
      {
        platformId: payment.platform_id,
        customerId: payment.customer_id ?? undefined,
        accountId: payment.source_account_id ?? undefined,
        transactionId: payment.transaction_id,
      },
    )
    await ensureStarted({ database, client, config }, start)
    // A refund over the rail takes as long as the rail does.
    if (correction === 'REFUND_RETRY') return `${start.workflowId} orders the refund again.`
    return `${start.workflowId}: ${await endOf(client, start.workflowId)}.`
  } finally {
    await connection.close()
    await database.close()
  }
}

async function endOf(client: Client, workflowId: string): Promise<string> {
  try {
    return await client.workflow.getHandle(workflowId).result()
  } catch (error) {
    // What it says of itself, rather than that it has failed.
    throw error instanceof WorkflowFailedError ? (error.cause ?? error) : error
  }
}

/** The workflow that waits for an outside party and may be told; none once that has ended. */
function runningFor(payment: Payment): string | undefined {
  const { id, status, unconfirmed, refund_workflow: run, refund_attempt: attempt } = payment
  if (status === 'PROCESSING' || unconfirmed || run === 'PAYMENT') return `Quote:${id}`
  if (run === null) return undefined
  return paymentCorrectionId({ paymentId: id, correction: run, refundAttempt: attempt })
}

function correctionFor(
  payment: Payment,
  { decision }: Decision,
): PaymentCorrectionInput['correction'] {
  const isOverRail = payment.source_account_id === null
  if (payment.in_suspense) {
    if (decision === 'refund' || (decision === 'paid' && isOverRail)) return 'REFUND_FROM_SUSPENSE'
    if (decision === 'retry' && isOverRail) return 'REFUND_RETRY'
    throw new Error('The money was held in an account of ours: --refund gives it back to it.')
  }
  if (payment.collection_owed) {
    if (decision !== 'retry') return 'COLLECTION_RESOLVED'
    throw new Error(
      'The bank has taken the collection back: --paid when it was made good, --refund to undo the payment.',
    )
  }
  throw new Error(`The payment is ${payment.status}: there is nothing to decide.`)
}

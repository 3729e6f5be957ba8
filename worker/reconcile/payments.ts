/**
 * Payments whose run went further than their row. The run's input has the payment as it was decided (`start_facts`),
 * the rail has what was paid: the row is executed again by the same functions, and its workflow started
 * anew. What it then asks of the wallet provider and the rail has been done under the same body and
 * the same reference, and is answered with what there is.
 */

import { bookCorrection } from '../../activities/payments/correction.ts'
import { idOf } from '../../contract/ids.ts'
import { shownMoney } from '../../contract/money.ts'
import type { StartFacts } from '../../contract/openRow.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { TakenOverInput } from '../../db/sqlFunctions.ts'
import { storeStateOf } from '../../db/storeState.ts'
import type { Payout } from '../../providers/payoutRail/index.ts'
import { findAtRails } from '../../providers/railRouting.ts'
import type { Start } from '../../workflows/defineWorkflow.ts'
import type {
  PaymentCorrectionInput,
  QuoteExecutionInput,
} from '../../workflows/definitions/payments.ts'
import { workflows } from '../../workflows/registry.ts'
import { startOptionsOf } from '../../workflows/starts.ts'
import type { FoundRun } from '../runsWithoutRow.ts'
import type { Finding, Reconciliation } from './finding.ts'
import { type RecordedRun, readRun } from './history.ts'
import {
  isRefundStopped,
  type LostDecisions,
  lostDecisions,
  lostEnd,
  recordDecisions,
} from './lostDecisions.ts'

/** Of the payment's row as its decision recorded it. */
type DecidedRow = {
  readonly source_account_id: string | null
  readonly sending_currency: string
  readonly sending_amount: number | string
  readonly receiving_currency: string
  readonly receiving_amount: number | string
  readonly transaction_id: string
  readonly environment: Environment
  readonly steps: readonly string[]
  readonly source_type: string
  readonly incoming_transaction_id?: string | null
  readonly sca_purposes?: readonly string[] | null
}

type StoredRow = {
  readonly platform_id: string
  readonly customer_id: string | null
  readonly source_account_id: string | null
  readonly transaction_id: string
  readonly environment: Environment
  readonly status: string
  readonly executed_at: Date | null
  readonly steps: readonly string[]
  readonly agent_id: string | null
  readonly facts: StartFacts
}

const refusals: Readonly<Record<string, string>> = {
  INSUFFICIENT_FUNDS: 'the account does not cover it',
  REFERENCE_NOT_FOUND: 'an account that it names is lost',
  ACCOUNT_NOT_FOUND: 'an account that it names is lost',
}

/** A payment's own run. Undefined if nothing is to be done: it was refused, or goes on by itself. */
export async function paymentFinding(
  context: Reconciliation,
  run: FoundRun,
): Promise<Finding | undefined> {
  const { database } = context
  const recorded = await readTellingRun(context, run)
  const { input, result } = recorded
  const { paymentId, platformId, facts } = input as QuoteExecutionInput
  const stored = await storedRow(context, paymentId)
  if (stored !== undefined && stored.executed_at !== null) {
    if (await isOpen(context, run.workflowId)) return undefined
    const { status, steps } = stored
    const lost = await lostDecisions(context, { id: paymentId, status, steps }, recorded)
    // The sweep starts the workflow of an open row by itself, unless its last run has completed.
    if (run.status === 'TERMINATED' && lost === undefined) return undefined
    return startedAgain(context, run, stored, lost)
  }
  if (facts === undefined) return undefined
  const row = facts.row as DecidedRow
  const known = `${stored === undefined ? 'no row' : `its row is ${stored.status}`}; its workflow ${ended(run, result)}`
  const finding = { kind: 'payment', subject: run.workflowId, known, at: run.closedAt } as const
  if (facts.decidedBy?.actionId !== undefined) {
    return {
      ...finding,
      undecided: "an agent's payment: its action and its limits are lost with it",
    }
  }
  const orders = await ordersAtRail(context, row)
  const about = {
    ...finding,
    amount: amountOf(row),
    known: `${known}; ${orders.map(({ reference, state }) => `${reference} is ${state} at the rail`).join(', ') || 'the rail has nothing of it'}`,
  }
  const end = lostEnd({ status: 'PROCESSING', steps: row.steps }, recorded)
  const problem = undecidable(row, end?.failure !== undefined, orders)
  if (problem !== undefined) return { ...about, undecided: problem }
  const isSigned = row.source_type === 'EMBEDDED_WALLET'
  if (stored === undefined && isSigned && facts.stamp === undefined && orders.length === 0) {
    return { ...about, undecided: 'what its wallet has stamped is lost, and nothing has left' }
  }
  const taken: TakenOverInput = { ...facts, platformId, paymentId }
  const trial = await database.call('take_over_payment', { ...taken, isTrial: true })
  if (trial.outcome !== 'REFUSED') return undefined
  if (trial.code === 'DEPOSIT_NOT_BOOKED') {
    return { ...about, waitsFor: idOf('Deposit', row.incoming_transaction_id ?? '') }
  }
  if (trial.code !== 'TRIAL') return lostPayout(context, about, row, orders, trial.code)
  return {
    ...about,
    remedy: `${stored === undefined ? 'make the row again' : 'execute the row'} as it was, and start its workflow, which takes over what there is outside`,
    apply: async () => {
      const done = await database.call('take_over_payment', taken)
      if (done.outcome === 'REFUSED') return `left as it was: ${done.code}`
      const now = await storedRow(context, paymentId)
      if (now === undefined || done.status !== 'PROCESSING') return `taken over: ${done.status}`
      // Before its workflow, which refunds what it does not know to have left.
      for (const { kind } of orders) await database.call('take_over_rail_order', paymentId, kind, 1)
      await recordDecisions(context, paymentId, { isAuthorized: false, approval: undefined, end })
      await startAgain(context, executionOf(context, paymentId, now))
      return 'taken over, and its workflow is started'
    },
  }
}

/** A correction of a payment that its run made and the payment's row does not show. */
export async function correctionFinding(
  context: Reconciliation,
  run: FoundRun,
): Promise<Finding | undefined> {
  const recorded = await readRun(context.client, context.config, run)
  const { input, result } = recorded
  const correction = input as PaymentCorrectionInput
  const { database } = context
  const stored = await storedRow(context, correction.paymentId)
  if (await isOpen(context, run.workflowId)) return undefined
  const about = {
    kind: 'correction',
    subject: run.workflowId,
    known: `its workflow ${ended(run, result)}`,
    at: run.closedAt,
  } as const
  if (stored === undefined || stored.executed_at === null) {
    return { ...about, waitsFor: `Quote:${correction.paymentId}` }
  }
  return {
    ...about,
    known: `${about.known}; its payment is ${stored.status}`,
    remedy: 'start its workflow again, which books what the rail reports',
    apply: async () => {
      if (
        isRefundStopped(recorded) &&
        (await bookCorrection(database, correction)) === 'REFUND_AT_RAIL'
      ) {
        await database.call('request_stop', correction.paymentId, true)
      }
      await startAgain(context, workflows.paymentCorrection.start(correction, subjectOf(stored)))
      return 'its workflow is started'
    },
  }
}

/** One that found its payment closed, as a late signal starts it, says less than the run before it. */
async function readTellingRun(
  { client, config }: Reconciliation,
  run: FoundRun,
): Promise<RecordedRun> {
  const last = await readRun(client, config, run)
  if (last.result !== 'ALREADY_CLOSED') return last
  const query = `WorkflowId = '${run.workflowId}' AND ExecutionStatus != 'Running'`
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    const earlier = await readRun(client, config, { workflowId, runId })
    if (earlier.result !== 'ALREADY_CLOSED') return earlier
  }
  return last
}

function startedAgain(
  context: Reconciliation,
  run: FoundRun,
  stored: StoredRow,
  lost: LostDecisions | undefined,
): Finding {
  const paymentId = run.workflowId.slice('Quote:'.length)
  return {
    kind: 'payment',
    subject: run.workflowId,
    known: `its row is ${stored.status}; its workflow ${ended(run, undefined)}`,
    at: run.closedAt,
    remedy: `${lost === undefined ? '' : 'record what had been decided about it, and '}start its workflow again, which takes over what there is outside`,
    apply: async () => {
      if (lost !== undefined) await recordDecisions(context, paymentId, lost)
      await startAgain(context, executionOf(context, paymentId, stored))
      return 'its workflow is started'
    },
  }
}

/** Why the payment cannot be executed again, however its row is. */
function undecidable(
  row: DecidedRow,
  hasFailed: boolean,
  orders: readonly Payout[],
): string | undefined {
  if (row.steps.includes('APPROVE'))
    return "the receiver's platform had been asked about it; ask it"
  if (orders.length > 0) return undefined
  if (hasFailed) return 'it had failed and no money has moved: nothing is to be booked'
  if (row.sca_purposes?.length) return 'whether its payer had authorized it is not known'
  return undefined
}

/** A payout whose payment cannot be taken over: what has left is booked, and a person decides. */
async function lostPayout(
  { database }: Reconciliation,
  about: Pick<Finding, 'kind' | 'subject' | 'amount' | 'known' | 'at'>,
  row: DecidedRow,
  orders: readonly Payout[],
  code: string,
): Promise<Finding> {
  const why = refusals[code] ?? code
  const reference = payoutReference(row)
  const isPaid = orders.some((order) => order.reference === reference && order.state === 'SETTLED')
  if (!isPaid) return { ...about, undecided: `${why}, and the rail has not paid it` }
  if (await database.call('is_lost_payout_booked', reference)) {
    return { ...about, undecided: `${why}: the payout is booked in suspense` }
  }
  return {
    ...about,
    remedy: `${why}: book the payout in suspense, out of the account that it left as far as that covers it`,
    apply: async () => {
      const isBooked = await database.call('book_lost_payout', {
        ...{ environment: row.environment, reference, accountId: row.source_account_id },
        ...{ sendingCurrency: row.sending_currency, sendingAmount: String(row.sending_amount) },
        receivingCurrency: row.receiving_currency,
        receivingAmount: String(row.receiving_amount),
      })
      return isBooked ? 'booked in suspense: a person must decide' : 'left as it was'
    },
  }
}

type OrderAtRail = Payout & { readonly kind: 'COLLECTION' | 'PAYOUT' }

/** The instructions of a payment that the rail has received. */
async function ordersAtRail({ outside }: Reconciliation, row: DecidedRow): Promise<OrderAtRail[]> {
  const payout = payoutReference(row)
  const instructions = [
    { step: 'COLLECT', kind: 'COLLECTION', reference: `${payout}/collect` },
    { step: 'PAY_OUT', kind: 'PAYOUT', reference: payout },
  ] as const
  const found = []
  for (const { step, kind, reference } of instructions) {
    if (!row.steps.includes(step)) continue
    const order = await findAtRails(outside, row.environment, reference)
    if (order !== undefined) found.push({ ...order, kind })
  }
  return found
}

function payoutReference(row: DecidedRow): string {
  return `Transaction:${row.transaction_id}`
}

function amountOf(row: DecidedRow): string {
  const sent = shownMoney(BigInt(row.sending_amount), row.sending_currency)
  const received = shownMoney(BigInt(row.receiving_amount), row.receiving_currency)
  return sent === received ? sent : `${sent} -> ${received}`
}

function ended({ status, closedAt }: FoundRun, result: unknown): string {
  if (closedAt === undefined) return 'is running'
  const end = typeof result === 'string' ? result : status
  return `ended ${end} at ${closedAt.toISOString()}`
}

async function storedRow(
  { database }: Reconciliation,
  paymentId: string,
): Promise<StoredRow | undefined> {
  return database.maybeOne<StoredRow>({
    text: `select platform_id, customer_id, source_account_id, transaction_id, environment, status, executed_at,
        steps, agent_id, start_facts(payments) as facts from payments where id = $1`,
    values: [paymentId],
  })
}

function executionOf({ config }: Reconciliation, paymentId: string, row: StoredRow): Start {
  return workflows.quoteExecution.start(
    {
      ...{ paymentId, platformId: row.platform_id, facts: row.facts },
      ...{ outsideTaskQueue: config.OUTSIDE_TASK_QUEUE, environment: row.environment },
    },
    { ...subjectOf(row), agentId: row.agent_id ?? undefined },
  )
}

function subjectOf(row: StoredRow) {
  return {
    platformId: row.platform_id,
    customerId: row.customer_id ?? undefined,
    accountId: row.source_account_id ?? undefined,
    transactionId: row.transaction_id,
  }
}

/** A run after one that has completed: the row has lost what that one did. */
async function startAgain(
  { database, client, config }: Reconciliation,
  start: Start,
): Promise<void> {
  const { epoch } = await storeStateOf(database)
  const run = { taskQueue: config.TASK_QUEUE, epoch, follows: 'ANY_RUN' } as const
  await client.workflow.start(start.workflow, startOptionsOf(start, run))
}

/** Whether its last run is open: it goes on by itself, and cannot be started beside that. */
async function isOpen({ client }: Reconciliation, workflowId: string): Promise<boolean> {
  const { status } = await client.workflow.getHandle(workflowId).describe()
  return status.name === 'RUNNING'
}

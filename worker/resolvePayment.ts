/** Carries out an operator's decision about a payment, as it was planned. */

import { type Client, WorkflowFailedError } from '@temporalio/client'
import type { DecidablePayment } from '../contract/decidablePayment.ts'
import type { Queryable } from '../db/database.ts'
import type { Config } from '../runtime/config.ts'
import { type Decision, resolveSignal } from '../workflows/operatorDecisions.ts'
import { NotDecidable, type OperatorPlan } from '../workflows/operatorPlan.ts'
import { settingsOfRow, startOfOpenRow, workflows } from '../workflows/registry.ts'
import { ensureSignalled, ensureStarted, signalOnce } from './temporalClient.ts'

export type Resolving = {
  readonly database: Queryable
  readonly client: Client
  readonly config: Pick<
    Config,
    'TASK_QUEUE' | 'OUTSIDE_TASK_QUEUE' | 'TEMPORAL_NAMESPACE' | 'VERIFICATION_POLL_SECONDS'
  >
}

/**
 * Signals the workflow that waits, or starts the correction and waits for its end. Repeated with the same id it
 * changes nothing.
 *
 * @param requestId of the decision: Temporal takes a signal of one id once
 * @returns what has been done, in a sentence
 * @throws NotDecidable where there is nothing to decide any more
 */
export async function resolvePayment(
  { database, client, config }: Resolving,
  payment: DecidablePayment,
  plan: OperatorPlan,
  decision: Decision,
  requestId: string,
): Promise<string> {
  if (plan.step === 'NONE') return `Quote:${payment.id}: ${plan.why}.`
  if (plan.step === 'SIGNAL') {
    const resolving = { database, client, config }
    await signalDecision(resolving, payment, plan.workflowId, decision, requestId)
    return `${plan.workflowId} has the decision: ${decision.decision}.`
  }
  const { correction, refundAttempt } = plan
  const start = workflows.paymentCorrection.start(
    {
      paymentId: payment.id,
      correction,
      decision,
      outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
      environment: payment.environment,
      ...(refundAttempt !== undefined && { refundAttempt }),
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
}

async function signalDecision(
  { database, client, config }: Resolving,
  payment: DecidablePayment,
  workflowId: string,
  decision: Decision,
  requestId: string,
): Promise<void> {
  const signal = { name: resolveSignal.name, payload: decision, requestId }
  if (await signalOnce(client, workflowId, signal)) return
  // Not found says nothing of a payment whose start still waits: it is started, and signalled then.
  const row =
    workflowId === workflows.quoteExecution.id({ paymentId: payment.id })
      ? await database.call('pending_subject', 'PAYMENT', payment.id)
      : null
  const start = row === null ? undefined : startOfOpenRow(row, settingsOfRow(config, row))
  const isSignalled =
    start !== undefined && (await ensureSignalled({ database, client, config }, start, signal))
  if (!isSignalled) {
    throw new NotDecidable(`${workflowId} does not wait any more: look at the payment again.`)
  }
}

async function endOf(client: Client, workflowId: string): Promise<string> {
  try {
    return await client.workflow.getHandle(workflowId).result()
  } catch (error) {
    // What it says of itself, rather than that it has failed.
    if (error instanceof WorkflowFailedError)
      throw new NotDecidable(messageOf(error.cause ?? error))
    throw error
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

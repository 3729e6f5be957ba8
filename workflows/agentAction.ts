/**
 * What an agent has asked for and a person has to decide: the action is recorded, and its amount
 * reserved. It waits for the signal of its platform's decision, or for the end of its quote; one
 * without a quote waits for ever. Approved, the payment goes on in its own workflow.
 */
import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow'
import type { DatabaseActivities } from '../activities/index.ts'
import { instant, systemClock } from '../contract/time.ts'
import type { AgentActionInput } from './definitions/payments.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { quick } from './policy.ts'
import { awaiting } from './progress.ts'

/** The action is decided, by whatever way: its row has the outcome, the argument is for who looks at the run. */
export const decidedSignal =
  defineSignal<[{ readonly status: string; readonly decision: string }]>('decided')

const WAITING = "The platform: approval of an agent's action"
/** By how much the workflow's clock may be ahead of the database's. */
const RETRY_MS = 1_000

export async function agentAction({ actionId }: AgentActionInput): Promise<string> {
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  let isDecided = false
  setHandler(decidedSignal, () => {
    isDecided = true
  })
  let { status, paymentId, expiresAt } = await database.followAgentAction({ actionId })
  while (status === 'PENDING_APPROVAL') {
    const isInTime = await decidedBefore(expiresAt, () => isDecided)
    isDecided = false
    if (!isInTime) await database.expireAgentAction({ paymentId })
    ;({ status, paymentId, expiresAt } = await database.followAgentAction({ actionId }))
  }
  await closeWithStatus(status === 'APPROVED' ? 'COMPLETED' : 'FAILED')
  return status
}

/** @returns whether the signal came; else its time is over */
async function decidedBefore(expiresAt: string | null, isDecided: () => boolean): Promise<boolean> {
  if (expiresAt === null) {
    await awaiting('PLATFORM', WAITING, condition(isDecided))
    return true
  }
  const left = Math.max(instant(expiresAt).getTime() - systemClock.now().getTime(), RETRY_MS)
  return awaiting('PLATFORM', WAITING, condition(isDecided, left, { summary: WAITING }))
}

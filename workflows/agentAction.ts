/**
 * What an agent has asked for and a person has to decide: the action is recorded, and its amount
 * reserved. It waits for the signal of its platform's decision, or for the end of its quote; one
 * without a quote waits for ever. Approved, the payment goes on in its own workflow.
 */
import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow'
import type { DatabaseActivities } from '../activities/index.ts'
import { clockMoves } from './clockMoves.ts'
import type { AgentActionInput } from './definitions/payments.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { quick } from './policy.ts'
import { awaiting } from './progress.ts'

/** The action is decided, by whatever way: its row has the outcome, the argument is for who looks at the run. */
export const decidedSignal =
  defineSignal<[{ readonly status: string; readonly decision: string }]>('decided')

const WAITING = "The platform: approval of an agent's action"
/** Of what is over for the workflow, and not for the database yet. */
const RETRY_MS = 1_000

export async function agentAction({ actionId }: AgentActionInput): Promise<string> {
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  let isDecided = false
  setHandler(decidedSignal, () => {
    isDecided = true
  })
  let isMoved = clockMoves()
  let { status, paymentId, secondsLeft } = await database.followAgentAction({ actionId })
  while (status === 'PENDING_APPROVAL') {
    await decidedWithin(secondsLeft, () => isDecided || isMoved())
    if (!isDecided) await database.expireAgentAction({ paymentId })
    isDecided = false
    isMoved = clockMoves()
    ;({ status, paymentId, secondsLeft } = await database.followAgentAction({ actionId }))
  }
  await closeWithStatus(status === 'APPROVED' ? 'COMPLETED' : 'FAILED')
  return status
}

/** Waits until there may be something to do: for ever where no time is set. */
async function decidedWithin(seconds: number | null, isDecided: () => boolean): Promise<void> {
  if (seconds === null) return awaiting('PLATFORM', WAITING, condition(isDecided))
  const left = Math.max(seconds * 1_000, RETRY_MS)
  await awaiting('PLATFORM', WAITING, condition(isDecided, left, { summary: WAITING }))
}

/**
 * What an agent asks for and a person has to decide. Synchronous step: the action is recorded, and
 * its amount reserved. Then it waits for its platform's decision, or for the end of its quote; one
 * without a quote waits for ever. Approved, the payment goes on in its own workflow.
 */
import {
  condition,
  defineSignal,
  defineUpdate,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type {
  ActionDecisionRequest,
  DecidedAction,
  SubmitActionResult,
} from '../activities/agents/actions.ts'
import type { DatabaseActivities } from '../activities/index.ts'
import { instant, systemClock } from '../contract/time.ts'
import { startAbandonedChild } from './abandonedChild.ts'
import type { AgentActionInput } from './definitions/payments.ts'
import { closeWithStatus, failWithRefusal, registerResultUpdate } from './earlyReturn.ts'
import { quick } from './policy.ts'
import { awaiting } from './progress.ts'
import { workflows } from './registry.ts'

/** `isMine`: the request's own decision was carried out, not another one before it. */
export type DecisionResult =
  | { readonly isMine: boolean; readonly decided: DecidedAction }
  | { readonly isMine: false; readonly decided: undefined }

/** Its ids are `approve` and `reject`: equal decisions that are made at once share one. */
export const decideUpdate = defineUpdate<DecisionResult, [ActionDecisionRequest]>('decide')

/** The action was decided without its workflow: its row has the outcome. */
export const decidedElsewhereSignal = defineSignal('decidedElsewhere')

const WAITING = "The platform: approval of an agent's action"
/** By how much the workflow's clock may be ahead of the database's. */
const RETRY_MS = 1_000

export async function agentAction(input: AgentActionInput): Promise<string> {
  const result = registerResultUpdate<SubmitActionResult>(input)
  const decisions = listenForDecisions()
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { actionId } = input

  const initial = await database.submitAgentAction(input)
  result.resolve(initial)
  if (initial.outcome === 'REFUSED') {
    decisions.close(undefined)
    return failWithRefusal(initial)
  }
  let isDecided = initial.status !== 'PENDING_APPROVAL'
  const { paymentId, expiresAt } = initial
  while (!isDecided) {
    const event = await decisions.next(expiresAt)
    if (event === 'EXPIRED') {
      isDecided = await database.expireAgentAction({ actionId, paymentId })
    } else if (event === 'DECIDED_ELSEWHERE') {
      isDecided = true
    } else {
      const decided = await database.decideAgentAction({ actionId, ...event })
      decisions.close(decided)
      if (decided.isNow && decided.status === 'APPROVED') await startPaymentChild(input, decided)
      await closeWithStatus(decided.status === 'APPROVED' ? 'COMPLETED' : 'FAILED')
      return decided.status
    }
  }
  decisions.close(undefined)
  await closeWithStatus('COMPLETED')
  return 'ALREADY_DECIDED'
}

type Event = ActionDecisionRequest | 'DECIDED_ELSEWHERE' | 'EXPIRED'

function listenForDecisions(): {
  /** The first decision, or that none is to be waited for. */
  next(expiresAt: string | null): Promise<Event>
  /** Answers all requests, those still to come too. */
  close(decided: DecidedAction | undefined): void
} {
  let wanted: ActionDecisionRequest | undefined
  let isElsewhere = false
  let isClosed = false
  let outcome: DecidedAction | undefined
  setHandler(decideUpdate, async (request) => {
    wanted ??= request
    await condition(() => isClosed)
    if (outcome === undefined) return { isMine: false, decided: undefined }
    const isMine = outcome.isNow && outcome.decision === request.decision
    return { isMine, decided: outcome }
  })
  setHandler(decidedElsewhereSignal, () => {
    isElsewhere = true
  })
  const isTold = (): boolean => wanted !== undefined || isElsewhere
  return {
    async next(expiresAt) {
      if (expiresAt === null) await awaiting('PLATFORM', WAITING, condition(isTold))
      else {
        const left = Math.max(instant(expiresAt).getTime() - systemClock.now().getTime(), RETRY_MS)
        const told = condition(isTold, left, { summary: WAITING })
        if (!(await awaiting('PLATFORM', WAITING, told))) return 'EXPIRED'
      }
      return wanted ?? 'DECIDED_ELSEWHERE'
    },
    close(decided) {
      outcome = decided
      isClosed = true
    },
  }
}

/** The background steps of an approved payment, if it has any: its decision has been made. */
async function startPaymentChild(
  { platformId, agentId, outsideTaskQueue, environment }: AgentActionInput,
  { paymentId, attempt, steps = [], action }: DecidedAction,
): Promise<void> {
  if (steps.length === 0 || attempt === undefined) return
  const { payment } = action
  const start = workflows.quoteExecution.start(
    { attempt, platformId, paymentId, outsideTaskQueue, environment },
    {
      agentId,
      customerId: action.customer_id,
      accountId: payment.source_account_id ?? payment.destination_internal_id ?? undefined,
      transactionId: payment.transaction_id,
    },
  )
  await startAbandonedChild(start)
}

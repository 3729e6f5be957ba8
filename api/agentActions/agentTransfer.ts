/** A transfer of an agent: executed at once, or submitted for approval. */

import type { AgentAction } from '../../contract/components/agents.ts'
import type { Order } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { Shown } from '../../contract/shown.ts'
import type { AgentRequest, JudgedAction, JudgedRefusal } from '../../db/agentFunctions.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Reply } from '../operation.ts'
import { decidePayment, submitAction } from '../payments/decide.ts'
import {
  aboutOrder,
  findPriorExecution,
  type PriorExecution,
  paymentIdentityOf,
} from '../payments/immediateExecution.ts'
import { type Transfer, transferBody, transferOrder } from '../transfers/transfer.ts'
import type { AgentCall } from './agentCall.ts'
import { withDuplicatesKey } from './duplicates.ts'
import {
  actionIdOf,
  intentHash,
  keyOf,
  operationOf,
  refuseDenied,
  refusedBy,
  shownAction,
  TURNS_MAX,
} from './requests.ts'

/** @throws Refusal as a transfer of the platform, and what the policy denies */
export async function agentTransfer(
  request: Transfer,
  call: AgentCall,
  allowDuplicate: boolean | undefined,
): Promise<Reply<Shown<typeof AgentAction>>> {
  const { dependencies, agent, idempotencyKey } = call
  const intent = { operation: request.operation, body: transferBody(request) }
  if (idempotencyKey === undefined && allowDuplicate) {
    return withDuplicatesKey(dependencies, agent, intent, (key) => withKey(request, call, key))
  }
  return withKey(request, call, await keyOf(dependencies, agent, intent, idempotencyKey))
}

async function withKey(
  request: Transfer,
  call: AgentCall,
  key: string,
): Promise<Reply<Shown<typeof AgentAction>>> {
  const { dependencies, platform, agent } = call
  const body = transferBody(request)
  const identity = paymentIdentityOf(platform, operationOf(request.operation, agent), key, body)
  const requestHash = intentHash({ operation: request.operation, body })
  const name = { ...identity, requestHash }
  // Before anything that may have changed since: a retry gets the original response.
  const prior = await findPriorExecution(dependencies, name)
  if (prior.action !== undefined) return shownAction(201, prior.action, true)
  const order = await transferOrder(request, body, name, call)
  const judgement = await dependencies.database.call('judge_now', agent.id, judgedActionOf(order))
  refuseDenied(judgement, call)
  return decide(call, order, prior, judgement.decision !== 'APPROVAL_REQUIRED')
}

/** A transfer as the judge takes it. */
export function judgedActionOf(order: Order): JudgedAction {
  const accountOf = (side: object): string => (side as { readonly accountId: string }).accountId
  return {
    type: order.kind as JudgedAction['type'],
    source: accountOf(order.source),
    destination: accountOf(order.destination),
    amount: order.sendingAmount,
    currency: order.sendingCurrency,
  }
}

type Outcome =
  | { readonly action: AgentActionRow; readonly isReplay: boolean }
  | { readonly refused: JudgedRefusal }

/** Goes the way that the judgement shows, and the other one where the policy has changed since. */
async function decide(
  call: AgentCall,
  order: Order,
  prior: PriorExecution,
  isAllowed: boolean,
): Promise<Reply<Shown<typeof AgentAction>>> {
  let mayExecute = isAllowed
  for (let turn = 1; ; turn += 1) {
    const outcome = await (mayExecute ? execute : submit)(call, order, prior)
    if (!('refused' in outcome)) return shownAction(201, outcome.action, outcome.isReplay)
    const { code } = outcome.refused
    const isOtherWay = code === 'APPROVAL_REQUIRED' || code === 'AUTO'
    if (!isOtherWay || turn === TURNS_MAX) throw refusedBy(outcome.refused, call)
    mayExecute = code === 'AUTO'
  }
}

function requestOf(call: AgentCall, { operation, key = '', requestHash }: Order): AgentRequest {
  const request = { operation, key, requestHash }
  return { ...request, agentId: call.agent.id, actionId: actionIdOf(call.agent.id, request) }
}

/** Executed at once. */
async function execute(call: AgentCall, order: Order, prior: PriorExecution): Promise<Outcome> {
  const { id: paymentId, platformId, requestHash } = order
  const immediateOrder = { ...order, isImmediate: true as const }
  const decided = await decidePayment(
    call.dependencies,
    { platformId, paymentId, requestHash, immediateOrder, agent: requestOf(call, order) },
    aboutOrder(order, prior, call.trace),
  )
  if (decided.outcome === 'REFUSED') return { refused: decided }
  const { action, isReplay = false } = decided
  return { action: action as AgentActionRow, isReplay }
}

/** Submitted for approval: a workflow of its own waits for it. */
async function submit(call: AgentCall, order: Order, prior: PriorExecution): Promise<Outcome> {
  const request = requestOf(call, order)
  call.trace.workflowId = workflows.agentAction.id(request)
  const submitted = await submitAction(
    call.dependencies,
    { ...request, platformId: order.platformId, paymentId: order.id, order },
    aboutOrder(order, prior, call.trace),
  )
  if (submitted.outcome === 'REFUSED') return { refused: submitted }
  return { action: submitted.action, isReplay: submitted.isReplay ?? false }
}

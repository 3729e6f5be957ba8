/** A payment that an agent makes and starts in one request: done at once, or submitted for approval. */

import type { Order, PaymentIdentity } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { AgentRequest, JudgedAction, JudgedRefusal } from '../../db/agentFunctions.ts'
import type { QuoteBody } from '../../domain/payments/types.ts'
import { workflows } from '../../workflows/registry.ts'
import { decidePayment, submitAction } from '../payments/decide.ts'
import {
  aboutOrder,
  findPriorExecution,
  type PriorExecution,
  paymentIdentityOf,
} from '../payments/immediateExecution.ts'
import type { AgentCall } from './agentCall.ts'
import { withDuplicatesKey } from './duplicates.ts'
import {
  actionIdOf,
  intentHash,
  keyOf,
  operationOf,
  refuseDenied,
  refusedBy,
  TURNS_MAX,
} from './requests.ts'

export type WantedPayment = {
  readonly operation: string
  readonly body: QuoteBody
  /** Priced, and nothing else: it may be denied. */
  readonly order: (name: PaymentIdentity) => Promise<Order>
  /** What a payment that is not denied is completed by. */
  readonly complete?: (order: Order) => Promise<Order>
}

export type Submitted = { readonly action: AgentActionRow; readonly isReplay: boolean }

/**
 * Makes the payment as the policy says; a repeat of the request gets the action that it led to.
 *
 * @throws Refusal of the order, and what the policy denies
 */
export async function agentPayment(
  wanted: WantedPayment,
  call: AgentCall,
  allowDuplicate: boolean | undefined,
): Promise<Submitted> {
  const { dependencies, agent, idempotencyKey } = call
  const { operation, body } = wanted
  const intent = { operation, body }
  if (idempotencyKey === undefined && allowDuplicate) {
    return withDuplicatesKey(dependencies, agent, intent, (key) => withKey(wanted, call, key))
  }
  return withKey(wanted, call, await keyOf(dependencies, agent, intent, idempotencyKey))
}

async function withKey(wanted: WantedPayment, call: AgentCall, key: string): Promise<Submitted> {
  const { dependencies, platform, agent } = call
  const { operation, body, complete } = wanted
  const identity = paymentIdentityOf(platform, operationOf(operation, agent), key, body)
  const name = { ...identity, requestHash: intentHash({ operation, body }) }
  // Before anything that may have changed since: a retry gets the original response.
  const prior = await findPriorExecution(dependencies, name)
  if (prior.action !== undefined) return { action: prior.action, isReplay: true }
  const order = await wanted.order(name)
  const judgement = await dependencies.database.call('judge_now', agent.id, judgedActionOf(order))
  refuseDenied(judgement, call)
  const completed = complete === undefined ? order : await complete(order)
  return decide(call, completed, prior, judgement.decision !== 'APPROVAL_REQUIRED')
}

/** An order as the judge takes it. */
export function judgedActionOf(order: Order): JudgedAction {
  const source = order.source as { readonly accountId?: string }
  const destination = order.destination as {
    readonly accountId?: string
    readonly umaAddress?: string
  }
  return {
    type: order.kind === 'QUOTE' ? 'EXECUTE_QUOTE' : (order.kind as JudgedAction['type']),
    source: source.accountId,
    destination: destination.accountId ?? destination.umaAddress ?? '',
    amount: order.sendingAmount,
    currency: order.sendingCurrency,
  }
}

type Outcome = Submitted | { readonly refused: JudgedRefusal }

/** Goes the way that the judgement shows, and the other one where the policy has changed since. */
async function decide(
  call: AgentCall,
  order: Order,
  prior: PriorExecution,
  isAllowed: boolean,
): Promise<Submitted> {
  // What a deposit pays is submitted either way: there is nothing to execute before it.
  let mayExecute = isAllowed && order.sourceType !== 'REALTIME_FUNDING'
  for (let turn = 1; ; turn += 1) {
    const outcome = await (mayExecute ? execute : submit)(call, order, prior)
    if (!('refused' in outcome)) return outcome
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

/** Submitted: a workflow of its own waits for the approval, where that is needed. */
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

/** A transfer of an agent: executed at once, or submitted for approval. */
import type { Order } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { JudgedAction, JudgedRefusal, SubmittedAction } from '../../db/agentFunctions.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Reply } from '../operation.ts'
import { outsideCallsOf } from '../outside.ts'
import {
  creationOf,
  findPriorExecution,
  type PriorExecution,
  paymentIdentityOf,
} from '../payments/immediateExecution.ts'
import { startPaymentAndWait } from '../payments/startPaymentAndWait.ts'
import { type Transfer, transferBody, transferOrder } from '../transfers/transfer.ts'
import { answerCreation, type CreationOutcome } from '../unanswered.ts'
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
): Promise<Reply> {
  const { dependencies, agent, idempotencyKey } = call
  const intent = { operation: request.operation, body: transferBody(request) }
  if (idempotencyKey === undefined && allowDuplicate) {
    return withDuplicatesKey(dependencies, agent, intent, (key) => withKey(request, call, key))
  }
  return withKey(request, call, await keyOf(dependencies, agent, intent, idempotencyKey))
}

async function withKey(request: Transfer, call: AgentCall, key: string): Promise<Reply> {
  const { dependencies, platform, agent } = call
  const body = transferBody(request)
  const identity = paymentIdentityOf(platform, operationOf(request.operation, agent), key, body)
  const requestHash = intentHash({ operation: request.operation, body })
  const name = { ...identity, requestHash }
  // Before anything that may have changed since: a retry gets the original response.
  const prior = await findPriorExecution(dependencies, name)
  if (prior.action !== undefined) return shownAction(201, prior.action, true)
  const order = prior.unknown ?? (await transferOrder(request, body, name, call))
  const judgement = await dependencies.database.call('judge_now', agent.id, judgedActionOf(order))
  // An attempt whose outcome is unknown is decided by its workflow alone.
  if (prior.unknown === undefined) refuseDenied(judgement, call)
  const isAllowed = judgement.decision !== 'APPROVAL_REQUIRED'
  return answerCreation(dependencies, creationOf(order, prior), async () => {
    const outcome = await decide(call, order, prior, isAllowed)
    return typeof outcome === 'object' && 'answer' in outcome
      ? { answer: shownAction(201, outcome.answer, false) }
      : outcome
  })
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

type Outcome = CreationOutcome<AgentActionRow> | { readonly refused: JudgedRefusal }

/** Goes the way that the judgement shows, and the other one where the policy has changed since. */
async function decide(
  call: AgentCall,
  order: Order,
  prior: PriorExecution,
  isAllowed: boolean,
): Promise<CreationOutcome<AgentActionRow>> {
  let mayExecute = isAllowed
  for (let turn = 0; ; turn += 1) {
    const attempt = prior.attempt + turn
    const outcome = await (mayExecute ? execute : submit)(call, order, attempt)
    if (outcome === 'UNKNOWN' || !('refused' in outcome)) return outcome
    const { code } = outcome.refused
    const isOtherWay = code === 'APPROVAL_REQUIRED' || code === 'AUTO'
    if (!isOtherWay || turn === TURNS_MAX - 1) return { refusal: refusedBy(outcome.refused, call) }
    mayExecute = code === 'AUTO'
  }
}

function requestOf(call: AgentCall, { id, operation, key = '', requestHash }: Order) {
  return { agentId: call.agent.id, actionId: actionIdOf(id), operation, key, requestHash }
}

/** Executed at once, by the payment's own workflow. */
async function execute(call: AgentCall, order: Order, attempt: number): Promise<Outcome> {
  const { requestHash } = order
  const immediateOrder = { ...order, isImmediate: true as const }
  const request = { requestHash, immediateOrder, agent: requestOf(call, order) }
  const { dependencies, trace } = call
  const started = await startPaymentAndWait(dependencies, order, attempt, request, trace)
  if (started.state !== 'ANSWERED') return recorded(dependencies, order, attempt)
  const { answer } = started
  if (answer.outcome === 'REFUSED') return { refused: answer }
  return answer.action === undefined ? 'UNKNOWN' : { answer: answer.action }
}

/** Submitted for approval: a workflow of its own waits for it. */
async function submit(call: AgentCall, order: Order, attempt: number): Promise<Outcome> {
  const { dependencies, trace } = call
  const { platformId, id: paymentId, customerId, transactionId } = order
  const start = workflows.agentAction.start(
    {
      ...requestOf(call, order),
      ...outsideCallsOf(call),
      ...{ platformId, paymentId, attempt, order },
    },
    {
      customerId,
      accountId: order.sourceAccountId ?? order.destinationInternalId,
      transactionId,
    },
  )
  trace.workflowId = start.workflowId
  const started = await dependencies.temporal.startAndWait<SubmittedAction | JudgedRefusal>(start)
  if (started.state !== 'ANSWERED') return recorded(dependencies, order, attempt)
  const { answer } = started
  return answer.outcome === 'REFUSED' ? { refused: answer } : { answer: answer.action }
}

/** What the database knows of an attempt whose workflow gave no answer. */
async function recorded(
  { database }: Dependencies,
  order: Order,
  attempt: number,
): Promise<Outcome> {
  const { action, code } = await database.one<{
    action: AgentActionRow | null
    code: JudgedRefusal['code'] | null
  }>({
    name: 'agent_transfer_outcome',
    text: `select agent_action_row(a) as action, r.refusals ->> $3 as code
      from (select 1) x left join agent_actions a on a.id = $1
      left join rejected_executions r on r.payment_id = $2`,
    values: [actionIdOf(order.id), order.id, String(attempt)],
  })
  if (action !== null) return { answer: action }
  return code === null ? 'UNKNOWN' : { refused: { outcome: 'REFUSED', code } }
}

import { AgentAction } from '../../contract/components/agents.ts'
import { allowDuplicate } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Judgement } from '../../contract/judgement.ts'
import { partiesOfPayment } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { AgentRequest, JudgedRefusal } from '../../db/agentFunctions.ts'
import { workflows } from '../../workflows/registry.ts'
import { operation } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import { decidePayment, submitAction } from '../payments/decide.ts'
import {
  type Executable,
  executeErrors,
  givenStamp,
  readDecided,
  refuseUnexecutable,
  requireWalletStamp,
  sealedStamp,
} from '../quotes/executable.ts'
import { requireId } from '../requireId.ts'
import { stampOrProblem } from '../stamps.ts'
import type { AgentCall } from './agentCall.ts'
import {
  actionIdOf,
  intentHash,
  knownKey,
  operationOf,
  refuseDenied,
  refusedBy,
  shownAction,
  TURNS_MAX,
} from './requests.ts'

const OPERATION = 'agentExecuteQuote'

export const agentExecuteQuote = operation({
  id: OPERATION,
  group: 'Agent Operations',
  method: 'post',
  path: '/agents/me/quotes/:quoteId/execute',
  security: 'AGENT',
  answersPaused: true,
  summary: 'Execute a quote of one’s own',
  description:
    'Executed at once (`APPROVED`, with its transaction), or submitted for the platform’s approval ' +
    '(`PENDING_APPROVAL`), as the policy says. Needs `EXECUTE_QUOTES`. A quote of an embedded wallet ' +
    'takes the stamp now; the approval uses it. Sent again, the request gets the first action back, ' +
    'with `Idempotent-Replayed: true`.',
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL'] },
  headers: { idempotencyKey: true, walletSignature: true },
  body: { type: 'object', properties: { allowDuplicate } },
  bodyOptional: true,
  status: 200,
  responses: { 200: AgentAction },
  errors: executeErrors,
  async handle(call) {
    const { agent, platform, dependencies, body } = call
    const quoteId = requireId('Quote', call.params.quoteId)
    const sent = stampOrProblem(call.walletSignature)
    const { stamp } = sent
    const intent = { operation: OPERATION, body: { quoteId } }
    const requestHash = intentHash(intent)
    const given = knownKey({ key: call.idempotencyKey, allowDuplicate: body?.allowDuplicate })
    const { key, judgement } = await judgeQuote(call, { quoteId, requestHash, key: given })
    const wanted = {
      ...{ platformId: platform.id, agentId: agent.id, quoteId, key, stamp },
      operation: operationOf(OPERATION, agent),
    }
    const request = { operation: wanted.operation, key, requestHash }
    let isAllowed = judgement.decision === 'ALLOW'
    for (let turn = 1; ; turn += 1) {
      const quote = await readDecided(dependencies, wanted)
      const replay = replayOf(quote, requestHash)
      if (replay !== undefined) return shownAction(200, replay, true)
      if (quote.status === 'EXPIRED') throw new Refusal('QUOTE_EXPIRED')
      await requireWalletStamp(dependencies, quote, sent, call.rawBody)
      if (turn === 1) refuseDenied(judgement, call)
      refuseUnexecutable(quote)
      requireOutside(call, partiesOfPayment(quote.steps, false))
      const asked = { quote, request, publicKey: stamp?.publicKey }
      const outcome = isAllowed ? await execute(call, asked) : await submit(call, asked)
      if ('refused' in outcome) {
        const { code } = outcome.refused
        const isOtherWay = code === 'APPROVAL_REQUIRED' || code === 'AUTO'
        if (!isOtherWay || turn === TURNS_MAX) throw refusedBy(outcome.refused, call)
        isAllowed = code === 'AUTO'
        continue
      }
      return shownAction(200, outcome.action, outcome.isReplay)
    }
  },
})

const DONE = 'The quote is executed, or waits for approval, by another request.'

type Outcome =
  | { readonly action: AgentActionRow; readonly isReplay: boolean }
  | { readonly refused: JudgedRefusal }

/** The request's key and the judgement of now, in one statement. */
async function judgeQuote(
  { agent, platform, dependencies }: AgentCall,
  wanted: {
    readonly quoteId: string
    readonly requestHash: string
    readonly key: string | undefined
  },
): Promise<{ readonly key: string; readonly judgement: Judgement }> {
  const found = await dependencies.database.maybeOne<{ key: string; judgement: Judgement }>({
    name: 'judge_agent_quote',
    text: `select coalesce($4, claim_agent_intent($2, decode($5, 'hex'), gen_random_uuid())::text) as key,
        judge_now($2, action_of_payment(q)) as judgement
      from payments q where q.id = $1 and q.agent_id = $2 and q.platform_id = $3 and q.kind = 'QUOTE'`,
    values: [wanted.quoteId, agent.id, platform.id, wanted.key ?? null, wanted.requestHash],
  })
  if (found === undefined) throw new Refusal('QUOTE_NOT_FOUND')
  return found
}

/** What the key has led to before; 409 for a quote that another key has used. */
function replayOf(quote: Executable, requestHash: string): AgentActionRow | undefined {
  if (quote.key_hash !== null && quote.key_hash !== requestHash) {
    throw new Refusal('DUPLICATE_PAY_REQUEST')
  }
  if (quote.key_action !== null) return quote.key_action
  if (quote.original_response !== null || quote.awaits_approval) {
    throw new Refusal('CONFLICT', { reason: DONE })
  }
  return undefined
}

type Asked = {
  readonly quote: Executable
  readonly request: {
    readonly operation: string
    readonly key: string
    readonly requestHash: string
  }
  readonly publicKey: string | undefined
}

/** A repeated request has the same action; a new key, as after an approval that failed, has a new one. */
function agentRequestOf({ agent }: AgentCall, { request }: Asked): AgentRequest {
  return { ...request, agentId: agent.id, actionId: actionIdOf(agent.id, request) }
}

/** Executed at once. */
async function execute(call: AgentCall, asked: Asked): Promise<Outcome> {
  const { quote, request, publicKey } = asked
  const decided = await decidePayment(
    call.dependencies,
    {
      ...{ platformId: call.platform.id, paymentId: quote.row.id, publicKey },
      ...(await givenStamp(call.dependencies, quote, call.walletSignature)),
      ...{ requestHash: request.requestHash, agent: agentRequestOf(call, asked) },
    },
    { reading: quote.reading, owner: call.agent.id, trace: call.trace },
  )
  if (decided.outcome === 'REFUSED') return { refused: decided }
  const { action, isReplay = false } = decided
  return { action: action as AgentActionRow, isReplay }
}

/** Submitted for approval: a workflow of its own waits for it. */
async function submit(call: AgentCall, asked: Asked): Promise<Outcome> {
  const { dependencies, platform, agent, walletSignature } = call
  const { quote, publicKey } = asked
  const request = agentRequestOf(call, asked)
  const isStamped = publicKey !== undefined && walletSignature !== undefined
  call.trace.workflowId = workflows.agentAction.id(request)
  const submitted = await submitAction(
    dependencies,
    {
      ...{ ...request, platformId: platform.id, paymentId: quote.row.id, publicKey },
      ...(isStamped && (await sealedStamp(dependencies, walletSignature, request.actionId))),
    },
    { reading: quote.reading, owner: agent.id, trace: call.trace },
  )
  if (submitted.outcome === 'REFUSED') return { refused: submitted }
  return { action: submitted.action, isReplay: submitted.isReplay ?? false }
}

import { AgentAction } from '../../contract/components/agents.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Judgement } from '../../contract/judgement.ts'
import { type PaymentTerms, partiesOfPayment } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { JudgedRefusal, SubmittedAction } from '../../db/agentFunctions.ts'
import { forgetStamp, forgetStampsOf, keepStamp } from '../../db/submittedStamps.ts'
import { paymentTermsOf } from '../../domain/payments/terms.ts'
import { workflows } from '../../workflows/registry.ts'
import { operation, type Reply } from '../operation.ts'
import { outcomeUnknown } from '../outcomes.ts'
import { outsideCallsOf, requireOutside } from '../outside.ts'
import { startPaymentAndWait } from '../payments/startPaymentAndWait.ts'
import {
  type Executable,
  executeErrors,
  forgetGivenStamp,
  givenStamp,
  noteUnknown,
  readDecided,
  refuseUnexecutable,
  requireWalletStamp,
} from '../quotes/executable.ts'
import { requireId } from '../requireId.ts'
import { stampOrProblem } from '../stamps.ts'
import type { AgentCall } from './agentCall.ts'
import {
  actionIdOf,
  allowDuplicate,
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
  async handle(call): Promise<Reply> {
    const { agent, platform, dependencies, body } = call
    const quoteId = requireId('Quote', call.params.quoteId, 'QUOTE_NOT_FOUND')
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
      // An attempt whose outcome is unknown is decided by its workflow alone.
      const isUnknown = quote.unknown_attempt === quote.attempt
      if (!isUnknown) {
        if (turn === 1) refuseDenied(judgement, call)
        refuseUnexecutable(quote)
        requireOutside(call, partiesOfPayment(quote.steps, false))
      }
      const asked = { quote, request, publicKey: stamp?.publicKey }
      const outcome =
        isAllowed || judgement.decision === 'DENY'
          ? await execute(call, asked)
          : await submit(call, asked)
      if (outcome === 'UNKNOWN') {
        const found = replayOf(await readDecided(dependencies, wanted), requestHash)
        if (found !== undefined) {
          await forgetStampsOf(dependencies.database, found.id)
          return shownAction(200, found, true)
        }
        await noteUnknown(dependencies, quote)
        throw outcomeUnknown()
      }
      if ('refused' in outcome) {
        const { code } = outcome.refused
        const isOtherWay = code === 'APPROVAL_REQUIRED' || code === 'AUTO'
        if (!isOtherWay || turn === TURNS_MAX) throw refusedBy(outcome.refused, call)
        isAllowed = code === 'AUTO'
        continue
      }
      // A concurrent request with another key has executed or submitted it.
      if (outcome.requestKey !== key) throw new Refusal('CONFLICT', { reason: DONE })
      return shownAction(200, outcome.action, false)
    }
  },
})

const DONE = 'The quote is executed, or waits for approval, by another request.'

type Outcome =
  | { readonly action: AgentActionRow; readonly requestKey: string | null }
  | { readonly refused: JudgedRefusal }
  | 'UNKNOWN'

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

function termsOf(
  { platform }: AgentCall,
  { row, customer_id: customerId }: Executable,
): PaymentTerms {
  return paymentTermsOf(row, platform.id, customerId)
}

/** Executed at once, by the payment's own workflow. */
async function execute(call: AgentCall, { quote, request, publicKey }: Asked): Promise<Outcome> {
  const { requestHash } = request
  const agent = {
    ...{ ...request, agentId: call.agent.id },
    actionId: actionIdOf(quote.row.id, quote.attempt),
  }
  const given = await givenStamp(call.dependencies, quote, call.walletSignature)
  const started = await startPaymentAndWait(
    call.dependencies,
    termsOf(call, quote),
    quote.attempt,
    { requestHash, ...given, publicKey, agent },
    call.trace,
  )
  if (started.state !== 'ANSWERED') return 'UNKNOWN'
  await forgetGivenStamp(call.dependencies, given)
  const { answer } = started
  if (answer.outcome === 'REFUSED') return { refused: answer }
  const { action } = answer
  return action === undefined ? 'UNKNOWN' : { action, requestKey: action.request_key }
}

/** Submitted for approval: a workflow of its own waits for it. */
async function submit(call: AgentCall, { quote, request, publicKey }: Asked): Promise<Outcome> {
  const { dependencies, platform, agent, walletSignature } = call
  const actionId = actionIdOf(quote.row.id, quote.attempt)
  const { database, records } = dependencies
  const stampId =
    publicKey === undefined || walletSignature === undefined
      ? undefined
      : await keepStamp(database, records, actionId, walletSignature)
  const { customerId, sourceAccountId, transactionId } = termsOf(call, quote)
  const start = workflows.agentAction.start(
    {
      ...request,
      ...outsideCallsOf(call),
      ...{ actionId, agentId: agent.id, platformId: platform.id, paymentId: quote.row.id },
      ...{ attempt: quote.attempt, stampId, publicKey },
    },
    { customerId, accountId: sourceAccountId, transactionId },
  )
  call.trace.workflowId = start.workflowId
  const started = await dependencies.temporal.startAndWait<SubmittedAction | JudgedRefusal>(start)
  // Its step may still run, and takes the stamp then.
  if (started.state !== 'ANSWERED') return 'UNKNOWN'
  if (stampId !== undefined) await forgetStamp(database, stampId)
  return started.answer.outcome === 'REFUSED' ? { refused: started.answer } : started.answer
}

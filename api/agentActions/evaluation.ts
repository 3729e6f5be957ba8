/** The dry-run: what the judge would say, without reserving anything. */

import type { FromSchema } from 'json-schema-to-ts'
import type {
  AgentActionToEvaluate,
  AgentPolicyEvaluation,
} from '../../contract/components/agentEvaluation.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { Judgement } from '../../contract/judgement.ts'
import type { Shown } from '../../contract/shown.ts'
import { unpayableErrors, unreadyErrors } from '../../domain/payments/payable.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Agent, Platform } from '../operation.ts'
import { paymentIdentityOf } from '../payments/immediateExecution.ts'
import { requireId } from '../requireId.ts'
import { transferInOf } from '../transfers/createTransferIn.ts'
import { transferOutOf } from '../transfers/createTransferOut.ts'
import { type Transfer, transferBody, transferOrder } from '../transfers/transfer.ts'
import { judgedActionOf } from './agentPayment.ts'

/** What is refused before it is judged. */
export const evaluationErrors = [
  'QUOTE_NOT_FOUND',
  'ACCOUNT_NOT_FOUND',
  ...unreadyErrors,
  'MISSING_MANDATORY_USER_INFO',
  'WALLET_NOT_PROVISIONED',
  ...unpayableErrors,
  'INVALID_CURRENCY',
  'INVALID_AMOUNT',
  'QUOTE_RATE_UNAVAILABLE',
  'TRANSACTION_SIZE_LIMIT_EXCEEDED',
] as const

type Caller = {
  readonly dependencies: Dependencies
  readonly platform: Platform
  readonly agent: Agent
}

/**
 * Judges an action as its submission would.
 *
 * @param policy one that is not in force
 * @throws Refusal as the operation that would submit it, before it is judged
 */
export async function evaluate(
  action: FromSchema<typeof AgentActionToEvaluate>,
  caller: Caller,
  policy: object | undefined,
): Promise<Judgement> {
  const { dependencies, agent } = caller
  const { database } = dependencies
  const given = policy === undefined ? null : JSON.stringify(policy)
  if (action.type === 'EXECUTE_QUOTE') {
    const found = await database.maybeOne<{ judgement: Judgement }>({
      name: 'evaluate_agent_quote',
      text: `select judge_now($2, action_of_payment(q), $4::jsonb) as judgement
        from payments q where q.id = $1 and q.agent_id = $2 and q.platform_id = $3 and q.kind = 'QUOTE'`,
      values: [requireId('Quote', action.quoteId), agent.id, caller.platform.id, given],
    })
    if (found === undefined) throw new Refusal('QUOTE_NOT_FOUND')
    return found.judgement
  }
  const request: Transfer =
    action.type === 'TRANSFER_OUT'
      ? transferOutOf(action, 'evaluate')
      : transferInOf(action, 'evaluate')
  const body = transferBody(request)
  const name = paymentIdentityOf(caller.platform, 'evaluate', undefined, body)
  const order = await transferOrder(request, body, name, caller)
  return database.call('judge_now', agent.id, judgedActionOf(order), policy ?? null)
}

/** What the policy would have decided about the agent's last actions, oldest first. */
export async function evaluateLast(
  { dependencies, agent }: Caller,
  policy: object | undefined,
  max: number,
): Promise<Shown<typeof AgentPolicyEvaluation>['lastActions']> {
  const judged = await dependencies.database.call(
    'judge_last_actions',
    agent.id,
    policy ?? null,
    max,
  )
  return judged.map(({ actionId, ...rest }) => ({
    actionId: idOf('AgentAction', actionId),
    ...rest,
  }))
}

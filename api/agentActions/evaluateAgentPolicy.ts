import {
  AgentPolicyEvaluation,
  PlatformPolicyEvaluationRequest,
} from '../../contract/components/agentEvaluation.ts'
import { Refusal } from '../../contract/errors.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { evaluate, evaluateLast, evaluationErrors, presentJudgement } from './evaluation.ts'

export const evaluateAgentPolicy = operation({
  id: 'evaluateAgentPolicy',
  group: 'Agent Management',
  method: 'post',
  path: '/agents/:agentId/policy/evaluate',
  permission: 'VIEW',
  summary: 'Ask what a policy would decide, without changing anything',
  description:
    'About an action, about the last actions of the agent (`lastActions`), or both; by the policy ' +
    'in force, or by the one given. Of the last actions usage begins at nothing, and is what those ' +
    'before would have come to on their day and in their month.',
  outside: { byRequest: ['PAYOUT_RAIL'] },
  body: PlatformPolicyEvaluationRequest,
  status: 200,
  responses: { 200: AgentPolicyEvaluation },
  errors: evaluationErrors,
  async handle(call) {
    const { body, platform, dependencies } = call
    const id = requireId('Agent', call.params.agentId, 'REFERENCE_NOT_FOUND')
    const found = await dependencies.database.maybeOne<{ customer_id: string }>({
      name: 'agent_to_evaluate',
      text: `select customer_id from agents where id = $1 and platform_id = $2 and deleted_at is null`,
      values: [id, platform.id],
    })
    if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    const caller = { dependencies, platform, agent: { id, customerId: found.customer_id } }
    const { action, lastActions, policy } = body
    return {
      ...(action && presentJudgement(await evaluate(action, caller, policy))),
      ...(lastActions && { lastActions: await evaluateLast(caller, policy, lastActions) }),
    }
  },
})

import {
  AgentPolicyEvaluation,
  PlatformPolicyEvaluationRequest,
} from '../../contract/components/agentEvaluation.ts'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentJudgement } from '../../contract/present/agentReview.ts'
import type { Database } from '../../db/database.ts'
import { looseOf, mergedPolicy } from '../../domain/agents/policy.ts'
import { newPolicyProblems, refuseProblems } from '../agents/policyFacts.ts'
import { operation, type ValidationInput } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { evaluate, evaluateLast, evaluationErrors } from './evaluation.ts'

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
    'before would have come to on their day and in their month. A policy that contradicts itself is ' +
    'refused as it is when an agent is created.',
  outside: { byRequest: ['PAYOUT_RAIL'] },
  body: PlatformPolicyEvaluationRequest,
  validate: validateEvaluation,
  status: 200,
  responses: { 200: AgentPolicyEvaluation },
  errors: ['REFERENCE_NOT_FOUND', ...evaluationErrors],
  async handle(call) {
    const { body, platform, dependencies } = call
    const id = requireId('Agent', call.params.agentId)
    const customerId = await customerOf(dependencies.database, platform.id, id)
    if (customerId === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    const caller = { dependencies, platform, agent: { id, customerId } }
    const { action, lastActions } = body
    const policy = body.policy && mergedPolicy(undefined, body.policy)
    if (policy) refuseProblems(await newPolicyProblems(dependencies.database, customerId, policy))
    return {
      ...(action && presentJudgement(await evaluate(action, caller, policy))),
      ...(lastActions && { lastActions: await evaluateLast(caller, policy, lastActions) }),
    }
  },
})

/** UUID of the customer of an agent; undefined if there is none. */
async function customerOf(
  database: Database,
  platformId: string,
  agentId: string,
): Promise<string | undefined> {
  const found = await database.maybeOne<{ customer_id: string }>({
    name: 'agent_to_evaluate',
    text: `select customer_id from agents where id = $1 and platform_id = $2 and deleted_at is null`,
    values: [agentId, platformId],
  })
  return found?.customer_id
}

/** Adds policy errors to schema errors. If the schema is satisfied, the handler checks the policy, once. */
async function validateEvaluation(given: ValidationInput): Promise<FieldError[]> {
  const { policy } = looseOf(given.body)
  if (!given.isSchemaInvalid || policy === undefined) return []
  const { database } = given.dependencies
  const uuid = uuidOf('Agent', given.params.agentId ?? '')
  const customerId = uuid && (await customerOf(database, given.platform.id, uuid))
  return newPolicyProblems(database, customerId, mergedPolicy(undefined, looseOf(policy)))
}

import {
  AgentPolicyEvaluation,
  AgentPolicyEvaluationRequest,
} from '../../contract/components/agentEvaluation.ts'
import { presentJudgement } from '../../contract/present/agentReview.ts'
import { operation } from '../operation.ts'
import { evaluate, evaluationErrors } from './evaluation.ts'

export const evaluateOwnPolicy = operation({
  id: 'evaluateOwnPolicy',
  group: 'Agent Operations',
  method: 'post',
  path: '/agents/me/policy/evaluate',
  security: 'AGENT',
  answersPaused: true,
  summary: 'Ask what would become of an action, without doing it',
  description:
    'Takes the action that would be submitted. `ALLOW`: it would be executed at once; ' +
    '`APPROVAL_REQUIRED`: it would wait for a person; `DENY`: it would be refused. Each rule that ' +
    'applies is shown with its numbers, and what the limits leave. Nothing is reserved.',
  outside: { byRequest: ['PAYOUT_RAIL'] },
  body: AgentPolicyEvaluationRequest,
  status: 200,
  responses: { 200: AgentPolicyEvaluation },
  errors: evaluationErrors,
  async handle(call) {
    return presentJudgement(await evaluate(call.body.action, call, undefined))
  },
})

import { AgentActionReview } from '../../contract/components/agentReview.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Judgement } from '../../contract/judgement.ts'
import {
  presentActionRecord,
  presentJudgement,
  type ReviewedActionRow,
} from '../../contract/present/agentReview.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

type Row = { readonly action: ReviewedActionRow; readonly judgement: Judgement | null }

export const getAgentAction = operation({
  id: 'getAgentAction',
  group: 'Agent Management',
  method: 'get',
  path: '/agents/actions/:actionId',
  permission: 'VIEW',
  summary: 'Read an action of an agent, with what a decision about it goes by',
  description:
    'While it waits, `judgement` has the rules that want a person to see it, and the budget: `used` ' +
    'before it, `requested` by it. Afterwards it has who decided, and when.',
  status: 200,
  responses: { 200: AgentActionReview },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const found = await database.maybeOne<Row>({
      name: 'reviewed_agent_action',
      text: `select reviewed_action_row(a) as action, judgement_of_pending(a) as judgement
        from agent_actions a where a.id = $1 and a.platform_id = $2`,
      values: [requireId('AgentAction', params.actionId), platform.id],
    })
    if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    const { action, judgement } = found
    return {
      ...presentActionRecord(action),
      ...(judgement && { judgement: presentJudgement(judgement) }),
    }
  },
})

/** Actions of agents as the platform reads them. */
import type { AgentActionRecord } from '../components/agentReview.ts'
import type { Judgement } from '../judgement.ts'
import type { Shown } from '../shown.ts'
import { type AgentActionRow, presentAgentAction } from './agentActions.ts'
import { present, shownInstant } from './rows.ts'

/** As the SQL function `reviewed_action_row` gives it. */
export type ReviewedActionRow = AgentActionRow & {
  readonly agent_name: string
  readonly policy_version: number
  readonly limit_amount: number
  readonly limit_currency: string
  readonly counted_day: string
  readonly count_state: 'RESERVED' | 'SPENT' | 'RELEASED'
  readonly decided_at: string | null
  readonly expires_at: string | null
}

export function presentActionRecord(row: ReviewedActionRow): Shown<typeof AgentActionRecord> {
  return present({
    ...presentAgentAction(row),
    agentName: row.agent_name,
    policyVersion: row.policy_version,
    counted: {
      amount: row.limit_amount,
      currency: row.limit_currency,
      day: row.counted_day,
      state: row.count_state,
    },
    decision: row.decision,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at && shownInstant(row.decided_at),
    expiresAt: row.expires_at && shownInstant(row.expires_at),
  })
}

/** The members of a judgement that are shown. */
export function presentJudgement({
  decision,
  rules,
  remaining,
}: Judgement): Omit<Judgement, 'code'> {
  return { decision, rules, remaining }
}

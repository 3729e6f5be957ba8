/** Agents as the platform and the agent itself see them. */
import type { Agent, AgentPolicy, AgentUsage } from '../components/agents.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

/** As the SQL function `agent_row` gives it. */
export type AgentRow = {
  readonly id: string
  readonly customer_id: string
  readonly name: string
  readonly is_paused: boolean
  readonly is_connected: boolean
  /** As it is shown. */
  readonly policy: Shown<typeof AgentPolicy>
  /** As it is shown. */
  readonly usage: Shown<typeof AgentUsage>
  readonly created_at: string
  readonly updated_at: string
}

export function presentAgent(row: AgentRow): Shown<typeof Agent> {
  return present({
    id: idOf('Agent', row.id),
    name: row.name,
    customerId: idOf('Customer', row.customer_id),
    isPaused: row.is_paused,
    isConnected: row.is_connected,
    policy: row.policy,
    usage: row.usage,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

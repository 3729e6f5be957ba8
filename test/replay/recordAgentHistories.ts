/** Plays what may become of an action that an agent has submitted. */
import type { Client } from '@temporalio/client'
import type { Config } from '../../runtime/config.ts'
import {
  actionOf,
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  decide,
  executeQuote,
  storedValue,
  transferOut,
} from '../support/agentActions.ts'
import type { SharedStack } from '../support/stack.ts'

type Stage = {
  readonly stack: SharedStack
  readonly client: Client
  readonly config: Config
}

type Closed = (name: string, workflowId: string) => Promise<void>

export async function recordAgentHistories(stage: Stage, closed: Closed): Promise<void> {
  const { stack } = stage
  const acting = await anActingAgent(stack, askingPolicy, 500_000n)
  const submitted = async (amount: number) =>
    actionOf(await transferOut(acting, amount), 'PENDING_APPROVAL')

  const approved = await submitted(1_000)
  await decide(acting, approved, 'approve')
  await closed('agentAction-approved', approved.id)
  const rejected = await submitted(1_001)
  await decide(acting, rejected, 'reject')
  await closed('agentAction-rejected', rejected.id)
  const failed = await submitted(600_000)
  await decide(acting, failed, 'approve')
  await closed('agentAction-failed', failed.id)

  const quote = await anAgentQuote(acting)
  const text = `update payments set expires_at = service_now() + interval '2 seconds'
    where id = $1 returning id`
  await storedValue(stack, text, [quote.id.slice('Quote:'.length)])
  const expired = actionOf(await executeQuote(acting, quote), 'PENDING_APPROVAL')
  await closed('agentAction-expired', expired.id)

  const orphaned = await submitted(1_002)
  await acting.api.call('DELETE', `/agents/${acting.agent.id}`)
  await closed('agentAction-agentDeleted', orphaned.id)
}

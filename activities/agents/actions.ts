/** What an agent asks for and a person decides. */
import type { DecideActionInput, DecidedAction, SubmittedAction } from '../../db/agentFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'

export type { DecidedAction } from '../../db/agentFunctions.ts'

/** An action that has been submitted. */
export type SubmittedActionInput = {
  readonly actionId: string
  readonly agentId: string
  readonly platformId: string
  readonly paymentId: string
}

/** A person's decision as it is asked for. */
export type ActionDecisionRequest = Pick<DecideActionInput, 'decision' | 'by' | 'reason'>

export function createAgentActionSteps({
  database,
  records,
}: Pick<ActivityDependencies, 'database' | 'records'>) {
  return {
    /** The action as its workflow begins with it. */
    async followAgentAction({ actionId }: { actionId: string }): Promise<SubmittedAction> {
      const found = await database.call('follow_agent_action', actionId)
      if (found === null) throw new Error(`no action ${actionId}`)
      return found
    },

    /** Carries a decision out, once; an approval is judged again and executed. */
    async decideAgentAction(
      input: ActionDecisionRequest & { readonly actionId: string },
    ): Promise<DecidedAction> {
      const { actionId, decision, by, reason } = input
      const request = { actionId, decision, by, reason, codeKey: records.currentId }
      const decided = await database.call('decide_agent_action', request)
      if (decided === null) throw new Error(`no action ${actionId}`)
      return decided
    },

    /** Ends the action whose quote has expired. @returns whether it is decided, by this or before */
    async expireAgentAction(input: { actionId: string; paymentId: string }): Promise<boolean> {
      await database.call('expire_payment', input.paymentId)
      const { is_decided: isDecided } = await database.one<{ is_decided: boolean }>({
        name: 'agent_action_decided',
        text: `select status <> 'PENDING_APPROVAL' as is_decided from agent_actions where id = $1`,
        values: [input.actionId],
      })
      return isDecided
    },
  }
}

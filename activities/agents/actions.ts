/** What an agent asks for and a person decides. */
import type { FollowedAction } from '../../db/agentFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'

/** An action that has been submitted. */
export type SubmittedActionInput = {
  readonly actionId: string
  readonly agentId: string
  readonly platformId: string
  readonly paymentId: string
}

export function createAgentActionSteps({ database }: Pick<ActivityDependencies, 'database'>) {
  return {
    /** The action as its row is now: whether it waits, and until when. */
    async followAgentAction({ actionId }: { actionId: string }): Promise<FollowedAction> {
      const found = await database.call('follow_agent_action', actionId)
      if (found === null) throw new Error(`no action ${actionId}`)
      return found
    },

    /** Ends the action with its quote, where the quote's time is over by the database's clock. */
    async expireAgentAction({ paymentId }: { paymentId: string }): Promise<void> {
      await database.call('expire_payment', paymentId)
    },
  }
}

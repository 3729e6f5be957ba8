/** What an agent asks for and a person decides. */
import { stampOf } from '../../contract/sealedText.ts'
import type {
  DecideActionInput,
  DecidedAction,
  JudgedRefusal,
  SubmitActionInput,
  SubmittedAction,
} from '../../db/agentFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'

export type { DecidedAction, SubmitActionInput } from '../../db/agentFunctions.ts'

export type SubmitActionResult = SubmittedAction | JudgedRefusal

/** A person's decision as it is asked for. */
export type ActionDecisionRequest = Pick<DecideActionInput, 'decision' | 'by' | 'reason'>

export function createAgentActionSteps({
  database,
  records,
}: Pick<ActivityDependencies, 'database' | 'records'>) {
  return {
    /** The synchronous step: pending (now, or by this request before) or refused. */
    async submitAgentAction(input: SubmitActionInput): Promise<SubmitActionResult> {
      const { actionId, agentId, platformId, paymentId, attempt, ...request } = input
      const { operation, key, requestHash, order, stampId, publicKey } = request
      return database.call('submit_agent_action', {
        ...{ actionId, agentId, platformId, paymentId, attempt },
        ...{ operation, key, requestHash, order, stampId, publicKey },
      })
    },

    /** Carries a decision out, once; an approval is judged again and executed. */
    async decideAgentAction(
      input: ActionDecisionRequest & { readonly actionId: string },
    ): Promise<DecidedAction> {
      const { actionId, decision, by, reason } = input
      const request = { actionId, decision, by, reason, codeKey: records.currentId }
      let decided = await database.call('decide_agent_action', request)
      if (decided !== null && 'sealedStamp' in decided) {
        const stamp = records.open(decided.sealedStamp, stampOf(actionId))
        decided = await database.call('decide_agent_action', { ...request, stamp })
      }
      if (decided === null || 'sealedStamp' in decided) throw new Error(`no action ${actionId}`)
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

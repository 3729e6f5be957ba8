/** Decisions about what agents have submitted, where a platform asks an operator to decide. */
import { Refusal } from '../../../contract/errors.ts'
import { idOf, uuidOf } from '../../../contract/ids.ts'
import type { Environment } from '../../../contract/outsideParties.ts'
import { type PaymentStep, partiesOfPayment } from '../../../contract/paymentOrder.ts'
import type { ActionDecision } from '../../../db/agentFunctions.ts'
import type { Tx } from '../../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { refusalOf } from '../../outcomes.ts'
import { requireOutside } from '../../outside.ts'
import type { By, Choice, Decidable } from './decidable.ts'
import { preview } from './preview.ts'

type Row = {
  readonly platformId: string
  readonly environment: Environment
  readonly transactionId: string
  readonly steps: readonly PaymentStep[]
  readonly amount: bigint
  readonly currency: string
  readonly status: string
  readonly state: string
}

/** An action that waits for approval: an approval is judged anew, and executes its payment. */
export async function decidableAgentAction(
  tx: Tx,
  subject: string,
  isLocked: boolean,
  dependencies: Dependencies,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('AgentAction', subject)
  if (uuid === undefined) return undefined
  if (isLocked) {
    // In the order of the decision itself: the agent and the customers before the payment.
    await tx.query({
      name: 'lock_decided_action',
      text: 'select 1 from lock_decided_action($1)',
      values: [JSON.stringify({ actionId: uuid, decision: 'APPROVE' })],
    })
  }
  const row = await tx.maybeOne<Row>({
    name: 'decidable_agent_action',
    text: `select a.platform_id as "platformId", p.environment, p.transaction_id as "transactionId", p.steps, a.amount,
        a.currency, a.status, md5(a.status || a.updated_at) as state
      from agent_actions a join payments p on p.id = a.payment_id where a.id = $1`,
    values: [uuid],
  })
  if (row === undefined) return undefined
  const { platformId, environment, amount, currency, status, state } = row
  const shared = { subject, platformId, state, amount: { amount, currency } }
  if (status !== 'PENDING_APPROVAL') {
    return { ...shared, choices: [], nothing: `It does not wait for approval: it is ${status}.` }
  }
  const decide = async (within: Tx, decision: ActionDecision, { by, reason }: By) => {
    const { currentKey: codeKey } = dependencies.codes
    const asked = { actionId: uuid, decision, by, reason, codeKey }
    const decided = await within.call('decide_agent_action', asked)
    if (decided.outcome === 'REFUSED') throw refusalOf(decided)
    const { isMine, action } = decided
    if (!isMine) throw new Refusal('CONFLICT', { reason: 'Something else has become of it.' })
    return action
  }
  const choiceOf = (decision: ActionDecision, meaning: string): Choice => ({
    decision: decision.toLowerCase(),
    meaning,
    outcomes: async () => [
      await preview(tx, idOf('Transaction', row.transactionId), 'at once', async () => {
        const { status: result } = await decide(tx, decision, { by: 'preview', reason: 'preview' })
        return result
      }),
    ],
    async carryOut(within, by) {
      if (decision === 'APPROVE') {
        requireOutside(
          { dependencies, platform: { environment } },
          partiesOfPayment(row.steps, false),
        )
      }
      const { status: result, reason } = await decide(within, decision, by)
      if (result !== 'FAILED') return `It is ${result}.`
      return { sentence: `It is FAILED: ${reason}.`, isRefused: true }
    },
  })
  return {
    ...shared,
    choices: [
      choiceOf('APPROVE', 'It is judged by the agent’s policy as it is now, and executed.'),
      choiceOf('REJECT', 'It is not executed.'),
    ],
  }
}

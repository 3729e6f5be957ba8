/** The platform's decision about an incoming payment, or about what its agent asks for, by call. */
import type { Transaction } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { Shown } from '../../contract/shown.ts'
import {
  type DecidableAction,
  decidable,
  decideAction,
  requirePartiesOf,
  type WantedDecision,
} from '../agentActions/decideAction.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Call, Platform } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { untilAnswered } from '../untilAnswered.ts'
import { findTransaction, presentFound } from './findTransaction.ts'

export type PlatformDecision = {
  readonly decision: 'APPROVED' | 'REJECTED'
  readonly failureReason?: string
  readonly reason?: string | undefined
  readonly receiverCustomerInfo?: object | undefined
}

/**
 * Decides about a pending incoming payment of this platform, or a transaction of an agent that waits
 * for its approval, and signals the workflow.
 *
 * @throws Refusal TRANSACTION_NOT_FOUND; TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL for one that is
 *   decided already or needs no approval
 */
export async function decideTransaction(
  dependencies: Dependencies,
  platform: Platform,
  transactionId: string,
  reply: PlatformDecision,
): Promise<Shown<typeof Transaction>> {
  const { database } = dependencies
  const { id: platformId, tokenId } = platform
  const { decision, ...more } = reply
  const uuid = requireId('Transaction', transactionId)
  const given = { decision, by: 'call', ...more }
  const row = await database.maybeOne<{ payment_id: string }>({
    name: 'incoming_to_decide',
    text: 'select payment_id from incoming_approvals where transaction_id = $1 and platform_id = $2',
    values: [uuid, platformId],
  })
  const isDecided =
    row !== undefined &&
    (await untilAnswered(dependencies, async (isRepeat) => {
      const made = await database.call('record_approval_decision', row.payment_id, given)
      return made.isDecidedNow || (isRepeat && made.decision === decision)
    }))
  if (!isDecided) {
    // TRANSACTION_NOT_FOUND takes precedence.
    const { row: transaction } = await findTransaction(dependencies, platformId, uuid)
    const conflict = new Refusal('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
    if (row !== undefined || transaction.agent_id == null) throw conflict
    const by = idOf('Token', tokenId)
    await decideOfAgent(
      { dependencies, platform },
      uuid,
      { decision, by, reason: reply.reason },
      conflict,
    )
    return presentFound(await findTransaction(dependencies, platformId, uuid))
  }
  return presentFound(await findTransaction(dependencies, platformId, uuid))
}

/** The agent's action whose transaction it is, which waits or was the last to wait. */
async function decideOfAgent(
  caller: Pick<Call, 'dependencies' | 'platform'>,
  transactionId: string,
  { decision, ...wanted }: Omit<WantedDecision, 'decision'> & Pick<PlatformDecision, 'decision'>,
  conflict: Refusal,
): Promise<void> {
  const { dependencies } = caller
  const found = await dependencies.database.maybeOne<DecidableAction>({
    name: 'agent_transaction_to_decide',
    text: `select ${decidable} from payments p join agent_actions a on a.payment_id = p.id
      where p.transaction_id = $1 and a.status = 'PENDING_APPROVAL'`,
    values: [transactionId],
  })
  if (found === undefined) throw conflict
  const asked = { ...wanted, decision: decision === 'APPROVED' ? 'APPROVE' : 'REJECT' } as const
  requirePartiesOf(caller, found, asked)
  await decideAction(dependencies, found, asked, conflict)
}

/** The platform's decision about an incoming payment, by call. */
import { Refusal } from '../../contract/errors.ts'
import { approvalDecidedSignal } from '../../workflows/quoteExecution.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'
import { findTransaction, presentFound } from './found.ts'

export type PlatformDecision = {
  readonly decision: 'APPROVED' | 'REJECTED'
  readonly failureReason?: string
  readonly reason?: string | undefined
  readonly receiverCustomerInfo?: object | undefined
}

/**
 * Records the decision about a pending incoming payment of this platform, and signals its workflow.
 *
 * @throws Refusal TRANSACTION_NOT_FOUND; TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL for one that is
 *   decided already or needs no approval
 */
export async function decideIncomingPayment(
  dependencies: Dependencies,
  platformId: string,
  transactionId: string,
  reply: PlatformDecision,
): Promise<object> {
  const { database, temporal } = dependencies
  const { decision, ...more } = reply
  const uuid = requireId('Transaction', transactionId, 'TRANSACTION_NOT_FOUND')
  const [row] = await database.query<{ payment_id: string; result: { isDecidedNow: boolean } }>({
    name: 'decide_incoming',
    text: `select payment_id, record_approval_decision(payment_id, $3::jsonb) as result
      from incoming_approvals where transaction_id = $1 and platform_id = $2`,
    values: [uuid, platformId, JSON.stringify({ decision, by: 'call', ...more })],
  })
  if (!row?.result.isDecidedNow) {
    // TRANSACTION_NOT_FOUND takes precedence.
    await findTransaction(dependencies, platformId, uuid)
    throw new Refusal('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
  }
  await temporal.signal(`Quote:${row.payment_id}`, approvalDecidedSignal)
  return presentFound(await findTransaction(dependencies, platformId, uuid))
}

/** A transfer of an agent: executed at once, or submitted for approval. */

import type { AgentAction } from '../../contract/components/agents.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Reply } from '../operation.ts'
import { type Transfer, transferBody, transferOrder } from '../transfers/transfer.ts'
import type { AgentCall } from './agentCall.ts'
import { agentPayment } from './agentPayment.ts'
import { shownAction } from './requests.ts'

/** @throws Refusal as a transfer of the platform, and what the policy denies */
export async function agentTransfer(
  request: Transfer,
  call: AgentCall,
  allowDuplicate: boolean | undefined,
): Promise<Reply<Shown<typeof AgentAction>>> {
  const { operation } = request
  const body = transferBody(request)
  const { action, isReplay } = await agentPayment(
    { operation, body, order: (name) => transferOrder(request, body, name, call) },
    call,
    allowDuplicate,
  )
  return shownAction(201, action, isReplay)
}

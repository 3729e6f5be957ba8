/** What agents have asked for, as the platform and the agent itself see it. */
import type { AgentActionRecord } from '../components/agentReview.ts'
import type { AgentAction, AgentTransferDetails } from '../components/agents.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { presentPayment, presentQuote } from './index.ts'
import { type PaymentRow, present, shownInstant, type TransactionRow } from './rows.ts'

export type AgentActionType = 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN'

/** As the SQL function `agent_action_row` gives it. */
export type AgentActionRow = {
  readonly id: string
  readonly agent_id: string
  readonly customer_id: string
  readonly platform_customer_id: string
  readonly status: 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED'
  readonly type: AgentActionType
  readonly amount: number
  readonly currency: string
  readonly reason: string | null
  readonly request_key: string | null
  /** How it was decided, and by whom. */
  readonly decision: Shown<typeof AgentActionRecord>['decision'] | null
  readonly decided_by: string | null
  readonly payment: PaymentRow
  readonly transaction: TransactionRow
  readonly created_at: string
  readonly updated_at: string
}

export function presentAgentAction(row: AgentActionRow): Shown<typeof AgentAction> {
  const isQuote = row.type === 'EXECUTE_QUOTE'
  return present({
    id: idOf('AgentAction', row.id),
    agentId: idOf('Agent', row.agent_id),
    customerId: idOf('Customer', row.customer_id),
    platformCustomerId: row.platform_customer_id,
    status: row.status,
    type: row.type,
    quote: isQuote ? presentQuote(row.payment) : null,
    transferDetails: isQuote ? null : detailsOf(row),
    transaction: presentPayment(row.transaction),
    rejectionReason: row.reason,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

function detailsOf({
  amount,
  currency,
  payment,
}: AgentActionRow): Shown<typeof AgentTransferDetails> {
  return {
    amount,
    currency,
    sourceAccountId: payment.source?.accountId ?? '',
    destinationAccountId: payment.destination?.accountId ?? '',
  }
}

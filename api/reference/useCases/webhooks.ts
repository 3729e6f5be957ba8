/** A body of every type of event, as it is sent. */
import { webhookTypes } from '../../../contract/webhooks.ts'
import { bank, dollars } from '../resources/accounts.ts'
import { transferAction } from '../resources/agents.ts'
import { failedImportJob, importJob } from '../resources/bulkImports.ts'
import { card, purchaseOf } from '../resources/cards.ts'
import { claimedInvitation } from '../resources/invitations.ts'
import { incomingPayment, settled, walletPayment } from '../resources/payments.ts'
import { business, individual, verification } from '../resources/people.ts'
import { at, begunAt, fiveMinutesLater, type Shown } from '../resources/shared.ts'
import { given } from './given.ts'

const refundStatus: Readonly<Record<string, string>> = {
  REFUND_PENDING: 'PENDING',
  REFUND_COMPLETED: 'COMPLETED',
  REFUND_FAILED: 'FAILED',
}

/** When a payment came to a status. */
function instantOf(event: string): string {
  if (event === 'EXPIRED') return fiveMinutesLater
  return event.startsWith('PENDING') ? begunAt : at
}

/** A payment as it is after an event. */
function paymentAfter(event: string, payment: Shown, failureReason: string): Shown {
  const now = { ...payment, updatedAt: instantOf(event) }
  const status = refundStatus[event]
  if (status !== undefined) {
    const refund = {
      reference: 'refund-4711',
      initiatedAt: begunAt,
      status,
      reason: 'TRANSACTION_FAILED',
    }
    return {
      ...now,
      status: 'FAILED',
      failureReason,
      refund: { ...refund, ...(status === 'COMPLETED' && { settledAt: at }) },
    }
  }
  if (event === 'COMPLETED') return settled(payment)
  return { ...now, status: event, ...(event === 'FAILED' && { failureReason }) }
}

const dataOf: Readonly<Record<string, (event: string) => Shown>> = {
  OUTGOING_PAYMENT: (event) => paymentAfter(event, walletPayment, 'PAYOUT_RETURNED'),
  INCOMING_PAYMENT: (event) => paymentAfter(event, incomingPayment, 'ACCOUNT_CANNOT_RECEIVE'),
  CUSTOMER: (event) => {
    const [kind, status] = event.split('_')
    return kind === 'KYB'
      ? { ...business, kybStatus: status, updatedAt: at }
      : { ...individual, kycStatus: status, updatedAt: at }
  },
  VERIFICATION: (event) => ({
    ...verification,
    verificationStatus: event,
    ...(event !== 'RESOLVE_ERRORS' && { errors: [] }),
    updatedAt: at,
  }),
  INTERNAL_ACCOUNT: () => ({ ...dollars, updatedAt: at }),
  EXTERNAL_ACCOUNT: () => bank,
  AGENT_ACTION: () => transferAction,
  CARD: (event) => ({
    ...card,
    ...(event === 'STATE_CHANGE' && { state: 'FROZEN' }),
    updatedAt: at,
  }),
  CARD_TRANSACTION: purchaseOf,
  INVITATION: () => claimedInvitation,
  BULK_UPLOAD: (event) => (event === 'FAILED' ? failedImportJob : importJob),
}

/** The body of an event of this type. */
export function webhookExample(type: string): Shown {
  const [prefix = '', event = ''] = type.split('.')
  const data = dataOf[prefix]?.(event) ?? {}
  return { id: given.event, type, timestamp: data.updatedAt ?? at, data }
}

/** By type, in the order of the table of events. */
export const webhookExamples: Readonly<Record<string, Shown>> = Object.fromEntries(
  webhookTypes.map((type) => [type, webhookExample(type)]),
)

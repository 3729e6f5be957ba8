import { request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { isPayment, type Transaction } from './facts.tsx'

type ActionsProps = {
  readonly transaction: Transaction
  /** The transaction waits for the platform's decision, as its timeline says. */
  readonly waitsForPlatform: boolean
  readonly onDone: () => void
}

/** Rails over which a payment can be called back. */
const cancellable = ['ACH', 'WIRE']

/** What the API lets the platform do with the transaction as it is now; nothing else is shown. */
export function Actions({ transaction, waitsForPlatform, onDone }: ActionsProps) {
  if (!isPayment(transaction)) return null
  const { status } = transaction
  const path = { transactionId: transaction.id }
  const rail = transaction.type === 'OUTGOING' ? transaction.paymentRail : undefined
  const canCancel = status === 'PROCESSING' && rail !== undefined && cancellable.includes(rail)
  const canConfirm = status === 'COMPLETED' && transaction.receiptDeliveryConfirmedAt === undefined
  if (!waitsForPlatform && !canCancel && !canConfirm) return null
  return (
    <div class="row">
      {waitsForPlatform && (
        <>
          <ActionButton
            request={request('post', '/transactions/{transactionId}/approve', { path })}
            needs="TRANSACT"
            kind="primary"
            confirm="The payment goes on: the money moves."
            done="The payment is approved."
            onDone={onDone}
          >
            Approve
          </ActionButton>
          <ActionButton
            request={request('post', '/transactions/{transactionId}/reject', { path })}
            needs="TRANSACT"
            kind="danger"
            confirm="The payment ends here and cannot be approved any more."
            done="The payment is rejected."
            onDone={onDone}
          >
            Reject
          </ActionButton>
        </>
      )}
      {canCancel && (
        <ActionButton
          request={request('post', '/transactions/{transactionId}/cancel', { path })}
          needs="TRANSACT"
          kind="danger"
          confirm="The rail is asked to stop the payout. If it still can, the payment fails and is refunded; otherwise it completes."
          done="The cancellation is requested."
          onDone={onDone}
        >
          Cancel payment
        </ActionButton>
      )}
      {canConfirm && (
        <ActionButton
          request={request('post', '/transactions/{transactionId}/confirm', { path })}
          needs="TRANSACT"
          done="It is recorded that the customer was given the receipt."
          onDone={onDone}
        >
          Receipt was given
        </ActionButton>
      )}
    </div>
  )
}

/** What rows and the panel show of a transaction of any type. */
import type { Component } from '../../lib/request.ts'
import { Money } from '../../ui/Money.tsx'
import { wordsOf } from '../../ui/statuses.ts'

export type Transaction = Component<'TransactionOneOf'>
export type Payment = Component<'IncomingTransaction'> | Component<'OutgoingTransaction'>

export function isPayment(transaction: Transaction): transaction is Payment {
  return transaction.type !== 'CARD'
}

/** `10.00 USDB → 9.87 USD`, `+ 25.00 USDB`. */
export function Amounts({ of }: { readonly of: Transaction }) {
  if (of.type === 'CARD') {
    return <Money value={of.authorizedAmount} {...(of.direction === 'CREDIT' && { sign: '+' })} />
  }
  if (of.type === 'INCOMING') return <Money value={of.receivedAmount} sign="+" />
  const { sentAmount, receivedAmount } = of
  const isSame =
    receivedAmount === undefined ||
    (receivedAmount.currency.code === sentAmount.currency.code &&
      receivedAmount.amount === sentAmount.amount)
  return (
    <>
      <Money value={sentAmount} />
      {!isSame && (
        <>
          {' → '}
          <Money value={receivedAmount} />
        </>
      )}
    </>
  )
}

/** What it was for, as far as it is known. */
export function purposeOf(transaction: Transaction): string {
  if (transaction.type === 'CARD') return transaction.merchant.descriptor
  return transaction.reconciliationInstructions?.reference ?? transaction.description ?? ''
}

/** The reasons of the interface, in sentences a support person can repeat. */
const reasons: Readonly<Record<string, string>> = {
  ACCOUNT_CANNOT_RECEIVE: 'The receiver’s account cannot take this payment.',
  ACCOUNT_INVALID: 'The receiver’s bank knows no such account.',
  COLLECTION_FAILED: 'The money could not be collected from the bank account.',
  COMPLIANCE_REJECTED: 'It was rejected, by the platform or by a check.',
  COUNTERPARTY_POST_TX_FAILED: 'The other institution did not confirm it.',
  FUNDING_AMOUNT_MISMATCH: 'Another amount arrived than the quote had asked for.',
  LIGHTNING_PAYMENT_FAILED: 'The payment over Lightning found no way.',
  LIMIT_EXCEEDED: 'The amount is above a limit.',
  LNURLP_FAILED: 'The receiver’s institution could not be asked.',
  MISSING_MANDATORY_PAYEE_DATA: 'The receiver’s institution lacked data that it must have.',
  OFFRAMP_FAILED: 'The payout to the bank did not succeed.',
  PAYMENT_APPROVAL_TIMED_OUT: 'The platform did not answer the webhook in time.',
  PAYMENT_APPROVAL_WEBHOOK_ERROR: 'The platform’s endpoint answered the webhook with an error.',
  PAYOUT_RETURNED: 'The bank sent the payout back.',
  PAY_REQUEST_FAILED: 'The receiver’s institution refused the request.',
  QUOTE_EXECUTION_FAILED: 'The payment was carried out and did not succeed.',
  QUOTE_EXPIRED: 'The quote was not executed, or not funded, in time.',
  QUOTE_RATE_UNAVAILABLE: 'There was no rate for this pair of currencies.',
  SWEEP_AMOUNT_OUT_OF_RANGE:
    'The deposit is outside the limits of the rule: the customer’s own account has it.',
  SWEEP_QUOTE_FAILED:
    'The deposit could not be priced for its destination: the customer’s own account has it.',
  SCA_NOT_COMPLETED: 'The payer did not authorize it in time.',
}

export function failureSentence(reason: string): string {
  return reasons[reason] ?? `${wordsOf(reason)}.`
}

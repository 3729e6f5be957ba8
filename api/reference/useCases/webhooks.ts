/** A body of every type of event: a thing of a recorded answer, as it is after the event. */
import { answers } from '../answers.ts'
import { given } from './given.ts'

type Shown = Readonly<Record<string, unknown>>

function answered(operation: string): Shown {
  return answers()[operation]?.[200] as Shown
}

/** The first record of a type on the first page of a list. */
function listed(operation: string, name: string, type: string): Shown {
  const data = answered(operation).data as readonly Shown[]
  return data.find((one) => one[name] === type) ?? {}
}

/** A payment as it is after an event. */
function paymentAfter(event: string, payment: Shown, failureReason: string): Shown {
  const { settledAt: _settled, ...unsettled } = payment
  const { createdAt: initiatedAt, updatedAt: at } = payment
  if (event === 'COMPLETED') return { ...unsettled, status: event, settledAt: at }
  if (event === 'FAILED') return { ...unsettled, status: event, failureReason }
  const [, status] = event.split('REFUND_')
  if (status === undefined) return { ...unsettled, status: event }
  const refund = { reference: 'refund-4711', initiatedAt, status, reason: 'TRANSACTION_FAILED' }
  return {
    ...unsettled,
    ...{ status: 'FAILED', failureReason },
    refund: { ...refund, ...(status === 'COMPLETED' && { settledAt: at }) },
  }
}

/** How much of a purchase is collected and given back, in cents. */
const amounts: Readonly<Record<string, { readonly settled: number; readonly refunded?: number }>> =
  {
    PARTIALLY_SETTLED: { settled: 300 },
    SETTLED: { settled: 500 },
    EXCEPTION: { settled: 500 },
  }

/** A purchase that was authorized, at another status. */
function purchaseAfter(status: string): Shown {
  const purchase = listed('listTransactions', 'type', 'CARD')
  const { settled = 0, refunded = 0 } = amounts[status] ?? {}
  const {
    authorizedAmount,
    settledAmount: _settled,
    refundedAmount: _refunded,
    ...facts
  } = purchase
  if (status === 'DECLINED')
    return { ...facts, authorizedAmount, status, cardDeclinedReason: 'INSUFFICIENT_FUNDS' }
  const { currency } = authorizedAmount as Shown
  if (status === 'VOIDED') return { ...facts, status, authorizedAmount: { amount: 0, currency } }
  const summary = (totalAmount: number): Shown => ({ count: Math.sign(totalAmount), totalAmount })
  return {
    ...purchase,
    status,
    settledAmount: { amount: settled, currency },
    refundedAmount: { amount: refunded, currency },
    settlementSummary: summary(settled),
    refundSummary: summary(refunded),
    // An exception is one because nothing could be taken.
    ...(status === 'EXCEPTION' && { pullSummary: { ...summary(0), pendingCount: 0 } }),
    ...(settled > 0 && { lastEventAt: purchase.updatedAt }),
  }
}

/** Of a file that lacks a column. */
const failedImport = {
  status: 'FAILED',
  progress: { total: 0, processed: 0, successful: 0, failed: 0 },
  errors: [
    {
      correlationId: '0',
      code: 'INVALID_INPUT',
      message: 'Invalid: postalCode',
      details: {
        row: 0,
        errors: [{ field: 'postalCode', constraint: 'required', message: 'is required' }],
      },
    },
  ],
} as const

const dataOf: Readonly<Record<string, (event: string) => Shown>> = {
  OUTGOING_PAYMENT: (event) =>
    paymentAfter(event, answered('getTransactionById'), 'PAYOUT_RETURNED'),
  INCOMING_PAYMENT: (event) =>
    paymentAfter(event, answered('sandboxReceive'), 'ACCOUNT_CANNOT_RECEIVE'),
  CUSTOMER: (event) => {
    const [kind, status] = event.split('_')
    return kind === 'KYB'
      ? { ...listed('listCustomers', 'customerType', 'BUSINESS'), kybStatus: status }
      : { ...answered('getCustomer'), kycStatus: status }
  },
  VERIFICATION: (verificationStatus) => {
    const { errors, ...verification } = answered('getVerification')
    const isToResolve = verificationStatus === 'RESOLVE_ERRORS'
    return { ...verification, verificationStatus, errors: isToResolve ? errors : [] }
  },
  INTERNAL_ACCOUNT: () => listed('listInternalAccounts', 'type', 'EMBEDDED_WALLET'),
  EXTERNAL_ACCOUNT: () => answered('getCustomerExternalAccountById'),
  AGENT_ACTION: () => answered('agentGetAction'),
  CARD: () => ({ ...answered('getCardById'), status: 'FROZEN', state: 'FROZEN' }),
  CARD_TRANSACTION: purchaseAfter,
  WALLET_OPERATION: (event) => ({
    operationId: 'Operation:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    requestId: 'Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    operationType: 'auth_credential.create',
    resourceType: 'AUTH_METHOD',
    resourceId: 'AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    ...(event === 'COMPLETED'
      ? { status: 'completed' }
      : { status: 'failed', error: { code: 'WALLET_SIGNATURE_INVALID' } }),
  }),
  INVITATION: () => answered('claimInvitation'),
  BULK_UPLOAD: (event) => ({
    ...answered('getBulkCustomerImportJob'),
    ...(event === 'FAILED' && failedImport),
  }),
}

/** The body of an event of this type, as it is sent. */
export function webhookExample(type: string): Shown {
  const [prefix = '', event = ''] = type.split('.')
  const data = dataOf[prefix]?.(event) ?? {}
  return { id: given.event, type, timestamp: data.updatedAt ?? '2026-01-15T09:30:00.000Z', data }
}

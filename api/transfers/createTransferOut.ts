import type { FromSchema } from 'json-schema-to-ts'
import { Transaction, TransferOutRequest } from '../../contract/components/payments.ts'
import { limitErrors, unpayableErrors, unreadyErrors } from '../../domain/payments/payable.ts'
import { operation } from '../operation.ts'
import { type Transfer, transfer } from './transfer.ts'

/** Refusals of a transfer out, an agent's too. */
export const transferOutErrors = [
  'ACCOUNT_NOT_FOUND',
  ...unreadyErrors,
  'SCA_SESSION_REQUIRED',
  'MISSING_MANDATORY_USER_INFO',
  ...unpayableErrors,
  'INVALID_CURRENCY',
  'AMOUNT_OUT_OF_RANGE',
  'QUOTE_EXPIRED',
  'INVALID_AMOUNT',
  'INSUFFICIENT_FUNDS',
  'QUOTE_RATE_UNAVAILABLE',
  'TRANSACTION_SIZE_LIMIT_EXCEEDED',
  ...limitErrors,
  'DUPLICATE_PAY_REQUEST',
] as const

export const createTransferOut = operation({
  id: 'createTransferOut',
  group: 'Same-Currency Transfers',
  method: 'post',
  path: '/transfer-out',
  permission: 'TRANSACT',
  deprecated: true,
  summary: 'Send money from an internal account to a bank account of the same currency',
  description:
    'Use a quote instead; it serves payments in one currency too, and embedded wallets, which ' +
    'must sign. Where strong authentication is asked of the customer, only to a beneficiary that ' +
    'the customer trusts.',
  outside: { byRequest: ['PAYOUT_RAIL'] },
  headers: { idempotencyKey: true },
  body: TransferOutRequest,
  status: 201,
  responses: { 201: Transaction },
  errors: transferOutErrors,
  handle: (call) => transfer(transferOutOf(call.body, 'createTransferOut'), call),
})

/** The transfer that a body asks for. */
export function transferOutOf(
  body: FromSchema<typeof TransferOutRequest>,
  operationId: string,
): Transfer {
  const { source, destination, amount, remittanceInformation, purposeOfPayment } = body
  return {
    kind: 'TRANSFER_OUT',
    operation: operationId,
    source: source.accountId,
    destination: destination.accountId,
    paymentRail: destination.paymentRail,
    amount,
    remittanceInformation,
    purposeOfPayment,
  }
}

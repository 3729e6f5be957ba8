import type { FromSchema } from 'json-schema-to-ts'
import { Transaction, TransferInRequest } from '../../contract/components/payments.ts'
import { limitErrors, unpayableErrors, unreadyErrors } from '../../domain/payments/payable.ts'
import { operation } from '../operation.ts'
import { type Transfer, transfer } from './transfer.ts'

/** Refusals of a transfer in, an agent's too. */
export const transferInErrors = [
  'ACCOUNT_NOT_FOUND',
  ...unreadyErrors,
  'SCA_SESSION_REQUIRED',
  'MISSING_MANDATORY_USER_INFO',
  'WALLET_NOT_PROVISIONED',
  ...unpayableErrors,
  'INVALID_CURRENCY',
  'QUOTE_EXPIRED',
  'INVALID_AMOUNT',
  'QUOTE_RATE_UNAVAILABLE',
  'TRANSACTION_SIZE_LIMIT_EXCEEDED',
  ...limitErrors,
  'DUPLICATE_PAY_REQUEST',
] as const

export const createTransferIn = operation({
  id: 'createTransferIn',
  group: 'Same-Currency Transfers',
  method: 'post',
  path: '/transfer-in',
  permission: 'TRANSACT',
  deprecated: true,
  summary: 'Pull money from a bank account into an internal account',
  description: 'Use a quote instead; it serves payments in one currency too.',
  outside: { byRequest: ['PAYOUT_RAIL'] },
  headers: { idempotencyKey: true },
  body: TransferInRequest,
  status: 201,
  responses: { 201: Transaction },
  errors: transferInErrors,
  handle: (call) => transfer(transferInOf(call.body, 'createTransferIn'), call),
})

/** The transfer that a body asks for. */
export function transferInOf(
  { source, destination, amount }: FromSchema<typeof TransferInRequest>,
  operationId: string,
): Transfer {
  return {
    kind: 'TRANSFER_IN',
    operation: operationId,
    source: source.accountId,
    destination: destination.accountId,
    amount,
  }
}

import { Transaction, TransferInRequest } from '../../contract/components/payments.ts'
import { operation } from '../operation.ts'
import { transfer } from './transfer.ts'

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
  errors: [
    'REFERENCE_NOT_FOUND',
    'USER_NOT_READY',
    'WALLET_NOT_PROVISIONED',
    'CONFLICT',
    'INVALID_CURRENCY',
    'QUOTE_EXPIRED',
    'INVALID_AMOUNT',
    'QUOTE_RATE_UNAVAILABLE',
    'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    'DUPLICATE_PAY_REQUEST',
  ],
  handle(call) {
    const { source, destination, amount } = call.body
    return transfer(
      {
        kind: 'TRANSFER_IN',
        operation: 'createTransferIn',
        source: source.accountId,
        destination: destination.accountId,
        amount,
      },
      call,
    )
  },
})

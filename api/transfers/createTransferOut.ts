import { Transaction, TransferOutRequest } from '../../contract/components/payments.ts'
import { unpayableErrors } from '../../domain/payments/payable.ts'
import { operation } from '../operation.ts'
import { transfer } from './transfer.ts'

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
    'must sign.',
  outside: { byRequest: ['PAYOUT_RAIL'] },
  headers: { idempotencyKey: true },
  body: TransferOutRequest,
  status: 201,
  responses: { 201: Transaction },
  errors: [
    'REFERENCE_NOT_FOUND',
    'USER_NOT_READY',
    ...unpayableErrors,
    'INVALID_CURRENCY',
    'AMOUNT_OUT_OF_RANGE',
    'QUOTE_EXPIRED',
    'INVALID_AMOUNT',
    'INSUFFICIENT_FUNDS',
    'QUOTE_RATE_UNAVAILABLE',
    'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    'DUPLICATE_PAY_REQUEST',
  ],
  handle(call) {
    const { source, destination, amount, remittanceInformation, purposeOfPayment } = call.body
    return transfer(
      {
        kind: 'TRANSFER_OUT',
        operation: 'createTransferOut',
        source: source.accountId,
        destination: destination.accountId,
        paymentRail: destination.paymentRail,
        amount,
        remittanceInformation,
        purposeOfPayment,
      },
      call,
    )
  },
})

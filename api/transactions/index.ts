import { approvePendingPayment } from './approvePendingPayment.ts'
import { cancelTransaction } from './cancelTransaction.ts'
import { confirmReceiptDelivery } from './confirmReceiptDelivery.ts'
import { getTransactionById } from './getTransactionById.ts'
import { listTransactionLedgerEntries } from './listTransactionLedgerEntries.ts'
import { listTransactions } from './listTransactions.ts'
import { listTransactionTimeline } from './listTransactionTimeline.ts'
import { listTransactionVolume } from './listTransactionVolume.ts'
import { rejectPendingPayment } from './rejectPendingPayment.ts'

export default [
  listTransactions,
  getTransactionById,
  listTransactionTimeline,
  confirmReceiptDelivery,
  approvePendingPayment,
  rejectPendingPayment,
  cancelTransaction,
  listTransactionLedgerEntries,
  listTransactionVolume,
]

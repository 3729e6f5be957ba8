import { getTransactionById } from './getTransactionById.ts'
import { listTransactionLedgerEntries } from './listTransactionLedgerEntries.ts'
import { listTransactions } from './listTransactions.ts'
import { listTransactionTimeline } from './listTransactionTimeline.ts'

export default [
  listTransactions,
  getTransactionById,
  listTransactionTimeline,
  listTransactionLedgerEntries,
]

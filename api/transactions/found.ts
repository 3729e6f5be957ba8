/** A transaction as a reader finds it: one past its quote's time is EXPIRED, whoever has moved it. */
import { presentTransaction, type TransactionRow } from '../../contract/present/index.ts'

/** SQL: whether the row `t` is PENDING past its time. */
export const expired = `(t.status = 'PENDING' and t.expires_at <= service_now())`

export type FoundTransaction = { readonly row: TransactionRow; readonly expired: boolean | null }

export function presentFound(found: FoundTransaction): object {
  return presentTransaction(found.expired ? { ...found.row, status: 'EXPIRED' } : found.row)
}

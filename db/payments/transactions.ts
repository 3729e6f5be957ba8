import type { TransactionRow } from '../../contract/present/index.ts'
import type { Database } from '../database.ts'

/** The transaction that has just been made. */
export async function readTransaction(
  database: Database,
  transactionId: string,
): Promise<TransactionRow> {
  const found = await database.one<{ row: TransactionRow }>({
    name: 'placed_transaction',
    text: 'select to_jsonb(t) as row from transactions t where id = $1',
    values: [transactionId],
  })
  return found.row
}

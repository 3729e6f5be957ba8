import type { TransactionRow } from '../../contract/present/index.ts'
import type { Database } from '../database.ts'

/** The transaction that has just been made. */
export async function readTransaction(
  database: Database,
  transactionId: string,
): Promise<TransactionRow> {
  const [found] = await database.query<{ row: TransactionRow }>({
    name: 'immediate_execution_transaction',
    text: 'select to_jsonb(t) as row from transactions t where id = $1',
    values: [transactionId],
  })
  if (found === undefined) throw new Error('the payment has no transaction')
  return found.row
}

/**
 * Bodies of provider activities, stored before they are first sent: whoever comes second, in
 * whatever process, sends the bytes of whoever came first.
 */
import type { Database } from '../db/database.ts'

/** Stores the body unless one is stored already, and answers the one that is. */
export async function storeOnce<Row>(
  database: Database,
  text: string,
  ...values: unknown[]
): Promise<Row> {
  const [row] = await database.query<Row>({ text, values })
  if (row === undefined) throw new Error('the row has gone')
  return row
}

/** Keeps the id that the provider gave to what was sent. */
export async function runStatement(
  database: Database,
  text: string,
  ...values: unknown[]
): Promise<void> {
  await database.query({ text, values })
}

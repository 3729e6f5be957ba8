/**
 * Bodies of provider activities, stored before they are first sent: every retry, in any process,
 * sends the bytes of the first attempt.
 */
import type { Database } from '../db/database.ts'

/** Stores the body unless one is stored already; returns the stored one. */
export async function storeOnce<Row>(
  database: Database,
  text: string,
  ...values: unknown[]
): Promise<Row> {
  const [row] = await database.query<Row>({ text, values })
  if (row === undefined) throw new Error('the row has gone')
  return row
}

/** Stores the provider's id of the activity. */
export async function runStatement(
  database: Database,
  text: string,
  ...values: unknown[]
): Promise<void> {
  await database.query({ text, values })
}

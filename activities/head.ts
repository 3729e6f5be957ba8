/** Calls a SQL function that takes and answers jsonb: one statement, one transaction. */
import type { Database } from '../db/database.ts'

type JsonFunction =
  | 'begin_payment'
  | 'create_customer'
  | 'issue_otp'
  | 'reserve_otp_attempt'
  | 'accept_otp'
  | 'claim_request'

export async function callFunction<Result>(
  database: Database,
  name: JsonFunction,
  input: object,
): Promise<Result> {
  const [row] = await database.query<{ result: Result }>({
    name,
    text: `select ${name}($1::jsonb) as result`,
    values: [JSON.stringify(input)],
  })
  if (row === undefined) throw new Error(`${name} answered nothing`)
  return row.result
}

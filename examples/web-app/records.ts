/** The shop's own records: who a customer is at the service, and what was ordered. A file stands for your database. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export type User = {
  readonly email: string
  readonly customerId: string
  readonly walletId: string
  /** Credential of a login by mailed code: every wallet has one. */
  readonly codeLogin: string
  /** The passkey that was added last. */
  readonly passkeyLogin?: string
}

export type Order = {
  readonly id: string
  /** Whose order it is. */
  readonly email: string
  readonly quoteId: string
  /** Kept before anything is paid: a second click, and a process that was restarted, send the same one. */
  readonly idempotencyKey: string
}

export type Rows<Row> = { find(id: string): Row | undefined; keep(id: string, row: Row): void }

/** @param file where it all is kept; made when something is */
export function openRecords(file: string): {
  readonly users: Rows<User>
  readonly orders: Rows<Order>
} {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  function rowsOf<Row>(name: string): Rows<Row> {
    const rows = new Map<string, Row>(Object.entries(kept[name] ?? {}))
    return {
      find: (id) => rows.get(id),
      keep(id, row) {
        kept[name] = Object.fromEntries(rows.set(id, row))
        writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
        renameSync(`${file}.new`, file)
      },
    }
  }
  return { users: rowsOf<User>('users'), orders: rowsOf<Order>('orders') }
}

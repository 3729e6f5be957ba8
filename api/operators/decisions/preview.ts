/** What a decision would do to the books: the function that books it is called, and rolled back. */
import { Refusal } from '../../../contract/errors.ts'
import { shownMoney } from '../../../contract/money.ts'
import type { Tx } from '../../../db/database.ts'

export type Transfer = {
  /** Step of the payment's booking. */
  readonly step: string
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly amount: string
}

export type Outcome = {
  /** What must happen for it. */
  readonly when: string
  /** What the booking answers: the payment's status, say. */
  readonly result: string
  readonly transfers: readonly Transfer[]
}

/**
 * Calls it in a part of the transaction that is rolled back. A reading never waits for a decision, and is never refused
 * because of one: what the booking refuses, or cannot lock at once, is its result.
 *
 * @param subject reference of the transfers that are shown: `Transaction:<uuid>`
 */
export async function preview(
  tx: Tx,
  subject: string,
  when: string,
  act: () => Promise<unknown>,
): Promise<Outcome> {
  const before = new Set((await transfersOf(tx, subject)).map(({ id }) => id))
  await tx.query({ text: 'savepoint preview' })
  try {
    // Taken back with the savepoint.
    await tx.query({ text: `set local lock_timeout = '${LOCK_WAIT_MS}ms'` })
    const result = await act()
    const after = await transfersOf(tx, subject)
    return {
      when,
      result: typeof result === 'string' ? result : '',
      transfers: after.filter(({ id }) => !before.has(id)).map(shownTransfer),
    }
  } catch (error) {
    if (error instanceof Refusal) {
      return { when, result: `it would be refused: ${error.message}`, transfers: [] }
    }
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    return { when, result: 'it is being decided: read it again', transfers: [] }
  } finally {
    await tx.query({ text: 'rollback to savepoint preview' })
  }
}

const LOCK_WAIT_MS = 200
/** SQLSTATE of a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03'

export type TransferRow = {
  readonly id: string
  readonly kind: string
  readonly amount: bigint
  readonly currency: string
  readonly from_kind: string
  readonly from_id: string
  readonly to_kind: string
  readonly to_id: string
  readonly created_at: Date
}

/** The transfers of a payment or a card transaction, in their order. */
export function transfersOf(tx: Tx, reference: string): Promise<TransferRow[]> {
  return tx.query<TransferRow>({
    name: 'operator_transfers',
    text: `select t.id, t.kind, t.amount, t.currency, d.kind as from_kind, d.id as from_id, c.kind as to_kind,
        c.id as to_id, t.created_at
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id
      where t.reference = $1 order by t.created_at, t.id limit 500`,
    values: [reference],
  })
}

/** Accounts of customers and platforms by their ids, those of the service by what they are for. */
export function shownTransfer(row: TransferRow): Transfer {
  return {
    step: row.id.split('/').slice(1).join('/') || 'transfer',
    kind: row.kind,
    from: accountOf(row.from_kind, row.from_id),
    to: accountOf(row.to_kind, row.to_id),
    amount: shownMoney(row.amount, row.currency),
  }
}

function accountOf(kind: string, id: string): string {
  return kind === 'HOLDER' ? `InternalAccount:${id}` : kind
}

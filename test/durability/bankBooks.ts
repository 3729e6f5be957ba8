/** The bank's own books beside the ledger, life by life. */
import type { Way } from './bankLives.ts'
import { rowsOf } from './payments.ts'

type Databases = { readonly databaseUrl: string; readonly sandboxDatabaseUrl: string }

export type Life = {
  readonly way: Way
  /** Of a deposit to an account, a name: its transaction follows from the deposit. */
  readonly transactionId: string
  /** The bank's object of a deposit: its type and id. */
  readonly inbound?: string
}

export type BankBooks = {
  /** The bank's id of the transfer that the payee, or the puller, has been paid by; undefined before. */
  paidTransferOf(transactionId: string): Promise<string | undefined>
  /** What is wrong about a life that should have ended; empty if nothing is. */
  problemsOf(life: Life): Promise<string[]>
  /** What was booked and recorded, for a failure's message. */
  traceOf(life: Life): Promise<object>
  /** What our account at the bank has, and what our ledger says of it: cents. */
  totals(): Promise<{ bank: bigint; ledger: bigint; halves: bigint }>
}

type Transfer = {
  readonly id: string
  readonly key: string
  readonly amount: number
  readonly status: string
  readonly has_arrived: boolean
}

const categoryOf = "(t.body -> 'source' -> (t.body -> 'source' ->> 'category'))"
/** A transaction of the bank, by the object that it is about. */
const isAbout = (
  id: string,
): string => `${id} in (${categoryOf} ->> 'transfer_id', ${categoryOf} ->> 'wire_transfer_id',
  ${categoryOf} ->> 'inbound_ach_transfer_id', ${categoryOf} ->> 'inbound_wire_transfer_id')`

/** What our ledger has of money at our providers: cents that came less those that left. */
const ledgerOfMoney = `coalesce(sum(case when d.kind in ('RAIL', 'FUNDING') then t.amount else 0 end
    - case when c.kind in ('RAIL', 'FUNDING') then t.amount else 0 end), 0)::bigint as cents
  from ledger_transfers t join ledger_accounts c on c.id = t.credit_account_id
    join ledger_accounts d on d.id = t.debit_account_id
  where t.kind in ('POSTED', 'POST_PENDING')`

/** Reads both books: the database of the service and that of its sandbox. */
export function bankBooksOf(stack: Databases): BankBooks {
  const sandbox = { databaseUrl: stack.sandboxDatabaseUrl }

  const transfersOf = (transactionId: string): Promise<Transfer[]> =>
    rowsOf<Transfer>(
      sandbox,
      `select id, idempotency_key as key, (body ->> 'amount')::integer as amount, body ->> 'status' as status,
          body ->> 'status' = 'complete' or body ->> 'status' = 'submitted' and body -> 'settlement' <> 'null' as has_arrived
        from sandbox.bank_objects where type in ('ach_transfer', 'wire_transfer', 'real_time_payments_transfer', 'fednow_transfer')
          and (idempotency_key = $1 or idempotency_key like $1 || '/%') order by ordinal`,
      [transactionId],
    )

  async function bankOf(ids: readonly string[]): Promise<bigint> {
    const [row] = await rowsOf<{ cents: bigint }>(
      sandbox,
      `select coalesce(sum((t.body ->> 'amount')::bigint), 0)::bigint as cents from sandbox.bank_objects t
        where t.type = 'transaction' and exists (select from unnest($1::text[]) o (id) where ${isAbout('o.id')})`,
      [ids],
    )
    return row?.cents ?? 0n
  }

  /** The transactions of a life: its payment's, and its deposit's where an account has taken it. */
  async function transactionsOf({ transactionId, inbound }: Life): Promise<string[]> {
    if (inbound === undefined) return [transactionId]
    const [row] = await rowsOf<{ id: string }>(
      stack,
      "select 'Transaction:' || deposit_uuid('SANDBOX', $1) as id",
      [inbound],
    )
    return [transactionId, row?.id ?? '']
  }

  async function ledgerOf(transactions: readonly string[]): Promise<bigint> {
    const [row] = await rowsOf<{ cents: bigint }>(
      stack,
      `select ${ledgerOfMoney} and t.reference = any ($1)`,
      [transactions],
    )
    return row?.cents ?? 0n
  }

  async function recordOf(transactionId: string): Promise<Record | undefined> {
    const [row] = await rowsOf<Record>(
      stack,
      `select t.status, t.refund ->> 'status' as refund_status, q.source_account_id is not null as is_ours,
          exists (select from rail_orders o where o.payment_id = q.id and (o.state in ('CREATED', 'SUBMITTED')
            or o.unconfirmed_since is not null)) as is_open,
          exists (select from rail_notice_dead_letters where position($1 in notice) > 0 and error like '%came back%') as is_case
        from transactions t left join payments q on q.transaction_id = t.id where 'Transaction:' || t.id = $1`,
      [transactionId],
    )
    return row
  }

  /** Half of a wire that has come back is booked by a person. */
  async function halvesOf(ids: readonly string[]): Promise<bigint> {
    const [row] = await rowsOf<{ cents: bigint }>(
      sandbox,
      `select coalesce(sum((body -> 'reversal' ->> 'amount')::bigint), 0)::bigint as cents from sandbox.bank_objects
        where type = 'wire_transfer' and body ->> 'status' = 'reversed' and id = any ($1)
          and body -> 'reversal' ->> 'amount' <> body ->> 'amount'`,
      [ids],
    )
    return row?.cents ?? 0n
  }

  async function problemsOf(life: Life): Promise<string[]> {
    const { transactionId, inbound, way } = life
    const transfers = await transfersOf(transactionId)
    const objects = [
      ...transfers.map(({ id }) => id),
      ...(inbound ? [inbound.split(':')[1] ?? ''] : []),
    ]
    const transactions = await transactionsOf(life)
    const [bank, ledger, halves] = [
      await bankOf(objects),
      await ledgerOf(transactions),
      await halvesOf(objects),
    ]
    const record = await recordOf(
      way === 'DEPOSIT_TO_ACCOUNT' ? (transactions[1] ?? '') : transactionId,
    )
    if (record === undefined) return ['has no transaction']
    const { status, refund_status: refund, is_open, is_case, is_ours } = record
    const payout = transfers.find(({ key, amount }) => key === transactionId && amount > 0)
    const isPaid = payout !== undefined && (payout.has_arrived || halves > 0n)
    const refunds = transfers.filter(
      ({ key, has_arrived }) => key.includes('/refund') && has_arrived,
    )
    const isRefunded =
      refunds.length > 0 || (is_ours && status === 'FAILED' && refund === 'COMPLETED')
    return [
      (['PENDING', 'PROCESSING'].includes(status) || refund === 'PENDING' || is_open) &&
        `is open: ${status} ${refund}`,
      bank - halves !== ledger && `bank ${bank - halves}, ledger ${ledger}`,
      halves > 0n && !is_case && 'half of it came back, and no person is asked',
      isPaid && isRefunded && 'is paid and refunded',
      refunds.length > 1 && 'is refunded twice',
      way !== 'PULL' &&
        way !== 'DEPOSIT_TO_ACCOUNT' &&
        status === 'COMPLETED' &&
        !isPaid &&
        'is completed and not paid',
    ].filter((problem): problem is string => typeof problem === 'string')
  }

  return {
    async paidTransferOf(transactionId) {
      return (await transfersOf(transactionId)).find(({ has_arrived }) => has_arrived)?.id
    },
    problemsOf,
    async traceOf(life) {
      const lines = async (text: string): Promise<string[]> =>
        (await rowsOf<{ line: string }>(stack, text, [await transactionsOf(life)])).map(
          ({ line }) => line,
        )
      return {
        transfers: await transfersOf(life.transactionId),
        booked: await lines(
          'select id as line from ledger_transfers where reference = any ($1) order by created_at, id',
        ),
        timeline: await lines(
          "select at::time || ' ' || code || ' ' || parameters as line from timeline where subject = any ($1) order by id",
        ),
        orders: await lines(
          `select (to_jsonb(o) - 'instruction')::text as line from rail_orders o join payments q on q.id = o.payment_id
            where 'Transaction:' || q.transaction_id = any ($1)`,
        ),
      }
    },
    async totals() {
      const all = "select id from sandbox.bank_objects where type = 'wire_transfer'"
      const ids = (await rowsOf<{ id: string }>(sandbox, all, [])).map(({ id }) => id)
      const [bank] = await rowsOf<{ cents: bigint }>(
        sandbox,
        "select coalesce(sum((body ->> 'amount')::bigint), 0)::bigint as cents from sandbox.bank_objects where type = 'transaction'",
        [],
      )
      const [ledger] = await rowsOf<{ cents: bigint }>(
        stack,
        `select ${ledgerOfMoney} and c.currency = 'USD'`,
        [],
      )
      return { bank: bank?.cents ?? 0n, ledger: ledger?.cents ?? 0n, halves: await halvesOf(ids) }
    },
  }
}

type Record = {
  readonly status: string
  readonly refund_status: string | null
  readonly is_ours: boolean
  readonly is_open: boolean
  readonly is_case: boolean
}

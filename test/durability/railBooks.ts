/** The rail's own books beside the ledger, payment by payment. */
import { rowsOf } from './payments.ts'

type Databases = { readonly databaseUrl: string; readonly sandboxDatabaseUrl: string }

/** An instruction at the rail, with the states that it has had. */
export type Instruction = {
  readonly reference: string
  readonly state: string
  readonly states: readonly string[]
  /** Smallest unit; zero where the reference was voided before its instruction came. */
  readonly amount: number
}

export type RailBooks = {
  instructionsOf(transactionId: string): Promise<Instruction[]>
  /** What our ledger has of money that left over the rail under a reference. */
  paidOver(reference: string): Promise<bigint>
  /** What is wrong about a payment that should have ended; empty if nothing is. */
  problemsOf(transactionId: string): Promise<string[]>
  /** What was booked and recorded, for a failure's message. */
  traceOf(transactionId: string): Promise<object>
}

/**
 * What the rail may report next: a return, or a settlement that it takes back, is the last. A void is
 * one too: what it reports as failed for another reason may settle late.
 */
export function legalOutcomes({
  states,
  amount,
}: Instruction): readonly ('settle' | 'fail' | 'return')[] {
  const last = states.at(-1)
  if (last === undefined) return ['settle', 'fail']
  if (last === 'SETTLED') return ['fail', 'return']
  return last === 'FAILED' && states.length === 1 && amount > 0 ? ['settle'] : []
}

/** The rail has reported a failure first, which allows a refund, and the payment of it then. */
function hasSettledLate({ states }: Instruction): boolean {
  return states.indexOf('FAILED') !== -1 && states.indexOf('FAILED') < states.lastIndexOf('SETTLED')
}

type Ledger = {
  readonly id: string
  readonly status: string
  readonly source_account_id: string | null
  readonly refund_status: string | null
  readonly rail: string
  readonly funding: string
  readonly suspense: string
  readonly is_open: boolean
  /** Its payout may have left and is to be stopped, without money to submit it again; flagged. */
  readonly waits_for_stop: boolean
  readonly has_unread_notices: boolean
}

/** Reads both books: the database of the service and that of its sandbox. */
export function railBooksOf(stack: Databases): RailBooks {
  const sandbox = { databaseUrl: stack.sandboxDatabaseUrl }

  async function instructionsOf(transactionId: string): Promise<Instruction[]> {
    return rowsOf<Instruction>(
      sandbox,
      `select p.reference, p.state, coalesce((p.instruction ->> 'amountMinor')::integer, 0) as amount,
          coalesce((select array_agg(n.state order by n.sequence) from sandbox.notices n
            where n.reference = p.reference and n.state is not null), '{}') as states
        from sandbox.payouts p where p.reference = $1 or p.reference like $1 || '/%' order by 1`,
      [transactionId],
    )
  }

  async function ledgerOf(transactionId: string): Promise<Ledger> {
    const [last] = await rowsOf<{ sequence: string }>(
      sandbox,
      "select coalesce(max(sequence), 0)::text as sequence from sandbox.notices where reference like $1 || '%'",
      [transactionId],
    )
    const [row] = await rowsOf<Ledger>(
      stack,
      `with sums as (
          select coalesce(sum(case when c.kind = k.kind then t.amount else 0 end
            - case when d.kind = k.kind then t.amount else 0 end), 0)::text as sum, k.kind
          from unnest(array['RAIL', 'FUNDING', 'SUSPENSE']) k (kind)
          left join (ledger_transfers t join ledger_accounts c on c.id = t.credit_account_id
            join ledger_accounts d on d.id = t.debit_account_id)
            on t.reference = $1 and t.kind in ('POSTED', 'POST_PENDING') and k.kind in (c.kind, d.kind)
          group by k.kind)
        select q.id, q.status, q.source_account_id, t.refund ->> 'status' as refund_status,
          (select sum from sums where kind = 'RAIL') as rail,
          (select sum from sums where kind = 'FUNDING') as funding,
          (select sum from sums where kind = 'SUSPENSE') as suspense,
          q.status = 'PROCESSING' or exists (select 1 from rail_orders o where o.payment_id = q.id
            and (to_jsonb(o) ->> 'unconfirmed_since' is not null
              or o.kind = 'REFUND' and o.state in ('CREATED', 'SUBMITTED'))) as is_open,
          is_collection_returned(q) and rail_order_state(q, 'PAYOUT') = 'SUBMITTED' and exists (
            select 1 from timeline where subject = $1 and waiting_reason = 'PAYOUT_STOP') as waits_for_stop,
          (select coalesce(nullif(position, '')::bigint, 0) from rail_cursors
            where environment = 'SANDBOX' and provider = 'RAIL') < $2::bigint as has_unread_notices
        from payments q join transactions t on t.id = q.transaction_id
        where 'Transaction:' || q.transaction_id = $1`,
      [transactionId, last?.sequence],
    )
    if (row === undefined) throw new Error(`${transactionId} is gone`)
    return row
  }

  async function paidOver(reference: string): Promise<bigint> {
    const [row] = await rowsOf<{ sum: bigint }>(
      stack,
      `select coalesce(sum(case t.credit_account_id when a.id then t.amount else -t.amount end), 0)::bigint as sum
        from ledger_transfers t join ledger_accounts a
          on a.kind = 'RAIL' and a.id in (t.credit_account_id, t.debit_account_id) where t.reference = $1`,
      [reference],
    )
    return row?.sum ?? 0n
  }

  async function problemsOf(transactionId: string): Promise<string[]> {
    const [ledger, instructions] = [
      await ledgerOf(transactionId),
      await instructionsOf(transactionId),
    ]
    const sum = (those: (one: Instruction) => boolean): number =>
      instructions.filter(those).reduce((total, { amount }) => total + amount, 0)
    const isCollection = ({ reference }: Instruction): boolean => reference.endsWith('/collect')
    const hasSettled = ({ state, states }: Instruction): boolean =>
      state === 'SETTLED' || states.includes('SETTLED')
    const isPaid = (one: Instruction): boolean => !isCollection(one) && one.state === 'SETTLED'
    const railTotal =
      sum(isPaid) + sum((one) => isCollection(one) && hasSettled(one) && one.state !== 'SETTLED')
    const collected = sum((one) => isCollection(one) && hasSettled(one))
    const paid = instructions.some((one) => isPaid(one) && one.reference === transactionId)
    const refunds = instructions.filter((one) => isPaid(one) && one.reference.includes('/refund'))
    const isRefunded =
      ledger.source_account_id === null
        ? refunds.length > 0
        : ledger.status === 'FAILED' && ledger.refund_status === 'COMPLETED'
    // Only a rail that reports both can pay twice, and that is in suspense, where an alarm counts it.
    const isAlarmed = Number(ledger.suspense) !== 0 && instructions.some(hasSettledLate)
    // Only a rail that does not void leaves such a payout unknown: it waits for the rail's staff.
    const isUnknown = instructions.every(({ reference }) => reference !== transactionId)
    const isOpen = ledger.is_open && !(ledger.waits_for_stop && isUnknown)
    const hasPending = instructions.some(({ state }) => state === 'PENDING')
    return [
      isOpen && `is open: ${ledger.status}`,
      hasPending && 'is pending at the rail',
      ledger.has_unread_notices && 'has notices that are not read',
      Number(ledger.rail) !== railTotal && `rail ${railTotal}, ledger ${ledger.rail}`,
      instructions.some(isCollection) &&
        -Number(ledger.funding) !== collected &&
        `collected ${collected}, ledger ${ledger.funding}`,
      paid && isRefunded && !isAlarmed && 'is paid and refunded',
      refunds.length > 1 && !isAlarmed && 'is refunded twice',
      ledger.status === 'COMPLETED' && !paid && 'is completed and not paid',
    ].filter((problem): problem is string => typeof problem === 'string')
  }

  async function traceOf(transactionId: string): Promise<object> {
    const lines = async (text: string): Promise<string[]> =>
      (await rowsOf<{ line: string }>(stack, text, [transactionId])).map(({ line }) => line)
    return {
      instructions: await instructionsOf(transactionId),
      booked: await lines(
        'select id as line from ledger_transfers where reference = $1 order by created_at, id',
      ),
      timeline: await lines(
        "select at::time || ' ' || code || ' ' || parameters as line from timeline where subject = $1 order by id",
      ),
      orders: await lines(
        `select to_jsonb(o)::text as line from rail_orders o join payments q on q.id = o.payment_id
          where 'Transaction:' || q.transaction_id = $1`,
      ),
    }
  }

  return { instructionsOf, paidOver, problemsOf, traceOf }
}

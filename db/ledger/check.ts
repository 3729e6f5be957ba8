/**
 * Proves the ledger: every sum, every balance, every hold, against the entries and the payments.
 */

import type { Environment } from '../../contract/outsideParties.ts'
import type { Queryable } from '../database.ts'
import { cardChecks } from './cardChecks.ts'
import { depositChecks } from './depositChecks.ts'
import { microEntryChecks } from './microEntryChecks.ts'

export type LedgerFinding = {
  readonly check: string
  readonly subject: string
  readonly found: string
}

export type LedgerSum = {
  readonly environment: Environment
  readonly currency: string
  /** Decimal text; zero where the ledger holds. */
  readonly total: string
}

export type LedgerReport = {
  readonly ok: boolean
  readonly transfers: number
  /** Over all accounts of an environment and a currency. */
  readonly sums: readonly LedgerSum[]
  readonly findings: readonly LedgerFinding[]
}

/** Each answers the rows that break its rule: `subject` and what was `found`. */
const checks: Readonly<Record<string, string>> = {
  'what was done outside has its row': `
    select subject, known as found from listed_findings() where stops`,
  'a balance equals its entries': `
    with entries as (
      select account_id, sum(posted) as posted, sum(pending_in) as pending_in, sum(pending_out) as pending_out
      from (
        select debit_account_id as account_id,
          case when t.kind in ('POSTED', 'POST_PENDING') then -t.amount else 0 end as posted, 0 as pending_in,
          case t.kind when 'PENDING' then t.amount when 'POSTED' then 0 else -t.amount end as pending_out
        from ledger_transfers t
        union all
        select credit_account_id, case when t.kind in ('POSTED', 'POST_PENDING') then t.amount else 0 end,
          case t.kind when 'PENDING' then t.amount when 'POSTED' then 0 else -t.amount end, 0
        from ledger_transfers t) e group by account_id)
    select b.account_id::text as subject, b.posted || '/' || b.pending_in || '/' || b.pending_out || ' against '
      || coalesce(e.posted, 0) || '/' || coalesce(e.pending_in, 0) || '/' || coalesce(e.pending_out, 0) as found
    from ledger_balances b left join entries e using (account_id)
    where (b.posted, b.pending_in, b.pending_out)
      is distinct from (coalesce(e.posted, 0), coalesce(e.pending_in, 0), coalesce(e.pending_out, 0))`,
  'no balance is below zero': `
    select account_id::text as subject, (posted - pending_out)::text as found
    from ledger_balances where posted - pending_out < 0`,
  'an account with a floor has a balance': `
    select a.id::text as subject, 'none' as found from ledger_accounts a
    left join ledger_balances b on b.account_id = a.id where a.has_floor <> (b.account_id is not null)`,
  'a transfer has one environment and one currency': `
    select t.id as subject, t.environment || ' ' || t.currency || ' between ' || d.environment || ' ' || d.currency
      || ' and ' || c.environment || ' ' || c.currency as found
    from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    where (t.environment, t.currency) <> (d.environment, d.currency)
      or (t.environment, t.currency) <> (c.environment, c.currency)`,
  'an account is in the environment of its platform': `
    select a.id::text as subject, a.environment || ' ' || l.environment || ' ' || p.environment as found
    from internal_accounts a join ledger_accounts l on l.id = a.id join platforms p on p.id = a.platform_id
    where a.environment <> p.environment or l.environment <> p.environment`,
  'a transfer is in the environment of its payment': `
    select t.id as subject, t.environment || ' and ' || q.environment as found
    from payments q join ledger_transfers t on t.reference = 'Transaction:' || q.transaction_id
    where t.environment <> q.environment`,
  'a roll-up equals its entries': `
    select r.account_id::text as subject, r.posted::text as found from ledger_rollups r
    where r.posted <> coalesce((select sum(case when t.credit_account_id = r.account_id then t.amount else -t.amount end)
      from ledger_transfers t where r.account_id in (t.debit_account_id, t.credit_account_id)
      and t.kind in ('POSTED', 'POST_PENDING') and t.created_at <= r.up_to), 0)`,
  'a payment in progress has its hold, and no other transfer': `
    select 'Quote:' || q.id as subject, coalesce(string_agg(t.id, ' '), 'nothing') as found
    from payments q left join ledger_transfers t on t.reference = 'Transaction:' || q.transaction_id
    where (q.status = 'PROCESSING' or q.status = 'PENDING_AUTHORIZATION' and q.executed_at is not null)
    and q.source_account_id is not null group by q.id, q.sending_amount
    having count(t.id) <> 1 or min(t.kind) <> 'PENDING' or min(t.amount) <> q.sending_amount`,
  'an externally funded payment in progress has its funding, or no transfer yet': `
    select 'Quote:' || q.id as subject, string_agg(t.id, ' ') as found
    from payments q join ledger_transfers t on t.reference = 'Transaction:' || q.transaction_id
    where q.status = 'PROCESSING' and q.source_account_id is null
    -- Returned by the bank while the payout is in progress.
    and t.id not like '%/collection-%' group by q.id, q.sending_amount
    having count(t.id) <> 1 or min(t.id) <> 'Quote:' || q.id || '/funding' or min(t.amount) <> q.sending_amount`,
  'a hold has a payment in progress, or is posted or voided': `
    select t.id as subject, 'open' as found from ledger_transfers t
    left join ledger_transfers e on e.pending_id = t.id
    left join payments q on 'Quote:' || q.id || '/hold' = t.id
    where t.kind = 'PENDING' and e.id is null and not exists (select 1 from card_transactions c where t.reference = 'Transaction:' || c.id)
    and coalesce(q.status, 'none') not in ('PROCESSING', 'PENDING_AUTHORIZATION')
    and not exists (select 1 from deposit_sweeps s where s.state = 'WAITING'
      and t.id = deposit_reference(s.environment, s.deposit_id) || '/credit')`,
  'a hold is ended once, as it was made': `
    select h.id as subject, string_agg(e.id || ' of ' || e.amount, ', ' order by e.id) as found
    from ledger_transfers h join ledger_transfers e on e.pending_id = h.id group by h.id
    having count(*) > 1 or bool_or((e.debit_account_id, e.credit_account_id, e.amount)
      <> (h.debit_account_id, h.credit_account_id, h.amount))`,
  'a completed payment has taken and paid out its amounts once': `
    select 'Quote:' || q.id as subject, 'taken ' || sum(m.taken) || ', paid out ' || sum(m.paid) as found
    from payments q join ledger_transfers t on t.reference = 'Transaction:' || q.transaction_id
    join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
    cross join lateral (select
      case q.source_account_id when d.id then t.amount when c.id then -t.amount else 0 end as taken,
      case when c.kind = 'RAIL' then t.amount when d.kind = 'RAIL' then -t.amount else 0 end as paid) m
    where q.status = 'COMPLETED' and q.source_account_id is not null and t.kind in ('POSTED', 'POST_PENDING')
    -- A platform that pays from its own account receives its fee there.
    and t.id <> 'Quote:' || q.id || '/platform-fee'
    group by q.id, q.sending_amount, q.receiving_amount, q.destination_internal_id
    having sum(m.taken) <> q.sending_amount
      or sum(m.paid) <> case when q.destination_internal_id is null then q.receiving_amount else 0 end`,
  'a completed payment has posted exactly its amounts': `
    select 'Quote:' || q.id as subject, 'incomplete' as found from payments q where q.status = 'COMPLETED'
    and (not exists (select 1 from ledger_transfers t where t.amount = q.sending_amount
        and t.currency = q.sending_currency
        and case when q.source_account_id is null then t.id = 'Quote:' || q.id || '/funding'
          else t.id = 'Quote:' || q.id || '/post' and t.kind = 'POST_PENDING' end)
      or not exists (select 1 from ledger_transfers t where t.amount = q.receiving_amount
        and t.currency = q.receiving_currency and t.id = 'Quote:' || q.id
          || case when q.destination_internal_id is null then '/payout' else '/credit' end)
      or coalesce((select amount from ledger_transfers where id = 'Quote:' || q.id || '/service-fee'), 0) <> q.service_fee
      or coalesce((select amount from ledger_transfers where id = 'Quote:' || q.id || '/platform-fee'), 0) <> q.platform_fee)`,
  'a failed payment is refunded, or its funds are in suspense': `
    select 'Quote:' || q.id as subject, 'not refunded' as found from payments q
    where q.status = 'FAILED' and q.executed_at is not null and not is_refund_open(q)
    and (q.source_account_id is not null or q.funded_amount is not null) and not exists (
      select 1 from ledger_transfers t where t.id in ('Quote:' || q.id || '/void', 'Quote:' || q.id || '/refund',
        'Quote:' || q.id || '/set-aside', 'Quote:' || q.id || '/return/post',
        'Quote:' || q.id || '/collection-covered')
      and t.amount = coalesce(q.funded_amount, q.sending_amount))`,
  'a failed payment has left nothing in liquidity': `
    select 'Quote:' || q.id as subject, a.currency || ' ' || sum(
      case when t.credit_account_id = a.id then t.amount else -t.amount end) as found
    from payments q join ledger_transfers t on t.reference = 'Transaction:' || q.transaction_id
    join ledger_accounts a on a.id in (t.credit_account_id, t.debit_account_id)
    where q.status = 'FAILED' and not is_refund_open(q) and a.kind = 'LIQUIDITY'
    and t.kind in ('POSTED', 'POST_PENDING') group by q.id, a.id
    having sum(case when t.credit_account_id = a.id then t.amount else -t.amount end) <> 0`,
  'a payment that was not executed has no transfer': `
    select 'Quote:' || q.id as subject, t.id as found from payments q
    join ledger_transfers t on t.reference = 'Transaction:' || q.transaction_id
    where q.status in ('PENDING', 'EXPIRED')`,
  'payment and transaction have the same status': `
    select 'Quote:' || q.id as subject, q.status || ' and ' || t.status as found
    from payments q join transactions t on t.id = q.transaction_id where q.status <> t.status
    and not (q.kind = 'INCOMING' and (q.status, t.status) in (('PROCESSING', 'PENDING'),
      ('PROCESSING', 'REJECTED'), ('PROCESSING', 'FAILED'), ('FAILED', 'REJECTED')))`,
  'outgoing and incoming transaction of a payment complete together': `
    select 'Quote:' || q.id as subject, q.status || ' and ' || t.status as found
    from payments q join transactions t on t.id = q.incoming_transaction_id
    where (q.status = 'COMPLETED') <> (t.status = 'COMPLETED')`,
  'a payment that has credited an account has one incoming transaction': `
    select 'Quote:' || q.id as subject, t.type || ' and ' || coalesce(i.type, 'none') as found
    from payments q join transactions t on t.id = q.transaction_id
    left join transactions i on i.id = credited_transaction(q)
    where q.status = 'COMPLETED' and q.destination_internal_id is not null
    and (t.type = 'INCOMING') = (i.id is not null)`,
  'a credited transaction has its entry': `
    select 'Transaction:' || t.id as subject, 'no entry' as found from transactions t
    left join payments q on q.incoming_transaction_id = t.id
    left join payments o on o.id = t.quote_id
    where t.type = 'INCOMING' and t.status = 'COMPLETED' and not exists (
      select 1 from ledger_transfers l where l.amount = t.received_amount and l.reference in (
        'Transaction:' || t.id, 'Transaction:' || q.transaction_id, 'Transaction:' || o.transaction_id))`,
}

const FINDINGS_MAX = 100

/** All checks see one snapshot of the database. */
export async function checkLedger(database: Pick<Queryable, 'query'>): Promise<LedgerReport> {
  const parts = Object.entries({
    ...checks,
    ...cardChecks,
    ...depositChecks,
    ...microEntryChecks,
  }).map(
    ([name, text]) =>
      `(select '${name.replaceAll("'", "''")}' as check, x.subject, x.found from (${text}) x limit ${FINDINGS_MAX})`,
  )
  const [row] = await database.query<{
    findings: LedgerFinding[] | null
    sums: LedgerSum[] | null
    transfers: bigint
  }>({
    text: `select (select jsonb_agg(to_jsonb(f)) from (${parts.join(' union all ')}) f) as findings,
      (select count(*) from ledger_transfers) as transfers,
      (select jsonb_agg(to_jsonb(s)) from (
        select a.environment, a.currency, sum(coalesce(b.posted, ledger_sum(a.id)))::text as total
        from ledger_accounts a left join ledger_balances b on b.account_id = a.id
        group by a.environment, a.currency order by 1, 2) s) as sums`,
  })
  const sums = row?.sums ?? []
  const findings = [
    ...(row?.findings ?? []),
    ...sums
      .filter(({ total }) => total !== '0')
      .map(({ environment, currency, total }) => ({
        check: 'all accounts of an environment and a currency sum to zero',
        subject: `${environment} ${currency}`,
        found: total,
      })),
  ]
  return { ok: findings.length === 0, transfers: Number(row?.transfers ?? 0n), sums, findings }
}

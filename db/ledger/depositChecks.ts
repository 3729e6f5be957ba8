/** What the ledger says of deposits, against the records of what the rails have reported. */
export const depositChecks: Readonly<Record<string, string>> = {
  'a deposit is in suspense exactly while nothing has taken it': `
    select deposit_reference(d.environment, d.id) as subject, coalesce(d.outcome, 'open') || ': '
      || coalesce(s.balance, 0) || ' of ' || d.amount || ' in suspense' as found
    from deposits d
    left join (select t.reference, sum(case when a.id = t.credit_account_id then t.amount else -t.amount end) as balance
      from ledger_transfers t join ledger_accounts a on a.kind = 'SUSPENSE' and a.id in (t.debit_account_id, t.credit_account_id)
      group by t.reference) s on s.reference = deposit_reference(d.environment, d.id)
    left join (select environment, deposit_id, count(*) as settled from deposit_returns where state = 'SETTLED' group by 1, 2) r
      on r.environment = d.environment and r.deposit_id = d.id
    -- What a rail pays back although the money was used is lacking there.
    where coalesce(s.balance, 0) <> d.amount * (coalesce(d.outcome in ('UNAPPLIED', 'RETURNING', 'RETURNED'), false)::integer
      - coalesce(r.settled, 0))`,
  'a deposit that was credited was reported by the rail': `
    select t.id as subject, t.amount || ' ' || t.currency || ' without its record' as found
    from ledger_transfers t
    where t.id ~ '^(Production)?Arrival:.*/credit$' and not exists (select 1 from deposits d
      where deposit_reference(d.environment, d.id) || '/credit' = t.id and d.outcome = 'APPLIED'
      and (d.account_id, d.amount, d.currency) = (t.credit_account_id, t.amount, t.currency))`,
  'what was taken back is owed, or its holder has paid it': `
    select x.environment || ' ' || x.currency as subject, x.advanced || ' advanced, ' || x.owed || ' owed' as found
    from (select a.environment, a.currency, -ledger_sum(a.id) as advanced, coalesce((
        select sum(b.owed) from taken_back_deposits b join deposits d on d.environment = b.environment and d.id = b.deposit_id
        where d.environment = a.environment and d.currency = a.currency), 0) as owed
      from ledger_accounts a where a.kind = 'DEPOSIT_EXCEPTION') x where x.advanced <> x.owed`,
  'a deposit is taken back once, by its bank and of its holder': `
    select deposit_reference(b.environment, b.deposit_id) as subject, b.amount || ' taken back, ' || b.owed || ' owed, '
      || coalesce(t.amount, 0) || ' left, ' || coalesce(r.amount, 0) || ' recovered' as found
    from taken_back_deposits b join deposits d on d.environment = b.environment and d.id = b.deposit_id
    left join ledger_transfers t on t.id = deposit_reference(b.environment, b.deposit_id) || '/taken-back'
    left join lateral (select sum(x.amount) as amount from ledger_transfers x
      where x.reference = 'Transaction:' || deposit_uuid(b.environment, b.deposit_id) and x.debit_account_id = b.account_id
      and x.id like '%/recovered/%') r on true
    where (b.amount, b.amount, b.amount - b.owed) is distinct from (d.amount, t.amount, coalesce(r.amount, 0))
      or d.outcome is distinct from 'APPLIED'`,
  'an account that sweeps keeps nothing': `
    select a.id::text as subject, b.posted - b.pending_out || ' kept, ' || b.pending_in || ' of ' || coalesce(w.amount, 0)
      || ' on its way' as found
    from internal_accounts a join ledger_balances b on b.account_id = a.id
    left join (select s.account_id, sum(d.amount) as amount from deposit_sweeps s
      join deposits d on d.environment = s.environment and d.id = s.deposit_id where s.state = 'WAITING' group by 1) w
      on w.account_id = a.id
    where a.type = 'RULE_BASED' and (b.posted <> b.pending_out or b.pending_in <> coalesce(w.amount, 0))`,
  'a deposit is swept once, or is its holder’s': `
    select deposit_reference(s.environment, s.deposit_id) as subject, s.state || ': ' || coalesce(q.status, 'no payment')
      || ', ' || t.status || ', ' || coalesce(g.amount, 0) || ' given' as found
    from deposit_sweeps s join deposits d on d.environment = s.environment and d.id = s.deposit_id
    join transactions t on t.id = deposit_uuid(s.environment, s.deposit_id)
    left join payments q on q.id = s.payment_id
    left join ledger_transfers g on g.id = deposit_reference(s.environment, s.deposit_id) || '/given'
    where case s.state when 'WAITING' then (q.id is null and g.id is null and t.status = 'PROCESSING') is not true
      -- The refund of one that has failed may be in suspense, or its account closed.
      when 'EXECUTED' then (g.id is null and q.sending_amount = d.amount and q.id is not null) is not true
      else (g.amount = d.amount and t.status = 'FAILED' and coalesce(q.status, 'FAILED') = 'FAILED') is not true end`,
  'a deposit that an account has taken is credited to it': `
    select deposit_reference(d.environment, d.id) as subject, 'no credit' as found
    from deposits d left join ledger_transfers t on t.id = deposit_reference(d.environment, d.id) || '/credit'
    where d.outcome = 'APPLIED' and d.payment_id is null and t.id is null`,
}

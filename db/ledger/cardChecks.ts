/** What must be true of card transactions and the ledger, each as a query of what is wrong. */
export const cardChecks: Readonly<Record<string, string>> = {
  'a card transaction holds its last hold, and nothing else': `
    select 'Transaction:' || c.id as subject, c.held || ' held' as found from card_transactions c
    left join lateral (select sum(t.amount) as amount, max(t.id) as id from ledger_transfers t
      left join ledger_transfers e on e.pending_id = t.id
      where t.reference = 'Transaction:' || c.id and t.kind = 'PENDING' and e.id is null) open on true
    where coalesce(open.amount, 0) <> c.held * c.units_per_cent
    or c.held > 0 and open.id <> 'Transaction:' || c.id || '/hold/' || c.hold_number`,
  'a pull that is done has left the account once': `
    select 'Transaction:' || c.id as subject, 'pull ' || p.number as found
    from card_pulls p join card_transactions c on c.id = p.transaction_id
    left join ledger_transfers t on t.id = 'Transaction:' || c.id || '/pull/' || p.number
    where (p.state = 'DONE') <> (t.id is not null) or t.amount <> p.cents * c.units_per_cent`,
  'what was advanced for cards is what has not been taken': `
    select a.environment || ' ' || a.currency as subject, ledger_sum(a.id)::text as found from ledger_accounts a
    where a.kind = 'CARD_EXCEPTION' and -ledger_sum(a.id) <> coalesce((
      select sum(p.cents * c.units_per_cent) from card_pulls p join card_transactions c on c.id = p.transaction_id
      where p.is_advanced and p.state <> 'DONE' and c.environment = a.environment and c.currency = a.currency), 0)`,
  'what was cleared or given back is the account’s, or disputed, or at our risk': `
    select 'Transaction:' || c.id as subject,
      c.charged || ' charged, ' || c.disputed || ' disputed, ' || c.provisional || ' provisional' as found
    from card_transactions c
    left join lateral (select sum(case
        when e.type in ('CLEARING', 'FINANCIAL_AUTHORIZATION', 'RETURN_REVERSAL', 'CORRECTION_DEBIT') then e.cents
        when e.type in ('RETURN', 'FINANCIAL_CREDIT_AUTHORIZATION', 'CORRECTION_CREDIT') then -e.cents end) as cents
      from card_events e where e.transaction_id = c.id and e.is_approved) claimed on true
    left join lateral (select sum(p.cents) as cents from card_pulls p where p.transaction_id = c.id) pulled on true
    left join lateral (select sum(t.amount) / c.units_per_cent as cents from ledger_transfers t
      where t.reference = 'Transaction:' || c.id and t.id like '%/credit/%') credited on true
    left join lateral (select sum(case e.type when 'RECOVERED' then e.cents else -e.cents end) as cents
      from card_dispute_events e join card_disputes d on d.id = e.dispute_id
      where d.transaction_id = c.id and e.type in ('RECOVERED', 'RECOVERY_LOST')) recovered on true
    where c.charged + c.disputed + c.provisional <> coalesce(claimed.cents, 0) - coalesce(recovered.cents, 0)
    or c.charged <> coalesce(pulled.cents, 0) - coalesce(credited.cents, 0)`,
  'what is disputed with card issuers is booked as that': `
    select a.environment || ' ' || a.currency as subject, ledger_sum(a.id)::text as found from ledger_accounts a
    where a.kind = 'CARD_DISPUTE' and -ledger_sum(a.id) <> coalesce((
      select sum(c.disputed * c.units_per_cent) from card_transactions c
      where c.environment = a.environment and c.currency = a.currency), 0)`,
  'what was credited for disputes that are not decided is booked as that': `
    select a.environment || ' ' || a.currency as subject, ledger_sum(a.id)::text as found from ledger_accounts a
    where a.kind = 'CARD_PROVISIONAL' and -ledger_sum(a.id) <> coalesce((
      select sum(c.provisional * c.units_per_cent) from card_transactions c
      where c.environment = a.environment and c.currency = a.currency), 0)`,
}

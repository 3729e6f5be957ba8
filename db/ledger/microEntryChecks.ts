/** What the ledger says of micro-entries, against their records. No finding has an amount. */
export const microEntryChecks: Readonly<Record<string, string>> = {
  'a micro-entry is the service’s expense exactly while it is at its account': `
    select m.reference as subject, m.state as found from micro_entries m
    left join ledger_transfers s on s.id = m.reference || '/sent'
    left join ledger_transfers r on r.id = m.reference || '/returned'
    where (m.state = 'SETTLED') <> (s.id is not null and r.id is null)
      or r.id is not null and (s.id is null or r.amount <> s.amount or m.state <> 'RETURNED')
      or m.amount <> s.amount`,
  'what validations have cost is in micro-entries': `
    select a.environment || ' ' || a.currency as subject, 'another sum' as found from ledger_accounts a
    where a.kind = 'VALIDATION_EXPENSE' and -ledger_sum(a.id) <> coalesce((
      select sum(s.amount) from micro_entries m join ledger_transfers s on s.id = m.reference || '/sent'
      where m.state = 'SETTLED' and m.environment = a.environment and a.currency = 'USD'), 0)`,
}

-- Deposits that their bank takes back: at any later day, and after the money was used. What an account had taken is booked
-- against its holder; where the holder has too little, the service has advanced it (DEPOSIT_EXCEPTION), and takes what comes.
-- No account is below zero.
--
-- Lock order: the deposit, its taking back, the balance. What is owed changes under the lock of the account's balance.

-- Whether it was our order: a refund or a return of the whole by that provider may have left, or is paid.
create or replace function is_return_ordered(d deposits) returns boolean language sql stable as $$
  select exists (select 1 from rail_orders o join payments q on q.id = o.payment_id
      where o.deposit_id = d.id and o.kind = 'REFUND' and q.environment = d.environment and o.provider = d.provider
      and o.state in ('SUBMITTED', 'SETTLED'))
    or exists (select 1 from deposit_returns r where r.environment = d.environment and r.deposit_id = d.id
      and r.provider = d.provider and r.state in ('SUBMITTED', 'SETTLED'));
$$;

-- A provider reports that a deposit has gone back to its payer. That is as we had it where we have ordered it. Else it is
-- booked once against the holder of the account that had taken it; one that a payment, or no account, has taken is for a
-- person.
create or replace function book_taken_back(p_environment text, p_id text, p_amount bigint, p_provider text) returns void
language plpgsql as $$
declare
  d deposits;
  a internal_accounts;
  v_transaction text := 'Transaction:' || deposit_uuid(p_environment, p_id);
begin
  select * into d from deposits where environment = p_environment and id = p_id for update;
  if found and d.provider = p_provider and d.amount = p_amount then
    if exists (select 1 from taken_back_deposits where environment = d.environment and deposit_id = d.id)
      or is_return_ordered(d) then return; end if;
    select x.* into a from internal_accounts c join internal_accounts x on x.id = coalesce(c.holder_account_id, c.id)
      where c.id = d.account_id and d.outcome = 'APPLIED' and d.payment_id is null;
  end if;
  -- What a wallet holds moves by its own key alone.
  if a.id is null or a.type not in ('INTERNAL_FIAT', 'INTERNAL_CRYPTO') then
    raise exception 'the deposit % was taken back by its bank: %', p_id, p_amount using errcode = 'PY004';
  end if;
  perform ledger_transfer(deposit_reference(d.environment, d.id) || '/taken-back', 'POSTED',
    service_account(d.environment, 'DEPOSIT_EXCEPTION', d.currency), service_account(d.environment, 'RAIL', d.currency), d.currency,
    d.amount, null, v_transaction);
  insert into taken_back_deposits (environment, deposit_id, account_id, amount, owed)
    values (d.environment, d.id, a.id, d.amount, d.amount);
  perform add_timeline(a.platform_id, v_transaction, 'DEPOSIT_TAKEN_BACK', null, null, null);
  perform ledger_lock(a.id);
  perform recover_taken_back(a.id);
  -- The payer has it again, whatever is owed for it.
  update transactions set updated_at = service_now(), refund = jsonb_build_object('reference',
      'Deposit:' || deposit_uuid(d.environment, d.id) || '/taken-back', 'initiatedAt', service_now(), 'settledAt', service_now(),
      'status', 'COMPLETED', 'reason', 'TRANSACTION_FAILED')
    where id = deposit_uuid(d.environment, d.id);
  perform emit_transaction_event(t.id, t.status) from transactions t where t.id = deposit_uuid(d.environment, d.id);
end $$;

-- Takes what an account owes for deposits that were taken back, as far as it has it, the oldest first. One that is frozen
-- gives nothing until its release. The caller holds the lock of the account's balance.
create or replace function recover_taken_back(p_account uuid) returns void language plpgsql as $$
declare
  b taken_back_deposits;
  a internal_accounts;
  v_taken bigint;
begin
  for b in select * from taken_back_deposits where account_id = p_account and owed > 0 order by created_at, environment, deposit_id loop
    select * into a from internal_accounts where id = p_account;
    exit when is_frozen(a.id, a.customer_id);
    select least(b.owed, posted - pending_out) into v_taken from ledger_balances where account_id = p_account;
    exit when v_taken = 0;
    perform ledger_transfer(deposit_reference(b.environment, b.deposit_id) || '/recovered/' || b.recoveries + 1, 'POSTED', p_account,
      service_account(b.environment, 'DEPOSIT_EXCEPTION', a.currency), a.currency, v_taken, null,
      'Transaction:' || deposit_uuid(b.environment, b.deposit_id));
    update taken_back_deposits set owed = owed - v_taken, recoveries = recoveries + 1, updated_at = service_now()
      where environment = b.environment and deposit_id = b.deposit_id;
    perform add_timeline(a.platform_id, 'Transaction:' || deposit_uuid(b.environment, b.deposit_id),
      case when v_taken = b.owed then 'DEPOSIT_RECOVERED' else 'DEPOSIT_RECOVERED_IN_PART' end, null, null, null);
  end loop;
end $$;

-- Takes what is owed of accounts that have something now. How many there were.
create or replace function recover_taken_back_deposits(p_max integer) returns bigint language plpgsql as $$
declare
  v_accounts uuid[] := array(select x.account_id from (select distinct account_id from taken_back_deposits where owed > 0) x
    join ledger_balances b on b.account_id = x.account_id and b.posted > b.pending_out
    where not is_account_frozen(x.account_id) order by x.account_id limit p_max);
  v_account uuid;
begin
  perform ledger_lock(variadic v_accounts);
  foreach v_account in array v_accounts loop perform recover_taken_back(v_account); end loop;
  return cardinality(v_accounts);
end $$;

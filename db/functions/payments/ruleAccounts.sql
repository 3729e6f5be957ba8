-- Accounts that sweep: what arrives under a RULE_BASED account's number goes on to the destination of its rule, by a
-- payment of its own at the rate of the moment. The account keeps nothing: what cannot be swept is its holder's.

-- How many of them a customer may have that are not closed.
create or replace function rule_accounts_max() returns integer language sql immutable as $$ select 100 $$;

-- What a sweep may be of, in the account's currency: the platform's least amount of it (0: none), and the most that the
-- corridor to the destination takes (null: none).
create or replace function sweep_band(p_platform uuid, p_currency text, p_rule jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('minimum', case when m > 1 then m else 0 end, 'maximum', largest_payment(
    (select environment from platforms where id = p_platform), p_platform, p_currency,
    coalesce((select base_currency from stablecoins where currency = p_rule ->> 'currency'
      and service_status = 'ENABLED'), p_rule ->> 'currency')))
  from deposit_minimum(p_platform, p_currency) m;
$$;

-- The account of the holder that takes what an account cannot sweep; null for an account that sweeps nothing.
create or replace function holder_account_of(p_account uuid) returns uuid language sql stable as $$
  select holder_account_id from internal_accounts where id = p_account;
$$;

-- Makes a RULE_BASED account: {account}, `isReplay` where the same request has made it, or {refused} with a code, which
-- leaves nothing. p: {id, platformId, customerId, currency, holderAccountId, label?, rule, destinationAccountId?, key?,
-- requestHash}. The customer's row is locked: its accounts are counted by one transaction at a time.
-- Lock order: customer, key, external account.
create or replace function create_rule_account(p jsonb) returns jsonb language plpgsql as $$
declare
  v_id uuid := (p ->> 'id')::uuid;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_customer uuid := (p ->> 'customerId')::uuid;
  v_code text;
begin
  perform 1 from customers where id = v_customer and platform_id = v_platform for no key update;
  if p ->> 'key' is not null and claim_idempotency_key(v_platform, p ->> 'operation', p ->> 'key',
      decode(p ->> 'requestHash', 'hex'), v_id) = 'OTHER' then
    return '{"refused": "CONFLICT"}';
  end if;
  -- By its id too: the same request under a key that is not kept any more.
  if exists (select 1 from internal_accounts where id = v_id) then return rule_account_answer(v_id) || '{"isReplay": true}'; end if;
  perform 1 from external_accounts where id = (p ->> 'destinationAccountId')::uuid and deleted_at is null for share;
  v_code := case
    when not found and p ->> 'destinationAccountId' is not null then 'ACCOUNT_NOT_FOUND'
    when not exists (select 1 from platforms where id = v_platform and has_rule_accounts) then 'FORBIDDEN'
    when not exists (select 1 from customers where id = v_customer and not is_deleted) then 'USER_NOT_FOUND'
    when not exists (select 1 from internal_accounts where id = (p ->> 'holderAccountId')::uuid and customer_id = v_customer
      and currency = p ->> 'currency' and type <> 'RULE_BASED' and status = 'ACTIVE') then 'CONFLICT'
    when (select count(*) from internal_accounts where customer_id = v_customer and type = 'RULE_BASED'
      and status <> 'CLOSED') >= rule_accounts_max() then 'RULE_LIMIT' end;
  if v_code is not null then
    if p ->> 'key' is not null then perform release_idempotency_key(p); end if;
    return jsonb_build_object('refused', v_code);
  end if;
  insert into ledger_accounts (id, environment, kind, currency, has_floor)
    select v_id, environment, 'HOLDER', p ->> 'currency', true from platforms where id = v_platform;
  insert into ledger_balances (account_id) values (v_id);
  insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status, label, sweep_rule,
    holder_account_id)
  select v_id, v_platform, environment, v_customer, 'RULE_BASED', p ->> 'currency', 'ACTIVE', p ->> 'label', p -> 'rule',
    (p ->> 'holderAccountId')::uuid from platforms where id = v_platform;
  return rule_account_answer(v_id);
end $$;

-- An account as its creation answers it.
create or replace function rule_account_answer(p_account uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('account', account_row(a)) from internal_account_views a where a.id = p_account;
$$;

-- Attributes a deposit to the account that sweeps it: on its way into the account and nowhere spendable, an incoming
-- transaction, and the job that sweeps it. The caller holds the lock of the account's row, and has marked the deposit.
create or replace function attribute_deposit(d deposits) returns void language plpgsql as $$
declare
  a internal_accounts;
  v_transaction uuid := deposit_uuid(d.environment, d.id);
begin
  select * into a from internal_accounts where id = d.account_id;
  perform ledger_lock(a.id);
  perform ledger_transfer(deposit_reference(d.environment, d.id) || '/credit', 'PENDING',
    service_account(d.environment, 'FUNDING', d.currency), a.id, d.currency, d.amount, null, 'Transaction:' || v_transaction);
  perform add_deposit_transaction(d, v_transaction, a.id, null);
  insert into deposit_sweeps (environment, deposit_id, account_id, platform_id, state)
    values (d.environment, d.id, a.id, a.platform_id, 'WAITING');
  perform emit_transaction_event(v_transaction, 'PROCESSING');
  perform add_timeline(a.platform_id, 'Transaction:' || v_transaction, 'ATTRIBUTED', null, null, null);
  perform queue_sweep(v_transaction, a.platform_id);
end $$;

-- The job of a deposit's sweep, one for each. What a platform has waiting beyond fifty comes after the others' first ones.
create or replace function queue_sweep(p_deposit uuid, p_platform uuid) returns void language sql as $$
  select queue_job('sweep_deposit', json_build_object('depositId', p_deposit), 'sweep of ' || p_deposit,
    p_priority := (count(*) > 50)::integer)
  from (select 1 from deposit_sweeps where platform_id = p_platform and state = 'WAITING' limit 51) waiting;
$$;

-- The incoming transaction of a deposit on its account: PROCESSING; or, of the holder's own account, with the
-- transaction of the deposit that could not be swept, COMPLETED.
create or replace function add_deposit_transaction(d deposits, p_transaction uuid, p_account uuid, p_original uuid)
returns void language sql as $$
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    source, destination, received_amount, received_currency, reference, counterparty, settled_at, original_transaction_id)
  select p_transaction, a.platform_id, a.customer_id, c.platform_customer_id, 'INCOMING', 'CREDIT',
    case when p_original is null then 'PROCESSING' else 'COMPLETED' end,
    case when p_original is null then deposit_source(d)
      else jsonb_build_object('sourceType', 'ACCOUNT', 'accountId', 'InternalAccount:' || d.account_id, 'currency', d.currency) end,
    jsonb_build_object('destinationType', 'ACCOUNT', 'accountId', 'InternalAccount:' || a.id, 'currency', a.currency),
    d.amount, d.currency, d.funding_reference, d.payer, case when p_original is not null then service_now() end, p_original
  from internal_accounts a left join customers c on c.id = a.customer_id where a.id = p_account;
$$;

-- What the sweep of a deposit is priced by; null if it waits for none any more.
create or replace function sweep_facts(p_deposit uuid) returns jsonb language sql stable as $$
  -- By the deposit, and not among those that wait.
  with mine as materialized (select s.account_id, s.state, d.amount, d.currency
    from deposits d join deposit_sweeps s on s.environment = d.environment and s.deposit_id = d.id
    where deposit_uuid(d.environment, d.id) = p_deposit)
  select jsonb_build_object('platformId', a.platform_id, 'environment', a.environment, 'accountId', a.id,
    'transactionId', p_deposit, 'amount', d.amount::text, 'currency', d.currency, 'rule', a.sweep_rule,
    'isInBand', d.amount >= (band ->> 'minimum')::bigint and d.amount <= coalesce((band ->> 'maximum')::bigint, d.amount))
  from mine d join internal_accounts a on a.id = d.account_id
  cross join lateral sweep_band(a.platform_id, a.currency, a.sweep_rule) band
  where d.state = 'WAITING';
$$;

-- The money of an attributed deposit is in its account, for the payment that sweeps it. The locks of the balances are held.
create or replace function post_attributed(d deposits, s deposit_sweeps) returns void language sql as $$
  select ledger_transfer(deposit_reference(d.environment, d.id) || '/attributed', 'POST_PENDING',
    service_account(d.environment, 'FUNDING', d.currency), s.account_id, d.currency, d.amount,
    deposit_reference(d.environment, d.id) || '/credit', 'Transaction:' || deposit_uuid(d.environment, d.id));
$$;

-- Notes which payment sweeps a deposit.
create or replace function note_sweep(d deposits, p_payment uuid) returns void language sql as $$
  update deposit_sweeps set state = 'EXECUTED', payment_id = p_payment, changed_at = service_now()
  where environment = d.environment and deposit_id = d.id;
$$;

-- Gives a deposit that waits to the payment that had swept it before a restore. Both are locked.
create or replace function give_deposit_to_sweep(payment payments) returns void language plpgsql as $$
declare
  d deposits;
  s deposit_sweeps;
begin
  select * into strict d from deposits where deposit_uuid(environment, id) = payment.incoming_transaction_id;
  select * into strict s from deposit_sweeps where environment = d.environment and deposit_id = d.id;
  perform ledger_lock(payment.source_account_id, payment.destination_internal_id);
  perform post_attributed(d, s);
  perform note_sweep(d, payment.id);
end $$;

-- Whether what an account sweeps waits for a release: its own, its customer's or its payee's.
create or replace function is_sweep_frozen(p_account uuid) returns boolean language sql stable as $$
  select is_frozen(a.id, a.customer_id)
    or is_payee_frozen(substring(a.sweep_rule #>> '{destination,accountId}' from '^ExternalAccount:(.*)$')::uuid)
  from internal_accounts a where a.id = p_account;
$$;

-- Sweeps a deposit, once: by the payment of `order`, which is decided like any other payment, or, where it is refused
-- and for `failure`, to the holder's own account. p: {depositId, payout: its reference at the rail, order?, failure?,
-- refusal?}. The state of the sweep; WAITING: it
-- is frozen, and goes on after the release.
-- Lock order: customers, creation, accounts, deposit, balances.
create or replace function sweep_deposit(p jsonb) returns text language plpgsql as $$
declare
  d deposits;
  s deposit_sweeps;
  v jsonb;
  v_deposit uuid := (p ->> 'depositId')::uuid;
  v_order jsonb := p -> 'order';
  v_refusal text;
begin
  if v_order is not null then
    perform lock_payment_customers(jsonb_build_object('paymentId', v_order ->> 'id', 'immediateOrder', v_order));
    perform lock_creation((v_order ->> 'id')::uuid);
  end if;
  select * into d from deposits where deposit_uuid(environment, id) = v_deposit for update;
  select * into s from deposit_sweeps where environment = d.environment and deposit_id = d.id for update;
  if s.state is distinct from 'WAITING' then return s.state; end if;
  perform ledger_lock(s.account_id, holder_account_of(s.account_id), (v_order ->> 'destinationInternalId')::uuid,
    (select id from internal_accounts where platform_id = (v_order ->> 'platformId')::uuid and customer_id is null
      and currency = d.currency));
  if is_sweep_frozen(s.account_id) then return s.state; end if;
  if exists (select 1 from taken_back_deposits where environment = d.environment and deposit_id = d.id) then
    v_refusal := 'DEPOSIT_TAKEN_BACK';
  elsif v_order is not null then
    begin
      perform post_attributed(d, s);
      v := decide_immediate_payment(jsonb_build_object('paymentId', v_order ->> 'id', 'platformId', v_order ->> 'platformId',
        'operation', v_order ->> 'operation', 'requestHash', v_order ->> 'requestHash', 'immediateOrder', v_order || '{"isImmediate": true}',
        'isStartDue', true));
      if v ->> 'outcome' = 'REFUSED' then raise exception '%', v ->> 'code' using errcode = 'PY001'; end if;
      perform note_sweep(d, (v_order ->> 'id')::uuid);
      return 'EXECUTED';
    exception when sqlstate 'PY001' then v_refusal := sqlerrm;
    end;
  end if;
  -- Before a restore it was swept, and the rail has paid: it is nobody's to have again. The job is repeated.
  if is_lost_payout_booked(p ->> 'payout') then
    raise exception 'the deposit % was paid out before the restore: %', v_deposit,
      coalesce(v_refusal, p ->> 'refusal', p ->> 'failure') using errcode = 'PY005';
  end if;
  perform ledger_transfer(deposit_reference(d.environment, d.id) || '/void', 'VOID_PENDING',
    service_account(d.environment, 'FUNDING', d.currency), s.account_id, d.currency, d.amount,
    deposit_reference(d.environment, d.id) || '/credit', 'Transaction:' || v_deposit);
  update deposit_sweeps set state = 'GIVEN', changed_at = service_now(),
      reason = coalesce(p ->> 'failure', 'QUOTE_EXECUTION_FAILED'), refusal = coalesce(v_refusal, p ->> 'refusal') where environment = d.environment and deposit_id = d.id returning * into s;
  update transactions set status = 'FAILED', failure_reason = s.reason, updated_at = service_now() where id = v_deposit;
  perform emit_transaction_event(v_deposit, 'FAILED');
  perform give_to_holder(d, s, service_account(d.environment, 'FUNDING', d.currency));
  return 'GIVEN';
end $$;

-- The id of the transaction by which a deposit that could not be swept is its holder's.
create or replace function given_uuid(p_deposit uuid) returns uuid language sql immutable as $$
  select md5('given ' || p_deposit)::uuid;
$$;

-- Credits the holder's own account with a deposit that could not be swept, with a transaction of its own beside the
-- failed one. The caller holds the locks of the balances.
create or replace function give_to_holder(d deposits, s deposit_sweeps, p_from uuid) returns void language plpgsql as $$
declare
  v_deposit uuid := deposit_uuid(d.environment, d.id);
  v_given uuid := given_uuid(deposit_uuid(d.environment, d.id));
  v_holder uuid := holder_account_of(s.account_id);
begin
  perform ledger_transfer(deposit_reference(d.environment, d.id) || '/given', 'POSTED', p_from, v_holder, d.currency,
    d.amount, null, 'Transaction:' || v_given);
  perform add_deposit_transaction(d, v_given, v_holder, v_deposit);
  perform emit_transaction_event(v_given, 'COMPLETED');
  perform add_timeline(a.platform_id, 'Transaction:' || v_given, 'CREDITED', null, null, null)
  from internal_accounts a where a.id = v_holder;
  perform add_timeline(a.platform_id, 'Transaction:' || v_deposit, 'GIVEN_TO_HOLDER', null, null, null,
    jsonb_strip_nulls(jsonb_build_object('reason', s.reason, 'code', s.refusal)))
  from internal_accounts a where a.id = s.account_id;
  perform recover_taken_back(v_holder);
end $$;

-- What a sweep that was executed and has failed gave back is passed on to the holder's own account, in the same
-- transaction: the account that swept it keeps nothing. Any other payment's money is where it belongs.
create or replace function give_swept_to_holder(payment payments) returns void language plpgsql as $$
declare
  d deposits;
  s deposit_sweeps;
begin
  if payment.source_type <> 'RULE_BASED' then return; end if;
  update deposit_sweeps set state = 'GIVEN', changed_at = service_now(),
      reason = (select failure_reason from transactions where id = payment.incoming_transaction_id)
    where payment_id = payment.id and state = 'EXECUTED' returning * into s;
  if not found then return; end if;
  select * into strict d from deposits where environment = s.environment and id = s.deposit_id;
  perform give_to_holder(d, s, s.account_id);
end $$;

-- What the receiver's transaction of a payment fails with: that of a sweep is the deposit itself.
create or replace function incoming_failure(payment payments, p_reason text) returns text language sql immutable as $$
  select case when payment.source_type <> 'RULE_BASED' then case p_reason when 'COLLECTION_FAILED' then p_reason else 'OFFRAMP_FAILED' end
    when p_reason = 'ACCOUNT_CANNOT_RECEIVE' then p_reason else 'QUOTE_EXECUTION_FAILED' end;
$$;

-- Why a sweep that waits has not been decided: the first line of what its job has failed with. Null: it has not run yet.
create or replace function sweep_trouble(p_deposit uuid) returns text language sql stable as $$
  select left(split_part(last_error, E'\n', 1), 200) from graphile_worker._private_jobs where key = 'sweep of ' || p_deposit;
$$;

-- Queues the sweeps that wait although no job has come to them: a job gives up after its last try.
create or replace function queue_waiting_sweeps(p_older_than interval, p_max integer) returns bigint language sql as $$
  with waiting as (select deposit_uuid(environment, deposit_id) as id, platform_id from deposit_sweeps where state = 'WAITING'
      and created_at < service_now() - p_older_than and not is_sweep_frozen(account_id) order by created_at limit p_max),
    idle as (select id, platform_id from waiting w where not exists (select 1 from graphile_worker._private_jobs j
      where j.key = 'sweep of ' || w.id and (j.attempts < j.max_attempts or j.locked_at is not null))),
    queued as materialized (select queue_sweep(id, platform_id) from idle)
  select count(*) from queued;
$$;

-- The ledger's reference of a deposit. Ids are those of a rail, and each environment has its own: the
-- prefix keeps two deposits with one id apart.
create or replace function deposit_reference(p_environment text, p_id text) returns text language sql immutable as $$
  select case p_environment when 'SANDBOX' then 'Arrival:' else 'ProductionArrival:' end || p_id;
$$;

-- The suffix of the next booking of a kind about a deposit: an operator may have given it to a payment that could
-- not take it.
create or replace function deposit_suffix(d deposits, p_step text) returns text language sql stable as $$
  select case count(*) when 0 then '' else '/' || count(*) + 1 end from ledger_transfers t
  where t.reference = deposit_reference(d.environment, d.id) and split_part(t.id, '/', 1 + array_length(string_to_array(
    deposit_reference(d.environment, d.id), '/'), 1)) = p_step;
$$;

-- Books a deposit in suspense, or out of it again: 'unclaimed' and 'claimed'.
create or replace function move_suspended(d deposits, p_step text) returns void language plpgsql as $$
declare
  v_funding uuid := service_account(d.environment, 'FUNDING', d.currency);
  v_suspense uuid := service_account(d.environment, 'SUSPENSE', d.currency);
  v_is_in boolean := p_step = 'unclaimed';
begin
  perform ledger_transfer(deposit_reference(d.environment, d.id) || '/' || p_step || deposit_suffix(d, p_step), 'POSTED',
    case when v_is_in then v_funding else v_suspense end, case when v_is_in then v_suspense else v_funding end,
    d.currency, d.amount, null, deposit_reference(d.environment, d.id));
end $$;

-- Books a deposit that nothing can take as unapplied funds, in suspense.
create or replace function book_unapplied(p_environment text, p_deposit text, p_payment uuid, p_why text) returns void
language plpgsql as $$
declare d deposits;
begin
  update deposits set outcome = 'UNAPPLIED', reason = p_why, changed_at = service_now()
    where environment = p_environment and id = p_deposit and outcome is null returning * into d;
  if not found then return; end if;
  perform move_suspended(d, 'unclaimed');
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id,
    'DEPOSIT_UNAPPLIED', null, 'OPERATOR', 'SUSPENSE_DECISION', jsonb_build_object('reason', p_why))
  from payments payment where payment.id = p_payment;
end $$;

-- The paying side of a deposit on an account, as its transaction shows it.
create or replace function deposit_source(d deposits) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('sourceType', 'REALTIME_FUNDING', 'currency', d.currency,
    'onChainTransaction', d.on_chain));
$$;

-- Executes a payment with the deposit that it waits for; null, or why it is refused, which leaves nothing of the
-- execution behind. A mismatched amount executes it, and is refunded. The caller has locked the payment's customers, its
-- row and the deposit.
create or replace function execute_with_deposit(payment payments, d deposits) returns text language plpgsql as $$
declare v jsonb;
begin
  update deposits set payment_id = payment.id, account_id = null, outcome = 'APPLIED'
    where environment = d.environment and id = d.id;
  -- Before the events of the execution, which show it.
  update transactions set source = source || jsonb_build_object('onChainTransaction', d.on_chain)
    where id = payment.transaction_id and d.on_chain is not null;
  v := decide_execution(jsonb_build_object('paymentId', payment.id, 'platformId', payment.platform_id,
    'operation', 'deposit', 'requestHash', encode(sha256(convert_to(deposit_reference(d.environment, d.id), 'UTF8')), 'hex'),
    'depositedAmount', d.amount::text, 'isStartDue', true));
  if v ->> 'outcome' = 'REFUSED' then
    -- Of an agent's quote the rule of its policy says more than the code.
    raise exception '%', coalesce(denying_rule(v -> 'judgement'), v ->> 'code') using errcode = 'PY001';
  end if;
  return null;
exception when sqlstate 'PY001' then return sqlerrm;
end $$;

-- Locks a quote that a deposit may execute, as its execution does: the agent that has made it and its customers before
-- it. Null: there is none.
create or replace function lock_awaited_payment(p_payment uuid) returns payments language plpgsql as $$
declare
  payment payments;
begin
  perform lock_agent(agent_id) from payments where id = p_payment and agent_id is not null;
  perform lock_payment_customers(jsonb_build_object('paymentId', p_payment));
  select * into payment from payments where id = p_payment and kind = 'QUOTE' for update;
  return payment;
end $$;

-- Records a deposit notice of an environment's rail, idempotent by the rail's id of the deposit. Only a
-- payment or an account of that environment can have asked for it: the payment is executed with it and the account
-- credited, in this transaction. What nothing can take, or whose execution is refused, is booked as unapplied.
create or replace function receive_deposit(p_environment text, p_id text, p_reference text, p_amount bigint,
  p_currency text, p_provider text default 'RAIL', p_payer jsonb default null, p_on_chain jsonb default null)
returns text language plpgsql as $$
declare
  payment payments;
  a internal_accounts;
  d deposits;
  v_why text;
begin
  payment := lock_awaited_payment((select id from payments
    where environment = p_environment and funding_reference = p_reference and kind = 'QUOTE'));
  if payment.id is null then
    -- Locked: the account's customer may be deleted concurrently.
    select * into a from internal_accounts where funding_reference_of(id) = p_reference for share;
  end if;
  insert into deposits (environment, id, funding_reference, amount, currency, account_id, provider, payer,
    on_chain)
    values (p_environment, p_id, p_reference, p_amount, p_currency, case when a.environment = p_environment then a.id end,
      p_provider, p_payer, p_on_chain)
    -- By every unique index: equal notices at one instant would wait for each other between two of them.
    on conflict do nothing returning * into d;
  if not found then
    select * into d from deposits where environment = p_environment and id = p_id;
    -- By another provider it is another one, which a person has to book.
    if (d.funding_reference, d.amount, d.currency, d.provider) is distinct from (p_reference, p_amount, p_currency, p_provider) then
      raise exception 'the deposit % was reported as % % under % by %', p_id, d.amount, d.currency, d.funding_reference, d.provider
        using errcode = 'PY004';
    end if;
    return d.outcome;
  end if;
  v_why := case
    when a.id is not null then credit_refusal(a, p_environment, p_currency, p_amount)
    when payment.id is null then 'UNKNOWN_REFERENCE'
    when payment.sending_currency <> p_currency then 'OTHER_CURRENCY'
    when payment.executed_at is not null or exists (select 1 from deposits where payment_id = payment.id
      and outcome is distinct from 'UNAPPLIED') then 'ALREADY_FUNDED'
    when payment.status <> 'PENDING' or payment.expires_at <= service_now() then 'TOO_LATE' end;
  if v_why is not null then
    perform book_unapplied(p_environment, p_id, payment.id, v_why);
    return 'UNAPPLIED';
  end if;
  if a.id is not null then
    perform credit_deposit(p_environment, p_id);
    return 'APPLIED';
  end if;
  v_why := execute_with_deposit(payment, d);
  if v_why is null then return 'APPLIED'; end if;
  perform book_unapplied(p_environment, p_id, payment.id, v_why);
  return 'UNAPPLIED';
end $$;

-- What an operator decides about unapplied funds.

-- Notes the decision on the deposit.
create or replace function note_deposit_decision(d deposits, p_by text, p_why text) returns void language sql as $$
  update deposits set decided_by = p_by, decided_why = p_why, changed_at = service_now()
    where environment = d.environment and id = d.id;
$$;

-- Gives an unapplied deposit to an account: APPLIED, or why not. Repeated, it answers APPLIED again.
-- Lock order as in receive_deposit: the account before the deposit.
create or replace function apply_deposit_to_account(p_deposit uuid, p_account uuid, p_by text, p_why text) returns text
language plpgsql as $$
declare
  d deposits;
  a internal_accounts;
  v_refusal text;
begin
  select * into a from internal_accounts where id = p_account for share;
  if not found then return 'NO_SUCH_ACCOUNT'; end if;
  select * into d from deposits where deposit_uuid(environment, id) = p_deposit for update;
  if not found then return 'NO_SUCH_DEPOSIT'; end if;
  if d.outcome is distinct from 'UNAPPLIED' then
    return coalesce(d.outcome, 'OPEN') || case when d.account_id = a.id and d.payment_id is null then ''
      when coalesce(d.outcome, 'APPLIED') = 'APPLIED' then '_ELSEWHERE' else '' end;
  end if;
  v_refusal := credit_refusal(a, d.environment, d.currency, d.amount);
  -- The operator decides about an amount that is too small.
  if v_refusal <> 'BELOW_MINIMUM' then return v_refusal; end if;
  perform move_suspended(d, 'claimed');
  update deposits set outcome = null, account_id = a.id, payment_id = null
    where environment = d.environment and id = d.id;
  perform credit_deposit(d.environment, d.id);
  perform note_deposit_decision(d, p_by, p_why);
  perform add_timeline(a.platform_id, 'Transaction:' || p_deposit, 'DECIDED', null, null, null,
    jsonb_build_object('by', p_by, 'decision', 'apply', 'reason', p_why));
  return 'APPLIED';
end $$;

-- Gives an unapplied deposit to a payment that waits for it, which is executed with it: APPLIED, or why not. Repeated,
-- it answers what has become of it. Lock order as in receive_deposit: an agent, customers, the payment, the deposit.
create or replace function apply_deposit_to_payment(p_deposit uuid, p_payment uuid, p_by text, p_why text) returns text
language plpgsql as $$
declare
  d deposits;
  payment payments;
  v_refusal text;
begin
  payment := lock_awaited_payment(p_payment);
  if payment.id is null then return 'NO_SUCH_QUOTE'; end if;
  select * into d from deposits where deposit_uuid(environment, id) = p_deposit for update;
  if not found then return 'NO_SUCH_DEPOSIT'; end if;
  if d.outcome is distinct from 'UNAPPLIED' then
    return coalesce(d.outcome, 'OPEN') || case when d.payment_id = payment.id then ''
      when coalesce(d.outcome, 'APPLIED') = 'APPLIED' then '_ELSEWHERE' else '' end;
  end if;
  if payment.source_type <> 'REALTIME_FUNDING' then return 'NOT_FUNDED_BY_DEPOSIT'; end if;
  if payment.environment <> d.environment then return 'OTHER_ENVIRONMENT'; end if;
  if payment.sending_currency <> d.currency then return 'OTHER_CURRENCY'; end if;
  if payment.sending_amount <> d.amount then return 'OTHER_AMOUNT'; end if;
  if payment.executed_at is not null or exists (select 1 from deposits o where o.payment_id = payment.id
      and o.outcome is distinct from 'UNAPPLIED') then return 'ALREADY_FUNDED'; end if;
  if payment.status <> 'PENDING' or payment.expires_at <= service_now() then return 'TOO_LATE'; end if;
  v_refusal := execute_with_deposit(payment, d);
  if v_refusal is not null then return v_refusal; end if;
  perform move_suspended(d, 'claimed');
  perform note_deposit_decision(d, p_by, p_why);
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'DECIDED', null, null, null,
    jsonb_build_object('by', p_by, 'decision', 'apply', 'reason', p_why));
  return 'APPLIED';
end $$;

-- The reference of an instruction to send a deposit back.
create or replace function deposit_return_reference(p_deposit uuid, p_attempt integer) returns text
language sql immutable as $$
  select 'Deposit:' || p_deposit || '/return' || refund_suffix(p_attempt);
$$;

-- Opens an attempt to send a deposit back, with its instruction.
create or replace function open_deposit_return(d deposits, p_state text) returns integer language plpgsql as $$
declare
  v_attempt integer := 1 + (select count(*) from deposit_returns
    where environment = d.environment and deposit_id = d.id);
begin
  insert into deposit_returns (reference, environment, deposit_id, attempt, state, provider, instruction)
  select r, d.environment, d.id, v_attempt, p_state, d.provider, jsonb_build_object('reference', r,
    'amountMinor', d.amount::text, 'currency', d.currency,
    'destination', jsonb_build_object('accountType', 'ORIGINATING_INSTRUMENT', 'accountInfo',
      jsonb_build_object('reference', d.funding_reference, 'deposit', d.id)))
    || case d.provider when 'BANK' then jsonb_build_object('deposit', d.id) else '{}' end
  from deposit_return_reference(deposit_uuid(d.environment, d.id), v_attempt) r;
  update deposits set outcome = 'RETURNING', payment_id = null, changed_at = service_now()
    where environment = d.environment and id = d.id;
  return v_attempt;
end $$;

-- Has an unapplied deposit sent back over the rail: RETURNING with the attempt, or why not. The money stays in
-- suspense until the rail has paid it back. Repeated, it answers what has become of it.
create or replace function return_deposit(p_deposit uuid, p_by text, p_why text) returns jsonb language plpgsql as $$
declare
  d deposits;
begin
  select * into d from deposits where deposit_uuid(environment, id) = p_deposit for update;
  if not found then return '{"outcome": "NO_SUCH_DEPOSIT"}'::jsonb; end if;
  if d.outcome = 'UNAPPLIED' then
    perform start_later(start_row('DEPOSIT_RETURN', p_deposit, open_deposit_return(d, 'CREATED')), true);
    perform note_deposit_decision(d, p_by, p_why);
    d.outcome := 'RETURNING';
  end if;
  return jsonb_build_object('outcome', coalesce(d.outcome, 'OPEN'), 'attempt',
    (select max(attempt) from deposit_returns where environment = d.environment and deposit_id = d.id));
end $$;

-- What the rail is to be asked about the return of a deposit now. It is recorded as submitted here: a crash before
-- the call must leave it as one that may have left. NONE: it never leaves, since an earlier attempt has settled after
-- all. Lock order as in book_deposit_return: the deposit before its return.
create or replace function prepare_deposit_return(p_deposit uuid, p_attempt integer) returns jsonb language plpgsql as $$
declare
  d deposits;
  r deposit_returns;
begin
  select * into strict d from deposits where deposit_uuid(environment, id) = p_deposit for update;
  select * into strict r from deposit_returns
    where reference = deposit_return_reference(p_deposit, p_attempt) for update;
  if r.state = 'CREATED' then
    update deposit_returns set state = case d.outcome when 'RETURNING' then 'SUBMITTED' else 'FAILED' end,
      updated_at = service_now() where reference = r.reference;
    if d.outcome <> 'RETURNING' then
      return jsonb_build_object('action', 'NONE', 'environment', r.environment, 'reference', r.reference,
        'instruction', r.instruction, 'isFirst', true, 'provider', r.provider);
    end if;
  end if;
  return jsonb_build_object('action', case when r.state in ('CREATED', 'SUBMITTED') then 'SUBMIT' else 'FOLLOW' end,
    'environment', r.environment, 'reference', r.reference, 'instruction', r.instruction,
    'isFirst', r.state = 'CREATED', 'provider', r.provider, 'request', r.request, 'network', r.network,
    'handle', r.handle, 'since', r.updated_at);
end $$;

-- Books what a rail reports of the return of a deposit, and answers what has become of that; null if there is no
-- such instruction in the environment. Repeated, it changes nothing. What the rail has paid leaves suspense, whatever
-- was decided meanwhile: then suspense lacks it, and an alarm says so. Where the rail reports as failed what it had
-- reported as paid, nothing is booked: one of the two is wrong, and money that is back in suspense by the wrong one
-- would be paid twice. `decide_contradicted_return` takes what a person has found out.
-- `p_reported`: what else a notice says, as of `book_notice`; where that is not what was ordered, nothing is booked.
create or replace function book_deposit_return(p_environment text, p_reference text, p_state text, p_reported jsonb default '{}')
returns text language plpgsql as $$
declare
  r deposit_returns;
  d deposits;
  v_booking text;
  v_reference text;
  v_next text;
  v_difference text;
begin
  select * into r from deposit_returns where reference = p_reference and environment = p_environment;
  if not found then return null; end if;
  select * into d from deposits where environment = r.environment and id = r.deposit_id for update;
  select * into r from deposit_returns where reference = p_reference for update;
  v_difference := reported_difference(r.reference, r.provider, d.amount, d.currency, p_reported);
  if v_difference is not null then raise exception '%', v_difference using errcode = 'PY004'; end if;
  v_next := case
    when p_state = 'PENDING' then null
    when r.state in ('CREATED', 'SUBMITTED') and p_state = 'RETURNED' then 'SETTLED'
    when r.state in ('CREATED', 'SUBMITTED') then p_state
    when r.state = 'FAILED' and p_state in ('SETTLED', 'RETURNED') then 'SETTLED'
    when r.state = 'SETTLED' and p_state = 'RETURNED' then 'RETURNED' end;
  if r.state = 'SETTLED' and p_state in ('FAILED', 'SETTLED')
      and (p_state = 'FAILED') <> (r.contradicted_at is not null) then
    update deposit_returns set contradicted_at = case p_state when 'FAILED' then service_now() end
      where reference = r.reference;
    update deposits set changed_at = service_now() where environment = d.environment and id = d.id;
  end if;
  if v_next is null then return r.state; end if;
  v_reference := deposit_reference(d.environment, d.id);
  v_booking := v_reference || '/returned' || refund_suffix(r.attempt);
  update deposit_returns set state = v_next, contradicted_at = null, updated_at = service_now()
    where reference = r.reference;
  if v_next = 'SETTLED' then
    perform ledger_transfer(v_booking, 'POSTED', service_account(d.environment, 'SUSPENSE', d.currency),
      service_account(d.environment, 'RAIL', d.currency), d.currency, d.amount, null, v_reference);
    update deposits set outcome = 'RETURNED', changed_at = service_now()
      where environment = d.environment and id = d.id and outcome in ('UNAPPLIED', 'RETURNING');
  else
    if v_next = 'RETURNED' then
      perform ledger_transfer(v_booking || '/sent-back', 'POSTED', service_account(d.environment, 'RAIL', d.currency),
        service_account(d.environment, 'SUSPENSE', d.currency), d.currency, d.amount, null, v_reference);
    end if;
    -- Another attempt may be on its way: nothing else takes the money then.
    update deposits set changed_at = service_now(), outcome = case when exists (select 1 from deposit_returns o
        where o.environment = d.environment and o.deposit_id = d.id and o.state in ('CREATED', 'SUBMITTED'))
        then 'RETURNING' else 'UNAPPLIED' end,
      reason = case v_next when 'FAILED' then 'RETURN_FAILED' else 'RETURN_SENT_BACK' end
    where environment = d.environment and id = d.id and outcome in ('RETURNING', 'RETURNED')
      -- An earlier attempt has settled after all.
      and not exists (select 1 from deposit_returns o where o.environment = d.environment and o.deposit_id = d.id
        and o.state = 'SETTLED');
  end if;
  -- Settled, and sent back since.
  if p_state = 'RETURNED' and v_next = 'SETTLED' then
    return book_deposit_return(p_environment, p_reference, p_state);
  end if;
  return v_next;
end $$;

-- What a person has found out about a return that the rail has reported as failed after it had reported it as paid:
-- it was paid, and nothing is booked; or it was not, and the money is in suspense again. Answers the deposit's outcome,
-- or why there is nothing to decide. Lock order as in book_deposit_return.
create or replace function decide_contradicted_return(p_deposit uuid, p_is_paid boolean, p_by text, p_why text)
returns text language plpgsql as $$
declare
  d deposits;
  r deposit_returns;
begin
  select * into d from deposits where deposit_uuid(environment, id) = p_deposit for update;
  if not found then return 'NO_SUCH_DEPOSIT'; end if;
  select * into r from deposit_returns where environment = d.environment and deposit_id = d.id
    and contradicted_at is not null order by attempt limit 1 for update;
  if not found then return 'NOT_CONTRADICTED'; end if;
  if p_is_paid then
    update deposit_returns set contradicted_at = null where reference = r.reference;
  else
    perform book_deposit_return(d.environment, r.reference, 'RETURNED');
  end if;
  perform note_deposit_decision(d, p_by, p_why);
  return (select outcome from deposits where environment = d.environment and id = d.id);
end $$;

-- Takes over the return of a deposit that only the rail knows of, after a restore: the deposit is made again where it
-- is lost too, and is not credited, since the rail has the order to send it back. TAKEN_OVER, or why a person must
-- decide.
create or replace function take_over_deposit_return(p jsonb) returns text language plpgsql as $$
declare
  d deposits;
  v_environment text := p ->> 'environment';
begin
  if p ? 'deposit' then
    insert into deposits (environment, id, funding_reference, amount, currency, provider)
    values (v_environment, p #>> '{deposit,id}', p #>> '{deposit,reference}', (p #>> '{deposit,amountMinor}')::bigint,
      p #>> '{deposit,currency}', coalesce(p ->> 'provider', 'RAIL')) on conflict do nothing;
    if found then
      perform book_unapplied(v_environment, p #>> '{deposit,id}', null, 'RETURNED_BEFORE_RESTORE');
    end if;
  end if;
  select * into d from deposits where environment = v_environment
    and deposit_uuid(environment, id) = substring(p ->> 'reference' from '^Deposit:([0-9a-f-]{36})/')::uuid for update;
  if not found then return 'NO_SUCH_DEPOSIT'; end if;
  if exists (select 1 from deposit_returns where reference = p ->> 'reference') then return 'TAKEN_OVER'; end if;
  if d.outcome is distinct from 'UNAPPLIED' then return coalesce(d.outcome, 'OPEN'); end if;
  if deposit_return_reference(deposit_uuid(d.environment, d.id), 1 + (select count(*)::integer from deposit_returns
      where environment = d.environment and deposit_id = d.id)) <> p ->> 'reference' then
    return 'EARLIER_ATTEMPT_IS_MISSING';
  end if;
  perform open_deposit_return(d, 'SUBMITTED');
  perform book_deposit_return(v_environment, p ->> 'reference', p ->> 'state');
  return 'TAKEN_OVER';
end $$;

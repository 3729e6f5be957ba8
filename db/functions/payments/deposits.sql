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

-- Records a deposit notice of an environment's rail, idempotent by the rail's id of the deposit. Only a
-- payment or an account of that environment can have asked for it. A mismatched amount is refused by the payment's
-- execution; an account is credited here.
create or replace function receive_deposit(p_environment text, p_id text, p_reference text, p_amount bigint,
  p_currency text) returns text language plpgsql as $$
declare
  payment payments;
  a internal_accounts;
  d deposits;
  v_why text;
begin
  select * into payment from payments
    where environment = p_environment and funding_reference = p_reference and kind = 'QUOTE' for update;
  if not found then
    -- Its customer may be deleted in this moment.
    select * into a from internal_accounts where funding_reference_of(id) = p_reference for share;
  end if;
  insert into deposits (environment, id, funding_reference, amount, currency, account_id)
    values (p_environment, p_id, p_reference, p_amount, p_currency, case when a.environment = p_environment then a.id end)
    -- By every unique index: equal notices at one instant would wait for each other between two of them.
    on conflict do nothing;
  if not found then
    select * into d from deposits where environment = p_environment and id = p_id;
    if (d.funding_reference, d.amount, d.currency) is distinct from (p_reference, p_amount, p_currency) then
      raise exception 'the deposit % has been told as % % under %', p_id, d.amount, d.currency, d.funding_reference
        using errcode = 'PY004';
    end if;
    return coalesce(d.outcome, 'OPEN');
  end if;
  v_why := case
    when a.id is not null then why_not_creditable(a, p_environment, p_currency, p_amount)
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
  update deposits set payment_id = payment.id, attempt = payment.attempt
    where environment = p_environment and id = p_id;
  return 'OPEN';
end $$;

-- Closes a deposit as APPLIED or UNAPPLIED; null while the payment's execution has not decided.
create or replace function conclude_deposit(p_environment text, p_id text) returns text language plpgsql as $$
declare
  a deposits;
  payment payments;
begin
  -- Lock order as in receive_deposit: the payment before the deposit.
  select * into payment from payments
    where id = (select payment_id from deposits where environment = p_environment and id = p_id) for update;
  select * into a from deposits where environment = p_environment and id = p_id for update;
  if a.outcome is not null then return a.outcome; end if;
  if payment.executed_attempt = a.attempt and payment.funded_amount = a.amount then
    update deposits set outcome = 'APPLIED' where environment = p_environment and id = p_id;
    return 'APPLIED';
  end if;
  if payment.executed_attempt is null and payment.attempt = a.attempt and payment.status = 'PENDING' then return null; end if;
  perform book_unapplied(p_environment, p_id, payment.id, coalesce(payment.refusals ->> a.attempt::text, 'TOO_LATE'));
  return 'UNAPPLIED';
end $$;

-- The next open deposits of a payment, in the order of their arrival, beginning again after the last: those
-- whose payment cannot decide now do not keep the others waiting.
create or replace function claim_open_deposits(p_max integer) returns table (environment text, id text,
  amount bigint, attempt integer, platform_id uuid, customer_id uuid, "row" jsonb) language plpgsql as $$
declare
  c sweep_cursors;
  v_payments uuid[];
begin
  if not exists (select 1 from deposits d where d.outcome is null) then return; end if;
  c := lock_sweep_cursor('DEPOSIT');
  if c.kind is null then return; end if;
  -- A payment has at most one open deposit.
  v_payments := array(select d.payment_id from deposits d
    where d.outcome is null and (d.created_at, d.payment_id) > (c.after_at, c.after_id)
    order by d.created_at, d.payment_id limit p_max);
  update sweep_cursors k set claimed_at = service_now(), after_at = coalesce(l.created_at, '-infinity'),
    after_id = coalesce(l.payment_id, '00000000-0000-0000-0000-000000000000')
  from (select 1) x left join deposits l on cardinality(v_payments) >= p_max
    and l.payment_id = v_payments[p_max] and l.outcome is null
  where k.kind = c.kind;
  return query select d.environment, d.id, d.amount, d.attempt, q.platform_id, q.customer_id,
      to_jsonb(q) - 'payload_to_sign' - 'stamp' - 'original_response'
    from deposits d join payments q on q.id = d.payment_id
    where d.payment_id = any (v_payments) and d.outcome is null order by d.created_at;
end $$;

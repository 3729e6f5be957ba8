-- The party that must act in the first step of a payment.
create or replace function waiting_party(p_step text) returns text language sql immutable as $$
  select case p_step when 'COLLECT' then 'PAYOUT_RAIL' when 'SIGN' then 'WALLET_PROVIDER'
    when 'APPROVE' then 'PLATFORM' when 'PAY_OUT' then 'PAYOUT_RAIL' end;
$$;

-- What the first step of a payment waits for, as a timeline code.
create or replace function waiting_reason(p_step text) returns text language sql immutable as $$
  select case p_step when 'COLLECT' then 'COLLECTION' when 'SIGN' then 'TRANSFER_SIGNATURE'
    when 'APPROVE' then 'RECEIVER_PLATFORM' when 'PAY_OUT' then 'PAYOUT' end;
$$;

-- The steps of a payment without those before its payout that this one proves to be done, once it has been sent: a
-- signature or an approval that is asked for again, and refused, would refund what may have left.
create or replace function unproven_steps(payment payments) returns text[] language sql stable as $$
  select case when payment.steps && '{SIGN,APPROVE}' and exists (select 1 from rail_orders
      where payment_id = payment.id and kind = 'PAYOUT' and submitted_at is not null)
    then array_remove(array_remove(payment.steps, 'SIGN'), 'APPROVE') else payment.steps end;
$$;

-- The steps that the payment's workflow still has to do: none once the payment is closed. CONFIRM:
-- an operator has recorded it as paid, and the rail has not confirmed that.
create or replace function remaining_steps(payment payments) returns text[] language sql stable as $$
  select case when payment.status = 'PROCESSING' then unproven_steps(payment) || '{SETTLE}'::text[]
    when payment.status = 'PENDING_AUTHORIZATION' then '{AUTHORIZE}'::text[] || payment.steps || '{SETTLE}'::text[]
    when status_or_refund(payment) = 'REFUND_AT_RAIL' then '{REFUND}'
    when is_unconfirmed(payment, 'PAYOUT', 'COLLECTION') then payment.steps || '{CONFIRM}'::text[]
    else '{}' end;
$$;

-- The result of a committed execution, by this call or by an earlier one of the same attempt.
create or replace function execution_result(payment payments) returns jsonb language sql stable as $$
  select jsonb_build_object('outcome', 'COMMITTED', 'payment', payment.original_response, 'winningKey', payment.winning_key,
    'steps', remaining_steps(payment)) || case payment.status when 'FAILED' then '{"isFailed": true}'::jsonb else '{}' end;
$$;

-- Locks all balances that a payment between internal accounts changes, in order: its hold and its
-- settlement are one transaction.
create or replace function lock_payment_accounts(payment payments) returns void language sql as $$
  select ledger_lock(payment.source_account_id, payment.destination_internal_id, (
    select id from internal_accounts where payment.platform_fee > 0 and platform_id = payment.platform_id
      and customer_id is null and currency = payment.sending_currency));
$$;

-- Refuses an execution: increments the attempt, so that a later execute is a new attempt, and records
-- the refusal, so that a retry of this attempt gets it again.
create or replace function refuse_execution(payment payments, p_attempt integer, p_code text, p_key text, p_key_is_new boolean)
returns jsonb language plpgsql as $$
begin
  if p_key_is_new then
    delete from idempotency_keys where platform_id = payment.platform_id and operation = 'executeQuote' and key = p_key;
  end if;
  if payment.attempt = p_attempt then
    update payments set attempt = p_attempt + 1,
      refusals = payment.refusals || jsonb_build_object(p_attempt::text, p_code) where id = payment.id;
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'EXECUTION_REFUSED', p_attempt,
      'CUSTOMER', 'ANOTHER_EXECUTE_CALL', jsonb_build_object('code', p_code));
  end if;
  return jsonb_build_object('outcome', 'REFUSED', 'code', p_code);
end $$;

-- Binds the invoice that a payment pays to it: false where another payment pays it or has paid it. The caller has
-- locked the payment. Concurrent ones wait at the row for each other, whatever account or customer they are of.
create or replace function bind_invoice(payment payments) returns boolean language plpgsql as $$
declare v_hash text := (select invoice_hash from external_accounts where id = payment.destination_account_id);
begin
  if v_hash is null then return true; end if;
  insert into invoice_payments as bound (environment, payment_hash, payment_id)
  values (payment.environment, v_hash, payment.id)
  on conflict (environment, payment_hash) do update set payment_id = excluded.payment_id
    where bound.payment_id = excluded.payment_id
      or (select is_unpaid(other) from payments other where other.id = bound.payment_id);
  return found;
end $$;

-- Why a payment that an agent has made is not executed by this request; null: it may be. Its judgement is
-- part of the answer. One that waits for approval is executed by its approval alone.
create or replace function judge_execution(payment payments, p jsonb) returns jsonb language plpgsql as $$
declare v_judgement jsonb;
begin
  if payment.agent_id is null or p ? 'approvedAction' then return '{}'::jsonb; end if;
  if exists (select 1 from agent_actions where payment_id = payment.id and status = 'PENDING_APPROVAL') then
    return '{"code": "CONFLICT"}'::jsonb;
  end if;
  if not p ? 'agent' then return '{}'::jsonb; end if;
  v_judgement := judge_now(payment.agent_id, action_of_payment(payment));
  return jsonb_strip_nulls(jsonb_build_object('judgement', v_judgement,
    'code', case v_judgement ->> 'decision' when 'DENY' then v_judgement ->> 'code'
      when 'APPROVAL_REQUIRED' then 'APPROVAL_REQUIRED' end));
end $$;

-- Executes a payment: COMMITTED (by this call, or earlier by the same attempt) or REFUSED.
create or replace function execute_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  payment payments;
  v_attempt integer := (p ->> 'attempt')::integer;
  v_key text := p ->> 'key';
  v_claim text := 'NONE';
  v_spendable bigint;
  v_bar text;
  v_judgement jsonb;
  v_stamp text := p ->> 'stamp';
  v_stamp_bound_to uuid;
  v_due text[] := '{}'::text[];
  v_code text;
begin
  perform lock_payment_customers(p);
  if v_key is not null then
    v_claim := claim_idempotency_key((p ->> 'platformId')::uuid, 'executeQuote', v_key,
      decode(p ->> 'requestHash', 'hex'), (p ->> 'paymentId')::uuid);
  end if;
  select * into payment from payments
    where id = (p ->> 'paymentId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if payment.executed_attempt = v_attempt then return execution_result(payment); end if;
  if payment.refusals ? v_attempt::text then
    return refuse_execution(payment, v_attempt, payment.refusals ->> v_attempt::text, v_key, v_claim = 'NEW');
  end if;
  if v_claim = 'OTHER' then
    return refuse_execution(payment, v_attempt, 'DUPLICATE_PAY_REQUEST', v_key, false);
  end if;
  if payment.status = 'PENDING' and payment.expires_at <= service_now() then
    perform expire_payment(payment.id);
    return refuse_execution(payment, v_attempt, 'QUOTE_EXPIRED', v_key, v_claim = 'NEW');
  end if;
  if payment.status = 'EXPIRED' then
    return refuse_execution(payment, v_attempt, 'QUOTE_EXPIRED', v_key, v_claim = 'NEW');
  end if;
  if payment.status <> 'PENDING' or payment.attempt <> v_attempt
     -- A payment funded by a deposit is started by the deposit, never by an execute call.
     or (payment.source_type = 'REALTIME_FUNDING' and payment.kind = 'QUOTE') <> (p ? 'depositedAmount')
     or not is_destination_payable(payment)
     or exists (select 1 from external_accounts where id = payment.source_external_id
       and (deleted_at is not null or status <> 'ACTIVE'))
     or exists (select 1 from internal_accounts where id = payment.source_account_id and status <> 'ACTIVE') then
    return refuse_execution(payment, v_attempt, 'CONFLICT', v_key, v_claim = 'NEW');
  end if;
  v_bar := payer_bar(payment);
  if v_bar is not null then
    return refuse_execution(payment, v_attempt, v_bar, v_key, v_claim = 'NEW');
  end if;
  if payment.source_type = 'EMBEDDED_WALLET' and not exists (
    select 1 from sessions where account_id = payment.source_account_id and public_key = p ->> 'publicKey'
      and ended_at is null and expires_at > service_now() + interval '5 seconds') then
    return refuse_execution(payment, v_attempt, 'WALLET_SIGNATURE_INVALID', v_key, v_claim = 'NEW');
  end if;
  if payment.sca_purposes is not null and not p ? 'depositedAmount' then
    payment.sca_factor := coalesce(p ->> 'scaFactor', payment.sca_factor);
    v_due := due_sca_purposes(payment);
    v_code := unauthorizable(payment, v_due);
    if v_code is null and p ->> 'stampId' is not null then
      delete from submitted_stamps where id = (p ->> 'stampId')::uuid returning stamp, action_id into v_stamp, v_stamp_bound_to;
      -- It came too late: the clean-up had it.
      if v_stamp is null then v_code := 'WALLET_SIGNATURE_MISSING'; end if;
    elsif v_code is null and v_due <> '{}' and v_stamp is not null and p ? 'approvedAction' then
      select stamp, id into v_stamp, v_stamp_bound_to from agent_actions where id = (p ->> 'approvedAction')::uuid;
    end if;
    if v_code is not null then
      return refuse_execution(payment, v_attempt, v_code, v_key, v_claim = 'NEW');
    end if;
  end if;
  v_judgement := judge_execution(payment, p);
  if v_judgement ? 'code' then
    return refuse_execution(payment, v_attempt, v_judgement ->> 'code', v_key, v_claim = 'NEW') || v_judgement - 'code';
  end if;
  if payment.steps = '{}' then perform lock_payment_accounts(payment); end if;
  if payment.source_account_id is not null then
    select posted - pending_out into v_spendable from ledger_balances
      where account_id = payment.source_account_id for update;
    if v_spendable < payment.sending_amount then
      return refuse_execution(payment, v_attempt, 'INSUFFICIENT_FUNDS', v_key, v_claim = 'NEW');
    end if;
  end if;
  -- The last that can refuse: what is bound is executed.
  if not bind_invoice(payment) then
    return refuse_execution(payment, v_attempt, 'CONFLICT', v_key, v_claim = 'NEW');
  end if;
  if payment.source_account_id is not null then
    perform ledger_transfer('Quote:' || payment.id || '/hold', 'PENDING', payment.source_account_id,
      service_account(payment.environment, 'LIQUIDITY', payment.sending_currency), payment.sending_currency, payment.sending_amount,
      null, 'Transaction:' || payment.transaction_id);
  end if;
  update payments set status = 'PROCESSING', executed_attempt = v_attempt, executed_at = service_now(),
    updated_at = service_now(), winning_key = v_key, stamp = v_stamp, stamp_bound_to = v_stamp_bound_to,
    sca_factor = payment.sca_factor,
    original_response = to_jsonb(payment) - 'stamp' - 'payload_to_sign' - 'refusals' - 'original_response'
      || jsonb_build_object('status', 'PROCESSING', 'executed_attempt', v_attempt)
  where id = payment.id returning * into payment;
  if p ? 'depositedAmount' then perform book_funding(payment, (p ->> 'depositedAmount')::bigint); end if;
  if p ? 'settlesCollection' then perform order_settled_collection(payment); end if;
  if payment.sca_purposes is not null and not p ? 'depositedAmount' then payment := note_exemption(payment, v_due); end if;
  if v_due <> '{}' then payment := ask_authorization(payment, v_due, p ->> 'codeKey', 'EXECUTED');
  else perform begin_payment_steps(payment, 'EXECUTED', v_attempt); end if;
  if p ? 'depositedAmount' and (p ->> 'depositedAmount')::bigint <> payment.sending_amount then
    perform refund_payment(payment.id, 'FUNDING_AMOUNT_MISMATCH', 'TRANSACTION_FAILED', 'COMPLETED');
    select * into payment from payments where id = payment.id;
  end if;
  return execution_result(payment) || v_judgement;
end $$;

-- Creates and executes a payment in one transaction: a refusal leaves no payment behind.
create or replace function create_and_execute_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  v jsonb;
  v_payment uuid := (p ->> 'paymentId')::uuid;
  v_attempt integer := (p ->> 'attempt')::integer;
  v_detail text;
begin
  perform lock_payment_customers(p);
  -- Serializes the attempts of one payment: a worker that is presumed dead may still run.
  perform lock_creation(v_payment);
  if exists (select 1 from payments where id = v_payment) then
    -- Created by this request, or by one whose idempotency key has been purged.
    if p -> 'immediateOrder' ->> 'key' is not null and not exists (select 1 from idempotency_keys
        where platform_id = (p ->> 'platformId')::uuid and operation = p -> 'immediateOrder' ->> 'operation'
        and key = p -> 'immediateOrder' ->> 'key' and request_hash = decode(p -> 'immediateOrder' ->> 'requestHash', 'hex')) then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST');
    end if;
    return execute_payment(p);
  end if;
  select jsonb_build_object('outcome', 'REFUSED', 'code', refusals ->> v_attempt::text) into v
    from rejected_executions where payment_id = v_payment and refusals ? v_attempt::text;
  if found then return v; end if;
  begin
    v := create_payment(p -> 'immediateOrder');
    if v ? 'refused' then raise exception '%', v ->> 'refused' using errcode = 'PY001'; end if;
    update payments set attempt = v_attempt where id = v_payment;
    v := execute_payment(p);
    if v ->> 'outcome' = 'REFUSED' then
      raise exception '%', v ->> 'code' using errcode = 'PY001', detail = v - '{outcome,code}'::text[];
    end if;
    -- The response that a retry with the same key gets.
    update idempotency_keys set answer = (select to_jsonb(t) from transactions t
        where id = (p -> 'immediateOrder' ->> 'transactionId')::uuid)
      where platform_id = (p ->> 'platformId')::uuid and operation = p -> 'immediateOrder' ->> 'operation'
        and key = p -> 'immediateOrder' ->> 'key';
    return v;
  exception when sqlstate 'PY001' then
    -- Everything is rolled back, the idempotency key too.
    get stacked diagnostics v_detail = pg_exception_detail;
    perform record_refused_creation(v_payment, v_attempt, sqlerrm);
    return jsonb_build_object('outcome', 'REFUSED', 'code', sqlerrm) || coalesce(nullif(v_detail, ''), '{}')::jsonb;
  end;
end $$;

-- Settles an executed payment for which no outside party has to act; the result then has a `finalStatus`.
create or replace function settle_at_once(p_result jsonb, p_payment uuid) returns jsonb language plpgsql as $$
begin
  if p_result -> 'steps' = '["SETTLE"]' then
    if settle_payment(p_payment) = 'COMPLETED' then return p_result || '{"finalStatus": "COMPLETED"}'; end if;
  end if;
  return p_result;
end $$;

-- The synchronous step of quoteExecution: executes the payment and, where no outside party has to act,
-- settles it in the same transaction.
create or replace function decide_payment(p jsonb) returns jsonb language plpgsql as $$
begin
  if p ? 'agent' then return decide_agent_payment(p); end if;
  return settle_at_once(case when p -> 'immediateOrder' is null then execute_payment(p)
    else create_and_execute_payment(p) end, (p ->> 'paymentId')::uuid);
end $$;

-- Who must act in a payment's first step.
create or replace function waiting_party(p_step text) returns text language sql immutable as $$
  select case p_step when 'COLLECT' then 'PAYOUT_RAIL' when 'SIGN' then 'WALLET_PROVIDER'
    when 'APPROVE' then 'PLATFORM' when 'PAY_OUT' then 'PAYOUT_RAIL' end;
$$;

-- Timeline reason of a payment's first step.
create or replace function waiting_reason(p_step text) returns text language sql immutable as $$
  select case p_step when 'COLLECT' then 'COLLECTION' when 'SIGN' then 'TRANSFER_SIGNATURE'
    when 'APPROVE' then 'RECEIVER_PLATFORM' when 'PAY_OUT' then 'PAYOUT' end;
$$;

-- Starts the steps of an executed payment.
create or replace function begin_payment_steps(payment payments, p_code text) returns void
language plpgsql as $$
begin
  -- An incoming payment stays PENDING until its platform has approved it.
  if payment.kind <> 'INCOMING' then
    update transactions set status = 'PROCESSING', updated_at = service_now(),
      expected_settlement_at = service_now() + make_interval(secs => settlement_seconds) where id = payment.transaction_id;
    perform emit_transaction_event(payment.transaction_id, 'PROCESSING');
  end if;
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, p_code, null,
    waiting_party(payment.steps[1]), waiting_reason(payment.steps[1]));
  if 'APPROVE' = any (payment.steps) then perform open_incoming_payment(payment); end if;
end $$;

-- Whether a payment's payout has been submitted: its rail ends the payment.
create or replace function is_payout_submitted(payment payments) returns boolean language sql stable as $$
  select exists (select 1 from rail_orders where payment_id = payment.id and kind = 'PAYOUT' and submitted_at is not null);
$$;

-- Whether a payment is being stopped, and its payout has not left: nothing is signed or approved for it any more, and it is
-- not settled.
create or replace function is_stopped(payment payments) returns boolean language sql stable as $$
  select payment.cancel_requested_at is not null and payment.status = 'PROCESSING' and not is_payout_submitted(payment);
$$;

-- A payment's steps, without SIGN and APPROVE once the payout has been submitted: repeating either could be refused,
-- and refund money that may have left. Nor of one that is being stopped.
create or replace function unproven_steps(payment payments) returns text[] language sql stable as $$
  select case when payment.steps && '{SIGN,APPROVE}' and (is_stopped(payment) or is_payout_submitted(payment))
    then array_remove(array_remove(payment.steps, 'SIGN'), 'APPROVE') else payment.steps end;
$$;

-- Steps left for the workflow; none if the payment is closed. CONFIRM: an operator recorded it as paid, and the rail
-- has not confirmed that.
create or replace function remaining_steps(payment payments) returns text[] language sql stable as $$
  select case when payment.status = 'PROCESSING' then unproven_steps(payment) || '{SETTLE}'::text[]
    when payment.status = 'PENDING_AUTHORIZATION' then '{AUTHORIZE}'::text[] || payment.steps || '{SETTLE}'::text[]
    when status_or_refund(payment) = 'REFUND_AT_RAIL' then '{REFUND}'
    when is_unconfirmed(payment, 'PAYOUT', 'COLLECTION') then payment.steps || '{CONFIRM}'::text[]
    else '{}' end;
$$;

-- The result of a committed execution.
create or replace function execution_result(payment payments) returns jsonb language sql stable as $$
  select jsonb_build_object('outcome', 'COMMITTED', 'payment', payment.original_response,
    'steps', remaining_steps(payment)) || case payment.status when 'FAILED' then '{"isFailed": true}'::jsonb else '{}' end;
$$;

-- Locks all balances of an internal payment, in order: hold and settlement are one transaction.
create or replace function lock_payment_accounts(payment payments) returns void language sql as $$
  select ledger_lock(payment.source_account_id, payment.destination_internal_id, (
    select id from internal_accounts where payment.platform_fee > 0 and platform_id = payment.platform_id
      and customer_id is null and currency = payment.sending_currency));
$$;

-- Refuses an execution and releases its idempotency key.
create or replace function refuse_execution(p jsonb, p_claim text, p_code text) returns jsonb language plpgsql as $$
begin
  if p_claim = 'NEW' then
    delete from idempotency_keys where platform_id = (p ->> 'platformId')::uuid and operation = 'executeQuote'
      and key = p ->> 'key';
  end if;
  return jsonb_build_object('outcome', 'REFUSED', 'code', p_code);
end $$;

-- Binds a payment to its invoice; false if another payment has it. The caller holds the payment's lock. The invoice's row
-- serializes concurrent payments, across accounts and customers.
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

-- Policy evaluation of an agent's payment, with a code if it is refused. A payment that waits for approval is executed
-- by its approval only; one that a deposit executes is judged again when the deposit arrives.
create or replace function judge_execution(payment payments, p jsonb) returns jsonb language plpgsql as $$
declare
  v_judgement jsonb;
  a agent_actions;
begin
  if payment.agent_id is null or p ? 'approvedAction' then return '{}'::jsonb; end if;
  if exists (select 1 from agent_actions where payment_id = payment.id and status = 'PENDING_APPROVAL') then
    return '{"code": "CONFLICT"}'::jsonb;
  end if;
  if not p ?| '{agent,depositedAmount}' then return '{}'::jsonb; end if;
  if p ? 'depositedAmount' then a := awaited_action(payment); end if;
  v_judgement := judge_now(payment.agent_id, action_of_payment(payment), null, a.id);
  return jsonb_strip_nulls(jsonb_build_object('judgement', v_judgement,
    'code', case v_judgement ->> 'decision' when 'DENY' then v_judgement ->> 'code'
      -- Nobody is asked twice.
      when 'APPROVAL_REQUIRED' then case when a.decision is distinct from 'APPROVE' then 'APPROVAL_REQUIRED' end end));
end $$;

-- Error code if a locked payment cannot be executed now; null if its row permits it.
create or replace function execution_refusal(payment payments, p jsonb) returns text language sql stable as $$
  select case
    when payment.status = 'EXPIRED' then 'QUOTE_EXPIRED'
    when payment.status is distinct from 'PENDING'
      -- A payment funded by a deposit is started by the deposit, never by an execute call.
      or (payment.source_type = 'REALTIME_FUNDING' and payment.kind = 'QUOTE') <> (p ? 'depositedAmount')
      or not is_destination_payable(payment)
      or exists (select 1 from external_accounts where id = payment.source_external_id and deleted_at is not null)
      or is_pull_disputed(payment.source_external_id)
      or exists (select 1 from internal_accounts where id = payment.source_account_id and status <> 'ACTIVE')
      then 'CONFLICT'
    else coalesce(payer_refusal(payment), case when payment.source_type = 'EMBEDDED_WALLET' and not exists (
      select 1 from sessions where account_id = payment.source_account_id and public_key = p ->> 'publicKey'
        and ended_at is null and expires_at > service_now() + interval '5 seconds') then 'WALLET_SIGNATURE_INVALID' end) end;
$$;

-- Executes a payment: COMMITTED (isReplay: by an earlier identical request), or REFUSED, which releases the key. `p` is
-- that of decide_payment.
create or replace function execute_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  payment payments;
  v_claim text := 'NONE';
  v_judgement jsonb;
  v_due text[] := '{}'::text[];
  v_is_authorized_later boolean;
  v_code text;
begin
  perform lock_payment_customers(p);
  if p ->> 'key' is not null then
    v_claim := claim_idempotency_key((p ->> 'platformId')::uuid, 'executeQuote', p ->> 'key',
      decode(p ->> 'requestHash', 'hex'), (p ->> 'paymentId')::uuid, 'PAYMENT');
    if v_claim = 'OTHER' then return refuse_execution(p, v_claim, 'DUPLICATE_PAY_REQUEST'); end if;
  end if;
  select * into payment from payments
    where id = (p ->> 'paymentId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if payment.executed_at is not null and payment.executed_by = request_identity(p) and v_claim <> 'NEW' then
    return execution_result(payment) || '{"isReplay": true}';
  end if;
  if is_fenced(p) then return refuse_execution(p, v_claim, 'SERVICE_UNAVAILABLE'); end if;
  if payment.status = 'PENDING' and payment.expires_at <= service_now() then
    perform expire_payment(payment.id);
    payment.status := 'EXPIRED';
  end if;
  v_code := execution_refusal(payment, p);
  -- Evaluated again: the payer may have moved into an SCA region since the quote.
  payment.sca_purposes := coalesce(payment.sca_purposes, sca_purposes_of(order_of(payment)));
  v_is_authorized_later := payment.sca_purposes is not null and not p ? 'depositedAmount';
  if v_code is null and v_is_authorized_later then
    payment.sca_factor := coalesce(p ->> 'scaFactor', payment.sca_factor);
    v_due := due_sca_purposes(payment);
    v_code := authorization_refusal(payment, v_due);
  end if;
  if v_code is not null then return refuse_execution(p, v_claim, v_code); end if;
  v_judgement := judge_execution(payment, p);
  if v_judgement ? 'code' then
    return refuse_execution(p, v_claim, v_judgement ->> 'code') || v_judgement - 'code';
  end if;
  v_code := hold_payment(payment, coalesce((p ->> 'depositedAmount')::bigint = payment.sending_amount, true));
  if v_code is not null then return refuse_execution(p, v_claim, v_code); end if;
  update payments set status = 'PROCESSING', executed_at = service_now(), updated_at = service_now(),
    executed_by = request_identity(p), stamp = coalesce(p ->> 'sealedStamp', p ->> 'stamp'),
    stamp_bound_to = case when p ? 'sealedStamp' then (p ->> 'stampBoundTo')::uuid end, sca_factor = payment.sca_factor,
    sca_purposes = payment.sca_purposes,
    original_response = to_jsonb(payment) - '{stamp,payload_to_sign,original_response}'::text[] || '{"status": "PROCESSING"}'
  where id = payment.id returning * into payment;
  if p ? 'depositedAmount' then perform book_funding(payment, (p ->> 'depositedAmount')::bigint); end if;
  if p ? 'settlesCollection' then perform order_settled_collection(payment); end if;
  if v_is_authorized_later then payment := note_exemption(payment, v_due); end if;
  if v_due <> '{}' then payment := ask_authorization(payment, v_due, p ->> 'codeKey', 'EXECUTED');
  else perform begin_payment_steps(payment, 'EXECUTED'); end if;
  if p ? 'depositedAmount' and (p ->> 'depositedAmount')::bigint <> payment.sending_amount then
    perform close_failed_payment(payment.id, 'FUNDING_AMOUNT_MISMATCH', 'TRANSACTION_FAILED', 'COMPLETED');
    select * into payment from payments where id = payment.id;
  end if;
  return execution_result(payment) || v_judgement;
end $$;

-- Judges the accounts, holds the amount, binds the invoice and counts against the limits of the day; returns an error code
-- if it does none of it. No later step refuses an execution. A deposit of another amount goes back, and is not counted.
create or replace function hold_payment(payment payments, p_is_paid boolean) returns text language plpgsql as $$
declare
  v_spendable bigint;
  v_refusal text;
  v_judged jsonb;
begin
  if payment.steps = '{}' then perform lock_payment_accounts(payment); end if;
  if payment.source_account_id is not null then
    select posted - pending_out into v_spendable from ledger_balances
      where account_id = payment.source_account_id for update;
    if v_spendable < payment.sending_amount then return 'INSUFFICIENT_FUNDS'; end if;
  end if;
  if p_is_paid then
    -- It may have been lowered since the quote.
    if payment.kind in ('QUOTE', 'TRANSFER_IN', 'TRANSFER_OUT') and payment.sending_amount > largest_payment(payment.environment,
        payment.platform_id, payment.sending_currency, payment.receiving_currency) then
      return 'TRANSACTION_SIZE_LIMIT_EXCEEDED';
    end if;
    v_refusal := account_refusal(payment.source_external_id, payment.destination_account_id);
    if v_refusal is not null then return v_refusal; end if;
    v_judged := judge_limits(order_of(payment), true);
  end if;
  if v_judged ? 'code' then return v_judged ->> 'code'; end if;
  if not bind_invoice(payment) then return 'CONFLICT'; end if;
  if v_judged is not null then perform count_payment(payment, v_judged); end if;
  if payment.source_account_id is null then return null; end if;
  perform ledger_transfer('Quote:' || payment.id || '/hold', 'PENDING', payment.source_account_id,
    service_account(payment.environment, 'LIQUIDITY', payment.sending_currency), payment.sending_currency,
    payment.sending_amount, null, 'Transaction:' || payment.transaction_id);
  return null;
end $$;

-- Creates and executes a payment in one transaction; a refusal rolls both back.
create or replace function create_and_execute_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  v jsonb;
  v_order jsonb := p -> 'immediateOrder';
  v_payment uuid := (p ->> 'paymentId')::uuid;
  v_transaction jsonb;
  v_detail text;
begin
  perform lock_payment_customers(p);
  -- Serializes identical requests and look-ups of the payment.
  perform lock_creation(v_payment);
  if exists (select 1 from payments where id = v_payment) then return created_before(p); end if;
  if is_fenced(p) then return '{"outcome": "REFUSED", "code": "SERVICE_UNAVAILABLE"}'; end if;
  begin
    v := create_payment(v_order);
    if v ? 'refused' then raise exception '%', v ->> 'refused' using errcode = 'PY001'; end if;
    v := execute_payment(p);
    if v ->> 'outcome' = 'REFUSED' then
      raise exception '%', v ->> 'code' using errcode = 'PY001', detail = v - '{outcome,code}'::text[];
    end if;
    select to_jsonb(t) into v_transaction from transactions t where id = (v_order ->> 'transactionId')::uuid;
    -- The response for a retry with the same key.
    update idempotency_keys set answer = v_transaction, kind = 'TRANSACTION'
      where platform_id = (p ->> 'platformId')::uuid and operation = v_order ->> 'operation' and key = v_order ->> 'key';
    return v || jsonb_build_object('transaction', v_transaction);
  exception when sqlstate 'PY001' then
    -- The rollback includes the idempotency key.
    get stacked diagnostics v_detail = pg_exception_detail;
    return jsonb_build_object('outcome', 'REFUSED', 'code', sqlerrm) || coalesce(nullif(v_detail, ''), '{}')::jsonb;
  end;
end $$;

-- Response to a request that creates and executes a payment, if the payment exists: the first response, or
-- DUPLICATE_PAY_REQUEST if its key record was deleted.
create or replace function created_before(p jsonb) returns jsonb language plpgsql as $$
declare
  v_order jsonb := p -> 'immediateOrder';
  v jsonb;
  v_transaction jsonb;
begin
  if v_order ->> 'key' is null then
    select to_jsonb(t) into v_transaction from transactions t where id = (v_order ->> 'transactionId')::uuid;
  else
    select answer into v_transaction from idempotency_keys where platform_id = (p ->> 'platformId')::uuid
      and operation = v_order ->> 'operation' and key = v_order ->> 'key'
      and request_hash = decode(v_order ->> 'requestHash', 'hex');
    if not found then return '{"outcome": "REFUSED", "code": "DUPLICATE_PAY_REQUEST"}'; end if;
  end if;
  v := execute_payment(p);
  return case v ->> 'outcome' when 'COMMITTED' then v || jsonb_build_object('transaction', v_transaction) else v end;
end $$;

-- Settles a payment that needs no outside party; the result then has no steps.
create or replace function settle_at_once(p_result jsonb, p_payment uuid) returns jsonb language plpgsql as $$
begin
  if p_result -> 'steps' = '["SETTLE"]' and not p_result ? 'isReplay' then
    if settle_payment(p_payment) = 'COMPLETED' then return p_result || '{"steps": []}'; end if;
  end if;
  return p_result;
end $$;

-- What a decision leaves to do is started; none is of a refusal and of a replay. `p` is that of decide_payment.
create or replace function start_decided(p jsonb, p_result jsonb) returns jsonb language plpgsql as $$
begin
  if p_result ->> 'outcome' = 'REFUSED' or p_result ? 'isReplay' or p_result -> 'steps' = '[]' then return p_result; end if;
  return with_start(p_result, start_later(start_row('PAYMENT', (p ->> 'paymentId')::uuid), p ? 'isStartDue'));
end $$;

-- Executes a payment that is there, as decide_payment. What an agent has reserved for its deposit is spent.
create or replace function decide_execution(p jsonb) returns jsonb language plpgsql as $$
declare v jsonb;
begin
  v := settle_at_once(execute_payment(p), (p ->> 'paymentId')::uuid);
  if p ? 'depositedAmount' and v ->> 'outcome' = 'COMMITTED' and v ? 'judgement' then
    perform spend_awaited_action((p ->> 'paymentId')::uuid, v -> 'judgement');
  end if;
  return start_decided(p, v);
end $$;

-- Creates and executes a payment, as decide_payment.
create or replace function decide_immediate_payment(p jsonb) returns jsonb language plpgsql as $$
begin
  return start_decided(p, settle_at_once(create_and_execute_payment(p), (p ->> 'paymentId')::uuid));
end $$;

-- Decides about a payment in one transaction: COMMITTED (by this call, or earlier by the same request: isReplay) or
-- REFUSED. Where no outside party has to act it is settled, and nothing is to be started; else the answer has the
-- start, which is also in pending_starts. `p` is {paymentId, platformId, operation?, key?, requestHash?, decideBefore?,
-- stamp? or {sealedStamp, stampBoundTo}, publicKey?, scaFactor?, codeKey?, depositedAmount?, settlesCollection?,
-- immediateOrder?, agent? {agentId, actionId, operation, key, requestHash}, isStartDue?}.
create or replace function decide_payment(p jsonb) returns jsonb language plpgsql as $$
begin
  return case when p ? 'agent' then start_decided(p, decide_agent_payment(p))
    when p -> 'immediateOrder' is null then decide_execution(p) else decide_immediate_payment(p) end;
end $$;

-- Result of an earlier decision whose response was lost: as decide_payment, or NONE with isFinal. It takes the decision's
-- lock and writes, so that its commit waits for synchronous replication like the decision's.
create or replace function find_payment_decision(p jsonb) returns jsonb language plpgsql as $$
declare payment payments;
begin
  perform lock_creation((p ->> 'paymentId')::uuid);
  select * into payment from payments where id = (p ->> 'paymentId')::uuid and platform_id = (p ->> 'platformId')::uuid
    for update;
  perform pg_logical_emit_message(true, 'decision', '');
  if payment.executed_at is null or payment.executed_by <> request_identity(p) then
    return not_decided(p);
  end if;
  return execution_result(payment) || jsonb_build_object('transaction', (select to_jsonb(t) from transactions t
      where t.id = payment.transaction_id), 'action', (select coalesce((select answer from idempotency_keys k
        where k.platform_id = a.platform_id and k.operation = p #>> '{agent,operation}' and k.key = a.request_key),
        agent_action_row(a)) from agent_actions a where a.id = (payment.executed_by ->> 'actionId')::uuid));
end $$;

-- Steps left for the payment's workflow.
create or replace function steps_of_payment(p_payment uuid) returns jsonb language sql stable as $$
  select to_jsonb(remaining_steps(q)) from payments q where q.id = p_payment;
$$;

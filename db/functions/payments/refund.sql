-- The suffix of the ids and references of a refund attempt.
create or replace function refund_suffix(p_attempt integer) returns text language sql immutable as $$
  select case when p_attempt = 1 then '' else '/' || p_attempt end;
$$;

-- Records the failure of a payment, before or without a refund.
create or replace function record_failure(payment payments, p_reason text) returns void language plpgsql as $$
begin
  update payments set status = 'FAILED', updated_at = service_now(), stamp = null where id = payment.id;
  update transactions set status = 'FAILED', failure_reason = p_reason, updated_at = service_now()
    where id = payment.transaction_id and status not in ('REJECTED', 'FAILED');
  if found then perform emit_transaction_event(payment.transaction_id, 'FAILED'); end if;
  perform set_payment_counted(payment, false);
  perform release_agent_action(payment);
end $$;

-- Records the status of the refund on the transaction and emits its event.
create or replace function record_refund(payment payments, p_status text) returns void language plpgsql as $$
begin
  update transactions set updated_at = service_now(), refund = (refund - 'settledAt')
    || jsonb_build_object('status', p_status)
    || case p_status when 'COMPLETED' then jsonb_build_object('settledAt', service_now()) else '{}' end
  where id = payment.transaction_id;
  perform emit_transaction_event(payment.transaction_id, 'REFUND_' || p_status);
end $$;

-- Records failure and refund, each with its own event, in the order that the API documents.
create or replace function record_failure_and_refund(payment payments, p_reason text, p_cause text, p_refund text, p_transfer text)
returns void language plpgsql as $$
declare
  v_refund jsonb := jsonb_build_object('reference', p_transfer, 'initiatedAt', service_now(),
    'status', 'PENDING', 'reason', p_cause);
begin
  update payments set status = 'FAILED', updated_at = service_now(), stamp = null where id = payment.id;
  update transactions set status = 'FAILED', failure_reason = p_reason, updated_at = service_now()
    where id = payment.transaction_id;
  perform emit_transaction_event(payment.transaction_id, 'FAILED');
  update transactions set refund = v_refund where id = payment.transaction_id;
  perform emit_transaction_event(payment.transaction_id, 'REFUND_PENDING');
  update transactions set refund = v_refund || jsonb_build_object('status', p_refund)
    || case p_refund when 'COMPLETED' then jsonb_build_object('settledAt', service_now()) else '{}' end
    where id = payment.transaction_id;
  perform emit_transaction_event(payment.transaction_id, 'REFUND_' || p_refund);
  perform set_payment_counted(payment, false);
  perform release_agent_action(payment);
end $$;

-- A refund that cannot be paid: the money moves to suspense until an operator decides, and the payment has failed.
create or replace function set_refund_aside(payment payments, p_from uuid, p_amount bigint, p_reason text, p_cause text)
returns void language plpgsql as $$
declare v_transfer text := 'Quote:' || payment.id || '/set-aside';
begin
  perform ledger_transfer(v_transfer, 'POSTED', p_from,
    service_account(payment.environment, 'SUSPENSE', payment.sending_currency), payment.sending_currency, p_amount, null,
    'Transaction:' || payment.transaction_id);
  perform record_failure_and_refund(payment, p_reason, p_cause, 'FAILED', v_transfer);
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'FAILED_REFUND_REFUSED', null,
    'OPERATOR', 'PAYMENT_RESOLVE', jsonb_build_object('reason', p_reason));
end $$;

-- Closes a payment that failed terminally and refunds what was held or received. Where the refund
-- was refused too, the held money moves to suspense until an operator decides. REFUND_AT_RAIL: the
-- money came over a rail and must go back over it. A returned collection needs no refund.
create or replace function close_failed_payment(p_payment uuid, p_reason text, p_cause text, p_refund text)
returns text language plpgsql as $$
declare
  payment payments;
  v_liquidity uuid;
  v_reference text;
  v_back_to uuid;
  v_refund jsonb;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'PENDING_AUTHORIZATION' then
    perform signal_payment(payment.id);
    return end_unauthorized(payment, p_reason);
  end if;
  if payment.status <> 'PROCESSING' then
    return status_or_refund(payment);
  end if;
  v_reference := 'Transaction:' || payment.transaction_id;
  v_liquidity := service_account(payment.environment, 'LIQUIDITY', payment.sending_currency);
  -- Balances before transactions: a deposit that was swept is taken back in that order.
  perform ledger_lock(payment.source_account_id, holder_account_of(payment.source_account_id));
  perform close_incoming_payment(payment, 'FAILED', incoming_failure(payment, p_reason));
  if payment.source_account_id is null then
    if payment.funded_amount is null then
      perform record_failure(payment, p_reason);
      perform add_timeline(payment.platform_id, v_reference, 'FAILED_NOTHING_MOVED', null, null, null,
        jsonb_build_object('reason', p_reason));
      return 'FAILED';
    end if;
    if is_collection_returned(payment) then
      perform cover_returned_collection(payment);
      perform record_failure(payment, p_reason);
      perform add_timeline(payment.platform_id, v_reference, 'FAILED_COLLECTION_RETURNED', null, null, null,
        jsonb_build_object('reason', p_reason));
      return 'FAILED';
    end if;
    if is_refund_refused(payment) then
      perform set_refund_aside(payment, v_liquidity, payment.funded_amount, p_reason, p_cause);
      return 'FAILED';
    end if;
    -- Crypto is not sent back to an address that may be an exchange's: the customer's account gets it.
    if payment.source_type = 'REALTIME_FUNDING' and payment.sending_currency in ('BTC', 'USDB', 'USDC', 'USDT') then
      select a.id into v_back_to from (
        select id, created_at from internal_accounts where customer_id = payment.customer_id
          and status = 'ACTIVE' and currency = payment.sending_currency
        union all
        select id, created_at from internal_accounts where payment.customer_id is null and customer_id is null
          and platform_id = payment.platform_id and status = 'ACTIVE' and currency = payment.sending_currency) a
      order by a.created_at limit 1;
      -- Locked: the account's customer may be deleted concurrently.
      perform 1 from internal_accounts where id = v_back_to and status = 'ACTIVE' for share;
      if not found then v_back_to := null; end if;
      if v_back_to is null and exists (select 1 from customers where id = payment.customer_id and is_deleted) then
        perform set_refund_aside(payment, v_liquidity, payment.funded_amount, p_reason, p_cause);
        return 'FAILED';
      end if;
    end if;
    if v_back_to is not null then
      perform ledger_lock(v_back_to);
      perform ledger_transfer('Quote:' || payment.id || '/refund', 'POSTED', v_liquidity, v_back_to,
        payment.sending_currency, payment.funded_amount, null, v_reference);
      perform record_failure_and_refund(payment, p_reason, p_cause, 'COMPLETED', 'Quote:' || payment.id || '/refund');
      perform add_timeline(payment.platform_id, v_reference, 'FAILED_REFUNDED', null, null, null,
        jsonb_build_object('reason', p_reason));
      return 'FAILED';
    end if;
    perform record_failure(payment, p_reason);
    v_refund := jsonb_build_object('reference', rail_reference(payment.transaction_id, 'REFUND', 1), 'initiatedAt', service_now(),
      'status', 'PENDING', 'reason', p_cause);
    update transactions set refund = v_refund where id = payment.transaction_id;
    perform move_rail_order(payment, 'REFUND', 1, 'CREATED',
      coalesce((select case when reversed_at is not null then 'REVERSED' else 'RETURNED' end from rail_orders
        where payment_id = payment.id and kind = 'PAYOUT' and state = 'RETURNED'), 'PAYMENT'));
    perform emit_transaction_event(payment.transaction_id, 'REFUND_PENDING');
    perform add_timeline(payment.platform_id, v_reference, 'FAILED_REFUND_ORDERED', null,
      'PAYOUT_RAIL', 'REFUND', jsonb_build_object('reason', p_reason));
    return 'REFUND_AT_RAIL';
  end if;
  if p_refund = 'COMPLETED' then
    perform ledger_transfer('Quote:' || payment.id || '/void', 'VOID_PENDING', payment.source_account_id, v_liquidity,
      payment.sending_currency, payment.sending_amount, 'Quote:' || payment.id || '/hold', v_reference);
    perform record_failure_and_refund(payment, p_reason, p_cause, 'COMPLETED', 'Quote:' || payment.id || '/void');
    perform give_swept_to_holder(payment);
    perform add_timeline(payment.platform_id, v_reference, 'FAILED_REFUNDED', null, null, null,
        jsonb_build_object('reason', p_reason));
  else
    perform ledger_transfer('Quote:' || payment.id || '/post', 'POST_PENDING', payment.source_account_id, v_liquidity,
      payment.sending_currency, payment.sending_amount, 'Quote:' || payment.id || '/hold', v_reference);
    perform set_refund_aside(payment, v_liquidity, payment.sending_amount, p_reason, p_cause);
  end if;
  return 'FAILED';
end $$;

-- Fails a payment and refunds it. Where the rail has already reported the payout as settled, that
-- payout counts as settled after the refund, however the refund is paid.
create or replace function fail_payment(p_payment uuid, p_reason text, p_cause text, p_refund text)
returns text language plpgsql as $$
declare
  payment payments;
  v_status text;
  v_payout text;
begin
  select * into payment from payments where id = p_payment for update;
  v_payout := rail_order_state(payment, 'PAYOUT');
  v_status := close_failed_payment(p_payment, p_reason, p_cause, p_refund);
  if v_status in ('FAILED', 'REFUND_AT_RAIL') and v_payout = 'SETTLED' then
    perform settle_payment(p_payment);
  elsif payment.status = 'PROCESSING' then
    if v_payout = 'SUBMITTED' then perform move_rail_order(payment, 'PAYOUT', 1, 'FAILED'); end if;
    if payment.funded_amount is null and rail_order_state(payment, 'COLLECTION') = 'SUBMITTED' then
      perform move_rail_order(payment, 'COLLECTION', 1, 'FAILED');
    end if;
  end if;
  return v_status;
end $$;

-- Closes a refund over the rail, by the rail's outcome or an operator's decision: paid, or moved to
-- suspense until an operator decides. An unpaid refund covers a collection that was returned before it.
create or replace function settle_refund(p_payment uuid, p_is_paid boolean) returns text language plpgsql as $$
declare
  payment payments;
  v_refund rail_orders;
  v_reference text;
  v_is_returned boolean;
begin
  select * into payment from payments where id = p_payment for update;
  if not is_refund_open(payment) then return payment.status; end if;
  v_refund := last_refund(payment);
  v_reference := 'Transaction:' || payment.transaction_id;
  v_is_returned := is_collection_returned(payment);
  perform move_rail_order(payment, 'REFUND', v_refund.attempt, case when p_is_paid then 'SETTLED' else 'FAILED' end);
  update payments set updated_at = service_now() where id = payment.id;
  if v_is_returned and not p_is_paid then
    perform cover_returned_collection(payment);
    perform add_timeline(payment.platform_id, v_reference, 'REFUND_NOT_PAID_COLLECTION_RETURNED', null, null, null);
  else
    perform ledger_transfer('Quote:' || payment.id || case when p_is_paid then '/refund' else '/set-aside' end
        || refund_suffix(v_refund.attempt), 'POSTED', service_account(payment.environment, 'LIQUIDITY', payment.sending_currency),
      service_account(payment.environment, case when p_is_paid then 'RAIL' else 'SUSPENSE' end, payment.sending_currency),
      payment.sending_currency, payment.funded_amount, null, v_reference);
    perform add_timeline(payment.platform_id, v_reference,
      case when not p_is_paid then 'REFUND_NOT_PAID'
        when v_is_returned then 'REFUNDED_WITHOUT_COLLECTION' else 'REFUNDED' end, null,
      case when not p_is_paid or v_is_returned then 'OPERATOR' end,
      case when not p_is_paid or v_is_returned then 'PAYMENT_RESOLVE' end);
  end if;
  perform record_refund(payment, case when p_is_paid then 'COMPLETED' else 'FAILED' end);
  return payment.status;
end $$;

-- An operator refunds money that is in suspense because its refund was not paid.
create or replace function refund_from_suspense(p_payment uuid) returns text language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if is_booked(payment, 'resolved-refund') then return 'REFUNDED'; end if;
  -- A returned collection is covered by the money in suspense.
  if not is_in_suspense(payment) or is_collection_returned(payment) then return 'NOTHING_IN_SUSPENSE'; end if;
  perform ledger_lock(payment.source_account_id, holder_account_of(payment.source_account_id));
  -- Without an internal account, or with one that is closed, the operator has paid it out manually: booked
  -- against the rail.
  perform ledger_transfer('Quote:' || payment.id || '/resolved-refund', 'POSTED',
    service_account(payment.environment, 'SUSPENSE', payment.sending_currency),
    case when payment.source_account_id is null or is_account_closed(payment.source_account_id)
      then service_account(payment.environment, 'RAIL', payment.sending_currency) else payment.source_account_id end,
    payment.sending_currency,
    case when payment.source_account_id is null then payment.funded_amount else payment.sending_amount end, null,
    'Transaction:' || payment.transaction_id);
  perform record_refund(payment, 'COMPLETED');
  if not is_account_closed(payment.source_account_id) then perform give_swept_to_holder(payment); end if;
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'REFUNDED_FROM_SUSPENSE', null, null, null);
  return 'REFUNDED';
end $$;

-- An operator retries a refund that is in suspense, under a new reference: the previous attempt is
-- in a terminal state at the rail, or is stopped there first.
create or replace function reopen_refund(p_payment uuid, p_attempt integer) returns text language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if coalesce((last_refund(payment)).attempt, 1) >= p_attempt then return status_or_refund(payment); end if;
  if payment.source_account_id is not null or is_collection_returned(payment) or not is_in_suspense(payment) then
    return 'NOTHING_IN_SUSPENSE';
  end if;
  perform ledger_transfer('Quote:' || payment.id || '/refund-again' || refund_suffix(p_attempt), 'POSTED',
    service_account(payment.environment, 'SUSPENSE', payment.sending_currency), service_account(payment.environment, 'LIQUIDITY', payment.sending_currency),
    payment.sending_currency, payment.funded_amount, null, 'Transaction:' || payment.transaction_id);
  perform move_rail_order(payment, 'REFUND', p_attempt, 'CREATED', 'REFUND_RETRY');
  update payments set updated_at = service_now() where id = payment.id;
  update transactions set updated_at = service_now(), refund = refund - 'settledAt' || jsonb_build_object(
    'reference', rail_reference(payment.transaction_id, 'REFUND', p_attempt),
    'initiatedAt', service_now(), 'status', 'PENDING') where id = payment.transaction_id;
  perform emit_transaction_event(payment.transaction_id, 'REFUND_PENDING');
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'REFUND_ORDERED_AGAIN', null,
    'PAYOUT_RAIL', 'REFUND');
  return 'REFUND_AT_RAIL';
end $$;

-- The rail reports a refund attempt as settled. Where the attempt had been recorded as failed, it is
-- booked against the money in suspense, or against the next attempt if that is not submitted yet;
-- otherwise the refund was paid twice and an operator decides.
create or replace function settle_late_refund(p_payment uuid, p_attempt integer) returns text language plpgsql as $$
declare
  payment payments;
  v_suffix text := refund_suffix(p_attempt);
  v_refund rail_orders;
  v_is_next boolean;
  v_is_first boolean;
begin
  select * into payment from payments where id = p_payment for update;
  v_refund := last_refund(payment);
  if p_attempt > coalesce(v_refund.attempt, 1) then return payment.status; end if;
  if is_refund_open(payment) and p_attempt = v_refund.attempt then return settle_refund(payment.id, true); end if;
  if not is_booked(payment, 'set-aside' || v_suffix) or is_booked(payment, 'refund-landed-late' || v_suffix)
     or payment.source_account_id is not null then
    return payment.status;
  end if;
  v_is_next := v_refund.state is not distinct from 'CREATED';
  v_is_first := v_is_next or is_in_suspense(payment);
  perform ledger_transfer('Quote:' || payment.id || '/refund-landed-late' || v_suffix, 'POSTED',
    service_account(payment.environment, case when v_is_next then 'LIQUIDITY' else 'SUSPENSE' end, payment.sending_currency),
    service_account(payment.environment, 'RAIL', payment.sending_currency), payment.sending_currency, payment.funded_amount, null,
    'Transaction:' || payment.transaction_id);
  perform move_rail_order(payment, 'REFUND', p_attempt, 'SETTLED');
  if v_is_next then perform move_rail_order(payment, 'REFUND', v_refund.attempt, 'CANCELLED'); end if;
  update payments set updated_at = service_now() where id = payment.id;
  if v_is_first then perform record_refund(payment, 'COMPLETED'); end if;
  select * into payment from payments where id = p_payment;
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id,
    case when v_is_first then 'REFUND_SETTLED_LATE' else 'REFUND_SETTLED_TWICE' end,
    null, case when not v_is_first or is_collection_owed(payment) then 'OPERATOR' end,
    case when not v_is_first then 'SUSPENSE_DECISION'
      when is_collection_owed(payment) then 'PAYMENT_RESOLVE' end);
  return payment.status;
end $$;

-- The rail reports a settled refund as failed: it was returned. An open refund gets its outcome from
-- the activity that polls the rail.
create or replace function fail_refund(p_payment uuid, p_attempt integer) returns text language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if is_refund_open(payment) and p_attempt = (last_refund(payment)).attempt then return payment.status; end if;
  return return_refund(p_payment, p_attempt);
end $$;

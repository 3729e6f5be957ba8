-- Records that the rail reported the payout as settled while the payment is open. The row lock
-- serializes this with the closing of the payment; the caller reads the status afterwards.
create or replace function record_rail_settlement(p_payment uuid) returns void language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'PROCESSING' and 'PAY_OUT' = any (payment.steps) then
    perform move_rail_order(payment, 'PAYOUT', 1, 'SETTLED');
  end if;
end $$;

-- Requests the cancellation of a payment. Its workflow asks the rail, which decides.
create or replace function request_cancel(p_platform uuid, p_transaction uuid, p_reason text) returns text language plpgsql as $$
declare
  payment payments;
  t transactions;
begin
  select * into t from transactions where id = p_transaction and platform_id = p_platform;
  select * into payment from payments where transaction_id = p_transaction for update;
  if payment.id is null or t.type <> 'OUTGOING' or coalesce(t.payment_rail, '') not in ('ACH', 'WIRE') then
    return 'NOT_SUPPORTED';
  end if;
  if payment.status <> 'PROCESSING' then
    return case when payment.cancel_requested_at is null then 'NOT_CANCELLABLE' else 'REQUESTED_BEFORE' end;
  end if;
  update payments set cancel_requested_at = service_now() where id = payment.id and cancel_requested_at is null;
  if found then
    perform add_timeline(p_platform, 'Transaction:' || p_transaction,
      'CANCELLATION_REQUESTED', null, 'PAYOUT_RAIL', 'RAIL_DECISION', jsonb_strip_nulls(jsonb_build_object('reason', p_reason)));
  end if;
  return 'REQUESTED';
end $$;

-- Books the settlement: posts the hold, the fees and the conversion. A payout that settles after its
-- refund is booked against suspense, where the alarm counts it.
create or replace function post_settlement_entries(p_payment uuid) returns text language plpgsql as $$
declare
  payment payments;
  a internal_account_views;
  v_reference text;
  v_platform_account uuid;
  v_liquidity uuid;
begin
  select * into payment from payments where id = p_payment for update;
  v_reference := 'Transaction:' || payment.transaction_id;
  if payment.status = 'COMPLETED' then return 'COMPLETED'; end if;
  if payment.status = 'FAILED' then
    if not 'PAY_OUT' = any (payment.steps) then return 'FAILED'; end if;
    if ledger_transfer('Quote:' || payment.id || '/landed-late', 'POSTED',
         service_account(payment.environment, 'SUSPENSE', payment.receiving_currency), service_account(payment.environment, 'RAIL', payment.receiving_currency),
         payment.receiving_currency, payment.receiving_amount, null, v_reference) then
      perform add_timeline(payment.platform_id, v_reference, 'PAYOUT_SETTLED_AFTER_REFUND', null, 'OPERATOR',
        'SUSPENSE_DECISION');
      perform move_rail_order(payment, 'PAYOUT', 1, 'SETTLED');
      perform set_payment_counted(payment, true);
    end if;
    return 'SETTLED_LATE';
  end if;
  if payment.platform_fee > 0 then
    select id into v_platform_account from internal_accounts
      where platform_id = payment.platform_id and customer_id is null and currency = payment.sending_currency;
  end if;
  perform ledger_lock(payment.source_account_id, v_platform_account, payment.destination_internal_id);
  v_liquidity := service_account(payment.environment, 'LIQUIDITY', payment.sending_currency);
  if payment.source_account_id is not null then
    perform ledger_transfer('Quote:' || payment.id || '/post', 'POST_PENDING', payment.source_account_id, v_liquidity,
      payment.sending_currency, payment.sending_amount, 'Quote:' || payment.id || '/hold', v_reference);
  else
    perform book_funding(payment, payment.sending_amount);
  end if;
  if payment.service_fee > 0 then
    perform ledger_transfer('Quote:' || payment.id || '/service-fee', 'POSTED', v_liquidity,
      service_account(payment.environment, 'FEES', payment.sending_currency), payment.sending_currency, payment.service_fee, null, v_reference);
  end if;
  if payment.platform_fee > 0 then
    perform ledger_transfer('Quote:' || payment.id || '/platform-fee', 'POSTED', v_liquidity, v_platform_account,
      payment.sending_currency, payment.platform_fee, null, v_reference);
  end if;
  if payment.destination_internal_id is null then
    perform ledger_transfer('Quote:' || payment.id || '/payout', 'POSTED',
      service_account(payment.environment, 'LIQUIDITY', payment.receiving_currency), service_account(payment.environment, 'RAIL', payment.receiving_currency),
      payment.receiving_currency, payment.receiving_amount, null, v_reference);
  else
    perform ledger_transfer('Quote:' || payment.id || '/credit', 'POSTED',
      service_account(payment.environment, 'LIQUIDITY', payment.receiving_currency), payment.destination_internal_id,
      payment.receiving_currency, payment.receiving_amount, null, v_reference);
  end if;
  update payments set status = 'COMPLETED', updated_at = service_now(), stamp = null where id = payment.id;
  if 'PAY_OUT' = any (payment.steps) then perform move_rail_order(payment, 'PAYOUT', 1, 'SETTLED'); end if;
  update transactions set status = 'COMPLETED', settled_at = service_now(), updated_at = service_now()
    where id = payment.transaction_id;
  perform emit_transaction_event(payment.transaction_id, 'COMPLETED');
  perform add_timeline(payment.platform_id, v_reference, 'SETTLED', null, null, null);
  perform close_incoming_payment(payment, 'COMPLETED', null);
  if payment.kind <> 'INCOMING' then
    -- The owner's own payment has credited its account.
    select * into a from internal_account_views where id = payment.destination_internal_id
      and platform_id = payment.platform_id and customer_id is not distinct from payment.customer_id;
    if found then
      perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', 'InternalAccount:' || a.id, account_row(a));
    end if;
  end if;
  return 'COMPLETED';
end $$;

-- Settles a payment unless its approval was rejected, or it is being stopped; `post_settlement_entries` does the booking. Such
-- a one is refunded, and what the rail has paid of it all the same is booked in suspense: the status, or SETTLED_LATE.
create or replace function settle_payment(p_payment uuid) returns text language plpgsql as $$
declare
  payment payments;
  v_status text;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status in ('PENDING', 'EXPIRED') then return payment.status; end if;
  -- An old notice, read again: the payout settled before it was returned.
  if payment.status = 'FAILED' and rail_order_state(payment, 'PAYOUT') = 'RETURNED' then return 'FAILED'; end if;
  -- Stopped, with nothing that a rail has to end: neither its wallet nor its receiver's platform was asked.
  if is_stopped(payment) and not 'PAY_OUT' = any (payment.steps) then
    return close_failed_payment(payment.id, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED');
  end if;
  if payment.status <> 'COMPLETED' and exists (
      select 1 from incoming_approvals where payment_id = payment.id and status = 'REJECTED') then
    -- An operator recorded it as paid just after the receiver's platform had rejected it; a retry has the same
    -- result. Without an instruction nothing was paid out.
    v_status := close_failed_payment(payment.id, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED');
    if rail_order_state(payment, 'PAYOUT') is null then return v_status; end if;
    return case when post_settlement_entries(p_payment) = 'SETTLED_LATE' and v_status = 'FAILED' then 'SETTLED_LATE'
      else v_status end;
  end if;
  v_status := post_settlement_entries(p_payment);
  if payment.status = 'PROCESSING' and is_collection_owed(payment) then
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id,
      'SETTLED_WITHOUT_COLLECTION', null, 'OPERATOR', 'PAYMENT_RESOLVE');
  end if;
  return v_status;
end $$;

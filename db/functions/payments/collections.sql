-- Money that came from outside: it is here, and not yet anybody's. Once for a payment.
create or replace function book_funding(payment payments, p_amount bigint) returns void language plpgsql as $$
begin
  if ledger_transfer('Quote:' || payment.id || '/funding', 'POSTED', ledger_account_for('FUNDING', payment.sending_currency),
       ledger_account_for('LIQUIDITY', payment.sending_currency), payment.sending_currency, p_amount, null,
       'Transaction:' || payment.transaction_id) then
    update payments set funded_amount = p_amount where id = payment.id;
    if 'COLLECT' = any (payment.steps) then perform move_rail_order(payment, 'COLLECTION', 1, 'SETTLED'); end if;
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'FUNDS_RECEIVED', null, null, null);
  end if;
end $$;

-- The bank account is about to be pulled: noted before the rail hears of it. A collection that is to
-- be stopped before it was submitted never is.
create or replace function mark_collection(p_payment uuid) returns boolean language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.cancel_requested_at is not null then return false; end if;
  if rail_order_state(payment, 'COLLECTION') is null then
    perform move_rail_order(payment, 'COLLECTION', 1, 'SUBMITTED');
  end if;
  return true;
end $$;

-- The bank account was pulled: the money is here.
create or replace function book_collection(p_payment uuid) returns void language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'PROCESSING' and 'COLLECT' = any (payment.steps) then perform book_funding(payment, payment.sending_amount); end if;
end $$;

-- Whether a collection that was taken back is a loss that stands in suspense.
create or replace function is_collection_owed(payment payments) returns boolean language sql stable as $$
  select is_collection_returned(payment) and suspense_balance_of(payment, 'collection-returned', 'collection-covered',
    'collection-made-good', 'set-aside', 'refund-returned', 'refund-landed-late', 'refund-again', 'resolved-refund') < 0;
$$;

-- A payment that took a collection and has not used it pays what the bank has taken back.
create or replace function cover_returned_collection(payment payments) returns void language sql as $$
  select ledger_transfer('Quote:' || payment.id || '/collection-covered', 'POSTED',
    ledger_account_for('LIQUIDITY', payment.sending_currency), ledger_account_for('SUSPENSE', payment.sending_currency),
    payment.sending_currency, payment.funded_amount, null, 'Transaction:' || payment.transaction_id);
$$;

-- The bank has taken a collection back. It leaves over the rail and stands in suspense: a payment
-- that nothing was paid out for yet fails and covers it; whatever else has been done with the
-- money stays done, and a person decides. Nothing is taken from a customer's account by itself.
create or replace function return_collection(p_payment uuid) returns text language plpgsql as $$
declare
  payment payments;
  v_refund text;
  v_reference text;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status in ('PENDING', 'EXPIRED') or not 'COLLECT' = any (payment.steps) then return payment.status; end if;
  v_reference := 'Transaction:' || payment.transaction_id;
  -- What comes back had come before, whether or not we have heard of it.
  perform book_funding(payment, payment.sending_amount);
  if not ledger_transfer('Quote:' || payment.id || '/collection-returned', 'POSTED',
       ledger_account_for('SUSPENSE', payment.sending_currency), ledger_account_for('RAIL', payment.sending_currency),
       payment.sending_currency, payment.sending_amount, null, v_reference) then
    return payment.status;
  end if;
  perform move_rail_order(payment, 'COLLECTION', 1, 'RETURNED');
  select * into payment from payments where id = p_payment;
  v_refund := (last_refund(payment)).state;
  if payment.status = 'PROCESSING' and rail_order_state(payment, 'PAYOUT') is null then
    perform add_timeline(payment.platform_id, v_reference, 'COLLECTION_RETURNED', null, null, null);
    return refund_payment(payment.id, 'COLLECTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED');
  elsif payment.status = 'PROCESSING' then
    perform add_timeline(payment.platform_id, v_reference, 'COLLECTION_RETURNED', null,
      'PAYOUT_RAIL', 'PAYOUT_STOP');
  elsif v_refund = 'CREATED' then
    perform add_timeline(payment.platform_id, v_reference, 'COLLECTION_RETURNED', null, null, null);
    return settle_refund(payment.id, false);
  elsif v_refund = 'SUBMITTED' then
    perform add_timeline(payment.platform_id, v_reference, 'COLLECTION_RETURNED', null,
      'PAYOUT_RAIL', 'REFUND_STOP');
  else
    -- Given up before the bank account was pulled: nothing was done with the money.
    if payment.status = 'FAILED' and (select refund is null from transactions where id = payment.transaction_id) then
      perform cover_returned_collection(payment);
    end if;
    perform add_timeline(payment.platform_id, v_reference, 'COLLECTION_RETURNED', null,
      case when is_collection_owed(payment) then 'OPERATOR' end, case when is_collection_owed(payment) then 'PAYMENT_RESOLVE' end);
  end if;
  return payment.status;
end $$;

-- A person's decision about a collection that the bank has taken back after its money was used. 'paid':
-- the payer has made it good. 'refund': the payment is undone, out of the account that it credited.
create or replace function resolve_collection(p_payment uuid, p_decision text) returns text language plpgsql as $$
declare
  payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if not is_collection_owed(payment) then
    return case when is_booked(payment, 'collection-made-good') then 'MADE_GOOD'
      when is_booked(payment, 'collection-covered') then payment.status else 'NOTHING_OWED' end;
  end if;
  if p_decision = 'paid' then
    perform ledger_transfer('Quote:' || payment.id || '/collection-made-good', 'POSTED',
      ledger_account_for('FUNDING', payment.sending_currency), ledger_account_for('SUSPENSE', payment.sending_currency),
      payment.sending_currency, payment.funded_amount, null, 'Transaction:' || payment.transaction_id);
    perform move_rail_order(payment, 'COLLECTION', 1, 'MADE_GOOD');
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'COLLECTION_MADE_GOOD', null, null, null);
    return 'MADE_GOOD';
  end if;
  if p_decision <> 'refund' or payment.status <> 'COMPLETED' or payment.destination_internal_id is null then
    return 'NOT_REVERSIBLE';
  end if;
  perform ledger_lock(payment.destination_internal_id);
  if (select posted - pending_out < payment.receiving_amount from ledger_balances
      where account_id = payment.destination_internal_id) then
    return 'INSUFFICIENT_FUNDS';
  end if;
  return return_payment(payment.id, 'COLLECTION_FAILED');
end $$;

-- The bank account was pulled after a person had given the payment up: the money is here, and goes
-- back the way it came.
create or replace function settle_late_collection(p_payment uuid) returns text language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'FAILED' and payment.funded_amount is null and 'COLLECT' = any (payment.steps) then
    perform book_funding(payment, payment.sending_amount);
    perform move_rail_order(payment, 'REFUND', 1, 'CREATED', 'COLLECTED_LATE');
    update payments set updated_at = service_now() where id = payment.id;
    update transactions set updated_at = service_now(), refund = jsonb_build_object(
      'reference', 'Transaction:' || payment.transaction_id || '/refund', 'initiatedAt', service_now(),
      'status', 'PENDING', 'reason', 'TRANSACTION_FAILED') where id = payment.transaction_id;
    perform emit_transaction_event(payment.transaction_id, 'REFUND_PENDING');
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'COLLECTED_LATE', null,
      'PAYOUT_RAIL', 'REFUND');
    return 'REFUND_AT_RAIL';
  end if;
  return status_or_refund(payment);
end $$;

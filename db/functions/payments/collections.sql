-- Books money received from outside for a payment: from FUNDING to LIQUIDITY, once per payment.
create or replace function book_funding(payment payments, p_amount bigint) returns void language plpgsql as $$
begin
  if ledger_transfer('Quote:' || payment.id || '/funding', 'POSTED', service_account(payment.environment, 'FUNDING', payment.sending_currency),
       service_account(payment.environment, 'LIQUIDITY', payment.sending_currency), payment.sending_currency, p_amount, null,
       'Transaction:' || payment.transaction_id) then
    update payments set funded_amount = p_amount where id = payment.id;
    if 'COLLECT' = any (payment.steps) then perform move_rail_order(payment, 'COLLECTION', 1, 'SETTLED'); end if;
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'FUNDS_RECEIVED', null, null, null);
  end if;
end $$;

-- Books a settled collection.
create or replace function book_collection(p_payment uuid) returns void language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'PROCESSING' and 'COLLECT' = any (payment.steps) then perform book_funding(payment, payment.sending_amount); end if;
end $$;

-- Whether a returned collection is an open loss in suspense.
create or replace function is_collection_owed(payment payments) returns boolean language sql stable as $$
  select is_collection_returned(payment) and suspense_balance_of(payment, 'collection-returned', 'collection-covered',
    'collection-made-good', 'set-aside', 'refund-returned', 'refund-landed-late', 'refund-again', 'resolved-refund') < 0;
$$;

-- Covers a returned collection from the payment's own funds, which have not been paid out.
create or replace function cover_returned_collection(payment payments) returns void language sql as $$
  select ledger_transfer('Quote:' || payment.id || '/collection-covered', 'POSTED',
    service_account(payment.environment, 'LIQUIDITY', payment.sending_currency), service_account(payment.environment, 'SUSPENSE', payment.sending_currency),
    payment.sending_currency, payment.funded_amount, null, 'Transaction:' || payment.transaction_id);
$$;

-- Books a returned collection: the money leaves over the rail, the loss is in suspense. A payment
-- without a submitted payout fails and covers the loss; in every other case what was done with the
-- money stands and an operator decides. Customer accounts are never debited automatically.
create or replace function return_collection(p_payment uuid) returns text language plpgsql as $$
declare
  payment payments;
  v_refund text;
  v_reference text;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status in ('PENDING', 'EXPIRED') or not 'COLLECT' = any (payment.steps) then return payment.status; end if;
  v_reference := 'Transaction:' || payment.transaction_id;
  -- A returned collection had settled before, whether or not its settlement was booked.
  perform book_funding(payment, payment.sending_amount);
  if not ledger_transfer('Quote:' || payment.id || '/collection-returned', 'POSTED',
       service_account(payment.environment, 'SUSPENSE', payment.sending_currency), service_account(payment.environment, 'RAIL', payment.sending_currency),
       payment.sending_currency, payment.sending_amount, null, v_reference) then
    return payment.status;
  end if;
  perform move_rail_order(payment, 'COLLECTION', 1, 'RETURNED');
  select * into payment from payments where id = p_payment;
  v_refund := (last_refund(payment)).state;
  if payment.status = 'PROCESSING' and rail_order_state(payment, 'PAYOUT') is null then
    perform add_timeline(payment.platform_id, v_reference, 'COLLECTION_RETURNED', null, null, null);
    return close_failed_payment(payment.id, 'COLLECTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED');
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
    -- The payment failed before the collection settled: the money was not used.
    if payment.status = 'FAILED' and (select refund is null from transactions where id = payment.transaction_id) then
      perform cover_returned_collection(payment);
    end if;
    perform add_timeline(payment.platform_id, v_reference, 'COLLECTION_RETURNED', null,
      case when is_collection_owed(payment) then 'OPERATOR' end, case when is_collection_owed(payment) then 'PAYMENT_RESOLVE' end);
  end if;
  return payment.status;
end $$;

-- An operator's decision about a collection that was returned after its money was used. 'paid': the
-- payer has paid again. 'refund': the payment is reversed out of the account that it credited.
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
      service_account(payment.environment, 'FUNDING', payment.sending_currency), service_account(payment.environment, 'SUSPENSE', payment.sending_currency),
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

-- A collection settled after its payment had failed: books the money and opens its refund over the
-- rail that it came over.
create or replace function settle_late_collection(p_payment uuid) returns text language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'FAILED' and payment.funded_amount is null and 'COLLECT' = any (payment.steps) then
    perform book_funding(payment, payment.sending_amount);
    perform move_rail_order(payment, 'REFUND', 1, 'CREATED', 'COLLECTED_LATE');
    update payments set updated_at = service_now() where id = payment.id;
    update transactions set updated_at = service_now(), refund = jsonb_build_object(
      'reference', rail_reference(payment.transaction_id, 'REFUND', 1), 'initiatedAt', service_now(),
      'status', 'PENDING', 'reason', 'TRANSACTION_FAILED') where id = payment.transaction_id;
    perform emit_transaction_event(payment.transaction_id, 'REFUND_PENDING');
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'COLLECTED_LATE', null,
      'PAYOUT_RAIL', 'REFUND');
    return 'REFUND_AT_RAIL';
  end if;
  return status_or_refund(payment);
end $$;

-- The collection of a sandbox payment whose payer a call plays: the sandbox's rail is asked to settle it, whatever
-- the suffix of its account says.
create or replace function order_settled_collection(payment payments) returns void language plpgsql as $$
begin
  if payment.environment <> 'SANDBOX' or not 'COLLECT' = any (payment.steps) then return; end if;
  perform move_rail_order(payment, 'COLLECTION', 1, 'CREATED');
  update rail_orders set instruction = rail_instruction(payment, 'COLLECTION', 1) || '{"outcome": "SETTLED"}'
    where payment_id = payment.id and kind = 'COLLECTION';
end $$;

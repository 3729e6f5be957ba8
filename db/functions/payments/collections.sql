-- Money that came from outside: it is here, and not yet anybody's. Once for a payment.
create or replace function book_funding(q quotes, p_amount bigint) returns void language plpgsql as $$
begin
  if ledger_transfer('Quote:' || q.id || '/funding', 'POSTED', ledger_account_for('FUNDING', q.sending_currency),
       ledger_account_for('LIQUIDITY', q.sending_currency), q.sending_currency, p_amount, null,
       'Transaction:' || q.transaction_id) then
    update quotes set funded_amount = p_amount where id = q.id;
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'money arrived', null, null, null);
  end if;
end $$;

-- The bank account was pulled: the money is here.
create or replace function book_collection(p_quote uuid) returns void language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status = 'PROCESSING' and 'COLLECT' = any (q.steps) then perform book_funding(q, q.sending_amount); end if;
end $$;

-- Whether a collection that was taken back is a loss that stands in suspense.
create or replace function is_collection_owed(q quotes) returns boolean language sql stable as $$
  select q.collection_returned_at is not null and suspense_of(q, 'collection-returned', 'collection-covered',
    'collection-made-good', 'set-aside', 'refund-returned', 'refund-landed-late', 'refund-again', 'resolved-refund') < 0;
$$;

-- A payment that took a collection and has not used it pays what the bank has taken back.
create or replace function cover_collection(q quotes) returns void language sql as $$
  select ledger_transfer('Quote:' || q.id || '/collection-covered', 'POSTED',
    ledger_account_for('LIQUIDITY', q.sending_currency), ledger_account_for('SUSPENSE', q.sending_currency),
    q.sending_currency, q.funded_amount, null, 'Transaction:' || q.transaction_id);
$$;

-- The bank has taken a collection back. It leaves over the rail and stands in suspense: a payment
-- that nothing was paid out for yet fails and covers it; whatever else has been done with the
-- money stays done, and a person decides. Nothing is taken from a customer's account by itself.
create or replace function return_collection(p_quote uuid) returns text language plpgsql as $$
declare
  q quotes;
  v_reference text;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status in ('PENDING', 'EXPIRED') or not 'COLLECT' = any (q.steps) then return q.status; end if;
  v_reference := 'Transaction:' || q.transaction_id;
  -- What comes back had come before, whether or not we have heard of it.
  perform book_funding(q, q.sending_amount);
  if not ledger_transfer('Quote:' || q.id || '/collection-returned', 'POSTED',
       ledger_account_for('SUSPENSE', q.sending_currency), ledger_account_for('RAIL', q.sending_currency),
       q.sending_currency, q.sending_amount, null, v_reference) then
    return q.status;
  end if;
  update quotes set collection_returned_at = service_now() where id = q.id returning * into q;
  if q.status = 'PROCESSING' and q.payout_submitted_at is null then
    perform add_timeline(q.platform_id, v_reference, 'the bank has taken the collection back', null, null, null);
    return refund_payment(q.id, 'COLLECTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED');
  elsif q.status = 'PROCESSING' then
    perform add_timeline(q.platform_id, v_reference, 'the bank has taken the collection back', null,
      'payout rail', 'whether the payout can still be stopped');
  elsif q.refund_open and q.refund_submitted_at is null then
    perform add_timeline(q.platform_id, v_reference, 'the bank has taken the collection back', null, null, null);
    return settle_refund(q.id, false);
  elsif q.refund_open then
    perform add_timeline(q.platform_id, v_reference, 'the bank has taken the collection back', null,
      'payout rail', 'whether the refund can still be stopped');
  else
    -- Given up before the bank account was pulled: nothing was done with the money.
    if q.status = 'FAILED' and (select refund is null from transactions where id = q.transaction_id) then
      perform cover_collection(q);
    end if;
    perform add_timeline(q.platform_id, v_reference, 'the bank has taken the collection back', null,
      case when is_collection_owed(q) then 'operator' end, case when is_collection_owed(q) then 'payment:resolve' end);
  end if;
  return q.status;
end $$;

-- A person's word about a collection that the bank has taken back after its money was used. 'paid':
-- the payer has made it good. 'refund': the payment is undone, out of the account that it credited.
create or replace function resolve_collection(p_quote uuid, p_decision text) returns text language plpgsql as $$
declare
  q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if not is_collection_owed(q) then
    return case when is_booked(q, 'collection-made-good') then 'MADE_GOOD'
      when is_booked(q, 'collection-covered') then q.status else 'NOTHING_OWED' end;
  end if;
  if p_decision = 'paid' then
    perform ledger_transfer('Quote:' || q.id || '/collection-made-good', 'POSTED',
      ledger_account_for('FUNDING', q.sending_currency), ledger_account_for('SUSPENSE', q.sending_currency),
      q.sending_currency, q.funded_amount, null, 'Transaction:' || q.transaction_id);
    update quotes set collection_returned_at = null where id = q.id;
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'the collection was made good', null, null, null);
    return 'MADE_GOOD';
  end if;
  if p_decision <> 'refund' or q.status <> 'COMPLETED' or q.destination_internal_id is null then
    return 'NOT_REVERSIBLE';
  end if;
  perform ledger_lock(q.destination_internal_id);
  if (select posted - pending_out < q.receiving_amount from ledger_balances
      where account_id = q.destination_internal_id) then
    return 'INSUFFICIENT_FUNDS';
  end if;
  return return_payment(q.id, 'COLLECTION_FAILED');
end $$;

-- The bank account was pulled after a person had given the payment up: the money is here, and goes
-- back the way it came.
create or replace function collect_late(p_quote uuid) returns text language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status = 'FAILED' and q.funded_amount is null and 'COLLECT' = any (q.steps) then
    perform book_funding(q, q.sending_amount);
    update quotes set refund_open = true, refund_run = 'COLLECTED_LATE', updated_at = service_now() where id = q.id;
    update transactions set updated_at = service_now(), refund = jsonb_build_object(
      'reference', 'Transaction:' || q.transaction_id || '/refund', 'initiatedAt', service_now(),
      'status', 'PENDING', 'reason', 'TRANSACTION_FAILED') where id = q.transaction_id;
    perform emit_transaction_event(q.transaction_id, 'REFUND_PENDING');
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'collected late, refund ordered', null,
      'payout rail', 'the refund');
    return 'REFUND_AT_RAIL';
  end if;
  return case when q.refund_open then 'REFUND_AT_RAIL' else q.status end;
end $$;

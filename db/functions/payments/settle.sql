-- A notice of settlement: noted on the payment while it is under way. The row's lock orders this
-- against its end; the caller reads the status after it.
create or replace function note_rail_settled(p_transaction uuid) returns void language sql as $$
  update quotes set rail_settled_at = service_now()
  where transaction_id = p_transaction and status = 'PROCESSING' and rail_settled_at is null;
$$;

-- Whether the payout may be ordered now, in one word with its mark: a crash after it must leave
-- "asked", never "not asked". What is over, or to be stopped before it was ordered, never is.
create or replace function mark_payout(p_quote uuid)
returns table (asked_before boolean, is_over boolean, is_stopped boolean, is_collection_lost boolean)
language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  asked_before := q.payout_submitted_at is not null;
  is_over := q.status <> 'PROCESSING';
  is_collection_lost := q.collection_returned_at is not null;
  is_stopped := q.cancel_requested_at is not null or is_collection_lost;
  if not asked_before and not is_over and not is_stopped then
    update quotes set payout_submitted_at = service_now(), updated_at = service_now() where id = q.id;
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'payout ordered', null,
      'payout rail', 'settlement');
  end if;
  return next;
end $$;

-- Asks that a payment be stopped. Its workflow tells the rail, whose final word it stays.
create or replace function request_cancel(p_platform uuid, p_transaction uuid, p_reason text) returns text language plpgsql as $$
declare
  q quotes;
  t transactions;
begin
  select * into t from transactions where id = p_transaction and platform_id = p_platform;
  select * into q from quotes where transaction_id = p_transaction for update;
  if q.id is null or t.type <> 'OUTGOING' or coalesce(t.payment_rail, '') not in ('ACH', 'WIRE') then
    return 'NOT_THIS_KIND';
  end if;
  if q.status <> 'PROCESSING' then return 'NOT_CANCELLABLE'; end if;
  update quotes set cancel_requested_at = service_now() where id = q.id and cancel_requested_at is null;
  if found then
    perform add_timeline(p_platform, 'Transaction:' || p_transaction,
      'cancellation asked for' || coalesce(' (' || p_reason || ')', ''), null, 'payout rail', 'its word');
  end if;
  return 'REQUESTED';
end $$;

-- All money of the payment is where it belongs: the hold is posted, fees and conversion are booked.
-- A payout that lands after its refund goes to suspense, and the alarm sees it there.
create or replace function book_settlement(p_quote uuid) returns text language plpgsql as $$
declare
  q quotes;
  a internal_account_views;
  v_reference text;
  v_platform_account uuid;
  v_liquidity uuid;
begin
  select * into q from quotes where id = p_quote for update;
  v_reference := 'Transaction:' || q.transaction_id;
  if q.status = 'COMPLETED' then return 'COMPLETED'; end if;
  if q.status = 'FAILED' then
    if not 'PAY_OUT' = any (q.steps) then return 'FAILED'; end if;
    if ledger_transfer('Quote:' || q.id || '/landed-late', 'POSTED',
         ledger_account_for('SUSPENSE', q.receiving_currency), ledger_account_for('RAIL', q.receiving_currency),
         q.receiving_currency, q.receiving_amount, null, v_reference) then
      perform add_timeline(q.platform_id, v_reference, 'payout landed after its refund', null, 'operator',
        'a decision about the suspense account');
    end if;
    return 'LANDED_LATE';
  end if;
  if q.platform_fee > 0 then
    select id into v_platform_account from internal_accounts
      where platform_id = q.platform_id and customer_id is null and currency = q.sending_currency;
  end if;
  perform ledger_lock(q.source_account_id, v_platform_account, q.destination_internal_id);
  v_liquidity := ledger_account_for('LIQUIDITY', q.sending_currency);
  if q.source_account_id is not null then
    perform ledger_transfer('Quote:' || q.id || '/post', 'POST_PENDING', q.source_account_id, v_liquidity,
      q.sending_currency, q.sending_amount, 'Quote:' || q.id || '/hold', v_reference);
  else
    perform book_funding(q, q.sending_amount);
  end if;
  if q.service_fee > 0 then
    perform ledger_transfer('Quote:' || q.id || '/service-fee', 'POSTED', v_liquidity,
      ledger_account_for('FEES', q.sending_currency), q.sending_currency, q.service_fee, null, v_reference);
  end if;
  if q.platform_fee > 0 then
    perform ledger_transfer('Quote:' || q.id || '/platform-fee', 'POSTED', v_liquidity, v_platform_account,
      q.sending_currency, q.platform_fee, null, v_reference);
  end if;
  if q.destination_internal_id is null then
    perform ledger_transfer('Quote:' || q.id || '/payout', 'POSTED',
      ledger_account_for('LIQUIDITY', q.receiving_currency), ledger_account_for('RAIL', q.receiving_currency),
      q.receiving_currency, q.receiving_amount, null, v_reference);
  else
    perform ledger_transfer('Quote:' || q.id || '/credit', 'POSTED',
      ledger_account_for('LIQUIDITY', q.receiving_currency), q.destination_internal_id,
      q.receiving_currency, q.receiving_amount, null, v_reference);
  end if;
  update quotes set status = 'COMPLETED', updated_at = service_now(), stamp = null where id = q.id;
  update transactions set status = 'COMPLETED', settled_at = service_now(), updated_at = service_now()
    where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'COMPLETED');
  perform add_timeline(q.platform_id, v_reference, 'settled', null, null, null);
  perform close_incoming(q, 'COMPLETED', null);
  if q.destination_internal_id is not null and q.incoming_transaction_id is null then
    -- Between accounts of one owner no incoming payment tells of the credit.
    select * into a from internal_account_views where id = q.destination_internal_id;
    perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', 'InternalAccount:' || a.id, to_jsonb(a));
  end if;
  return 'COMPLETED';
end $$;

-- Settlement is for a payment under way that nobody has refused; `book_settlement` is what it books.
create or replace function settle_payment(p_quote uuid) returns text language plpgsql as $$
declare
  q quotes;
  v_status text;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status in ('PENDING', 'EXPIRED') then return q.status; end if;
  -- An old word of the rail, read again: it settled before the bank sent it back.
  if q.status = 'FAILED' and q.returned_at is not null then return 'FAILED'; end if;
  if q.status <> 'COMPLETED' and exists (
      select 1 from incoming_approvals where quote_id = q.id and status = 'REJECTED') then
    -- A person took it for paid while the receiver's platform had just said no: nothing was paid
    -- out, and asked again it says the same.
    return refund_payment(q.id, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED');
  end if;
  v_status := book_settlement(p_quote);
  if q.status = 'PROCESSING' and is_collection_owed(q) then
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id,
      'paid out, though the bank has taken the collection back', null, 'operator', 'payment:resolve');
  end if;
  return v_status;
end $$;

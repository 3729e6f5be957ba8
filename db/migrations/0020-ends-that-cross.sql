-- Ends of payments that cross: a person's decision and the receiver's platform, a refund and a
-- payout that had settled, a return and a fee that has been spent, a refund and a late collection.

-- The receiver's side of a payment that has ended: credited, or closed without money. A question
-- that is still open then is closed too: no later word moves what has ended.
create or replace function close_incoming(q quotes, p_status text, p_failure text) returns void language plpgsql as $$
begin
  update incoming_approvals set decided_at = service_now(), decided_by = 'the end of the payment',
    status = case p_status when 'COMPLETED' then 'APPROVED' else 'REJECTED' end
  where quote_id = q.id and status = 'PENDING';
  if q.incoming_transaction_id is null or q.incoming_transaction_id = q.transaction_id then return; end if;
  if p_status = 'COMPLETED' and not exists (select 1 from transactions where id = q.incoming_transaction_id) then
    -- Between accounts of one platform nobody is asked: the receiver's transaction begins here.
    insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
      source, destination, sent_amount, sent_currency, received_amount, received_currency, description)
    select q.incoming_transaction_id, a.platform_id, a.customer_id, c.platform_customer_id, 'INCOMING', 'CREDIT',
      'PROCESSING', q.source, incoming_destination(q), q.receiving_amount, q.receiving_currency,
      q.receiving_amount, q.receiving_currency, q.description
    from internal_accounts a left join customers c on c.id = a.customer_id where a.id = q.destination_internal_id;
  end if;
  update transactions set status = p_status, failure_reason = p_failure, updated_at = service_now(),
    settled_at = case p_status when 'COMPLETED' then service_now() else settled_at end
  where id = q.incoming_transaction_id and status not in ('REJECTED', 'FAILED');
  if found then
    perform emit_transaction_event(q.incoming_transaction_id, p_status);
    perform add_timeline(platform_id, 'Transaction:' || id, case p_status when 'COMPLETED' then 'credited'
      else 'failed (' || p_failure || ')' end, null, null, null)
    from transactions where id = q.incoming_transaction_id;
  end if;
end $$;

-- Settlement is for a payment under way that nobody has refused; `book_settlement` is what it books.
alter function settle_payment(uuid) rename to book_settlement;
create function settle_payment(p_quote uuid) returns text language plpgsql as $$
declare q quotes;
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
  return book_settlement(p_quote);
end $$;

-- The payment failed for good before its payout: the money goes back. Where the rail had told of a
-- settlement before, that payout has landed after its refund, whichever way the refund goes.
create or replace function fail_payment(p_quote uuid, p_reason text, p_cause text, p_refund text)
returns text language plpgsql as $$
declare
  v_status text := refund_payment(p_quote, p_reason, p_cause, p_refund);
begin
  if v_status in ('FAILED', 'REFUND_AT_RAIL') and exists (
    select 1 from quotes where id = p_quote and rail_settled_at is not null) then
    perform settle_payment(p_quote);
  end if;
  return v_status;
end $$;

-- The bank sent a completed payout back: the linked reverse, amount for amount, under its own ids.
-- What had come over a rail stays with us until that rail has taken it back. A fee that its platform
-- has spent meanwhile comes out of suspense, so that the payer does not wait for the platform.
create or replace function return_payment(p_quote uuid, p_reason text) returns text language plpgsql as $$
declare
  q quotes;
  v_transfer ledger_transfers;
  v_from uuid;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status <> 'COMPLETED' then
    return case when q.refund_open then 'REFUND_AT_RAIL' else q.status end;
  end if;
  perform 1 from ledger_balances where account_id in (
    select debit_account_id from ledger_transfers where reference = 'Transaction:' || q.transaction_id
    union select credit_account_id from ledger_transfers where reference = 'Transaction:' || q.transaction_id)
    order by account_id for update;
  for v_transfer in select * from ledger_transfers where reference = 'Transaction:' || q.transaction_id
    and kind in ('POSTED', 'POST_PENDING') and id not like '%/return/%' and id not like '%/funding'
    order by created_at desc, id desc loop
    v_from := v_transfer.credit_account_id;
    if exists (select 1 from ledger_balances
        where account_id = v_from and posted - pending_out < v_transfer.amount) then
      v_from := ledger_account_for('SUSPENSE', v_transfer.currency);
      perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id,
        'the fee to give back is not in the platform''s account', null, 'operator',
        'a decision about the suspense account');
    end if;
    perform ledger_transfer('Quote:' || q.id || '/return/' || split_part(v_transfer.id, '/', 2), 'POSTED',
      v_from, v_transfer.debit_account_id, v_transfer.currency, v_transfer.amount, null, v_transfer.reference);
  end loop;
  update quotes set returned_at = service_now() where id = q.id;
  if q.source_account_id is null then
    -- As if it had failed before: what has arrived is refunded.
    update quotes set status = 'PROCESSING' where id = q.id;
    return refund_payment(q.id, p_reason, 'TRANSACTION_FAILED', 'COMPLETED');
  end if;
  perform close_incoming(q, 'FAILED', 'OFFRAMP_FAILED');
  perform record_failure_and_refund(q, p_reason, 'TRANSACTION_FAILED', 'COMPLETED', 'Quote:' || q.id || '/return/post');
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'returned by the bank, refunded', null, null, null);
  return 'FAILED';
end $$;

-- The bank account was pulled: the money is here.
create or replace function book_collection(p_quote uuid) returns void language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status = 'PROCESSING' and 'COLLECT' = any (q.steps) then perform book_funding(q, q.sending_amount); end if;
end $$;

-- The bank account was pulled after a person had given the payment up: the money is here, and goes
-- back the way it came.
create function collect_late(p_quote uuid) returns text language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status = 'FAILED' and q.funded_amount is null and 'COLLECT' = any (q.steps) then
    perform book_funding(q, q.sending_amount);
    update quotes set refund_open = true, updated_at = service_now() where id = q.id;
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

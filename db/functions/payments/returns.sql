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
    and id not like '%/collection-%' order by created_at desc, id desc loop
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

-- A refund that the rail had paid has come back: it is here again, and a person decides.
create or replace function return_refund(p_quote uuid, p_attempt integer) returns text language plpgsql as $$
declare
  q quotes;
  v_suffix text := refund_suffix(p_attempt);
begin
  select * into q from quotes where id = p_quote for update;
  -- What comes back had been paid before, whether or not its workflow has heard of it.
  if q.refund_open and p_attempt = q.refund_attempt then
    perform settle_refund(q.id, true);
    select * into q from quotes where id = p_quote;
  end if;
  if p_attempt > q.refund_attempt or not exists (select 1 from ledger_transfers where
      id in ('Quote:' || q.id || '/refund' || v_suffix, 'Quote:' || q.id || '/refund-landed-late' || v_suffix)
      and credit_account_id = ledger_account_for('RAIL', q.sending_currency)) then
    return q.status;
  end if;
  if not ledger_transfer('Quote:' || q.id || '/refund-returned' || v_suffix, 'POSTED',
       ledger_account_for('RAIL', q.sending_currency), ledger_account_for('SUSPENSE', q.sending_currency),
       q.sending_currency, q.funded_amount, null, 'Transaction:' || q.transaction_id) then
    return q.status;
  end if;
  if is_set_aside(q) then perform record_refund(q, 'FAILED'); end if;
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'the refund has come back', null,
    case when q.collection_returned_at is null then 'operator' end,
    case when q.collection_returned_at is null then 'payment:resolve' end);
  return q.status;
end $$;

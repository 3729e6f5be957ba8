-- Money that a rail takes back, or gives back, after the payment it was for: collections that a
-- bank returns, refunds that bounce, refunds that a person has to decide about.
alter table quotes
  -- the bank has taken a collection back, and nobody has made it good
  add column collection_returned_at timestamptz,
  -- the rail may have this attempt's refund: nobody takes it for not ordered
  add column refund_submitted_at timestamptz,
  -- each has a reference of its own: a rail takes an instruction once for a reference
  add column refund_attempt integer not null default 1,
  -- which workflow carries the refund; none: the payment's own, or that of its return
  add column refund_run text check (refund_run in ('COLLECTED_LATE', 'REFUND_AGAIN'));
update quotes q set refund_run = 'COLLECTED_LATE' where q.refund_open and exists (
  select 1 from timeline l where l.subject = 'Transaction:' || q.transaction_id
    and l.what = 'collected late, refund ordered');
-- A payment placed at once that was answered "not known yet", with all that its head decides on: a
-- repeat meets that head, whatever has changed since, until this attempt has an outcome.
alter table refused_placements add column unknown_attempt integer, add column unknown_order jsonb;
-- Nobody has noted what the rail has been asked so far: take it for ordered.
update quotes set refund_submitted_at = service_now() where refund_open;

-- What the ids and references of a refund's attempt end in.
create function refund_suffix(p_attempt integer) returns text language sql immutable as $$
  select case when p_attempt = 1 then '' else '/' || p_attempt end;
$$;

-- Which workflow carries a refund that is open, as the sweep names it.
create function refund_run_of(q quotes) returns text language sql immutable as $$
  select coalesce(q.refund_run, case when q.returned_at is null then 'QUOTE' else 'RETURN' end);
$$;

create function is_booked(q quotes, p_step text) returns boolean language sql stable as $$
  select exists (select 1 from ledger_transfers where id = 'Quote:' || q.id || '/' || p_step);
$$;

-- What a payment has in suspense by some of its steps; below zero where it has taken from there.
create function suspense_of(q quotes, variadic p_steps text[]) returns bigint language sql stable as $$
  select coalesce(sum(case when a.id = t.credit_account_id then t.amount else -t.amount end), 0)::bigint
  from ledger_transfers t join ledger_accounts a on a.name = 'SUSPENSE/' || q.sending_currency
    and a.id in (t.debit_account_id, t.credit_account_id)
  where t.reference = 'Transaction:' || q.transaction_id and split_part(t.id, '/', 2) = any (p_steps);
$$;

-- Whether what should have gone back lies in suspense, and a person decides.
create function is_set_aside(q quotes) returns boolean language sql stable as $$
  select not q.refund_open and suspense_of(q, 'set-aside', 'refund-returned', 'refund-landed-late', 'refund-again',
    'resolved-refund') > 0;
$$;

-- Whether a collection that was taken back is a loss that stands in suspense.
create function is_collection_owed(q quotes) returns boolean language sql stable as $$
  select q.collection_returned_at is not null and suspense_of(q, 'collection-returned', 'collection-covered',
    'collection-made-good', 'set-aside', 'refund-returned', 'refund-landed-late', 'refund-again', 'resolved-refund') < 0;
$$;

-- A payment that took a collection and has not used it pays what the bank has taken back.
create function cover_collection(q quotes) returns void language sql as $$
  select ledger_transfer('Quote:' || q.id || '/collection-covered', 'POSTED',
    ledger_account_for('LIQUIDITY', q.sending_currency), ledger_account_for('SUSPENSE', q.sending_currency),
    q.sending_currency, q.funded_amount, null, 'Transaction:' || q.transaction_id);
$$;

-- The bank has taken a collection back. It leaves over the rail and stands in suspense: a payment
-- that nothing was paid out for yet fails and covers it; whatever else has been done with the
-- money stays done, and a person decides. Nothing is taken from a customer's account by itself.
create function return_collection(p_quote uuid) returns text language plpgsql as $$
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

-- The payment failed for good: what was held or had arrived goes back. Where even the refund was
-- refused, the held money is set aside in suspense until a person decides. REFUND_AT_RAIL: the
-- money came over a rail and must go back over it. A collection that the bank has taken back has
-- gone back already.
create or replace function refund_payment(p_quote uuid, p_reason text, p_cause text, p_refund text)
returns text language plpgsql as $$
declare
  q quotes;
  v_liquidity uuid;
  v_reference text;
  v_back_to uuid;
  v_refund jsonb;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status <> 'PROCESSING' then
    return case when q.refund_open then 'REFUND_AT_RAIL' else q.status end;
  end if;
  v_reference := 'Transaction:' || q.transaction_id;
  v_liquidity := ledger_account_for('LIQUIDITY', q.sending_currency);
  perform close_incoming(q, 'FAILED', 'OFFRAMP_FAILED');
  if q.source_account_id is null then
    if q.funded_amount is null then
      perform record_failure(q, p_reason);
      perform add_timeline(q.platform_id, v_reference, 'failed (' || p_reason || '), nothing had moved', null, null, null);
      return 'FAILED';
    end if;
    if q.collection_returned_at is not null then
      perform cover_collection(q);
      perform record_failure(q, p_reason);
      perform add_timeline(q.platform_id, v_reference, 'failed (' || p_reason || '), the bank has its money back',
        null, null, null);
      return 'FAILED';
    end if;
    -- Crypto does not go back to an address that may be an exchange's: it is the customer's here.
    if q.source_type = 'REALTIME_FUNDING' and q.sending_currency in ('BTC', 'USDB', 'USDC', 'USDT') then
      select id into v_back_to from internal_accounts where platform_id = q.platform_id and status = 'ACTIVE'
        and customer_id is not distinct from q.customer_id and currency = q.sending_currency
      order by created_at limit 1;
    end if;
    if v_back_to is not null then
      perform ledger_lock(v_back_to);
      perform ledger_transfer('Quote:' || q.id || '/refund', 'POSTED', v_liquidity, v_back_to,
        q.sending_currency, q.funded_amount, null, v_reference);
      perform record_failure_and_refund(q, p_reason, p_cause, 'COMPLETED', 'Quote:' || q.id || '/refund');
      perform add_timeline(q.platform_id, v_reference, 'failed (' || p_reason || '), refunded', null, null, null);
      return 'FAILED';
    end if;
    perform record_failure(q, p_reason);
    v_refund := jsonb_build_object('reference', v_reference || '/refund', 'initiatedAt', service_now(),
      'status', 'PENDING', 'reason', p_cause);
    update transactions set refund = v_refund where id = q.transaction_id;
    update quotes set refund_open = true where id = q.id;
    perform emit_transaction_event(q.transaction_id, 'REFUND_PENDING');
    perform add_timeline(q.platform_id, v_reference, 'failed (' || p_reason || '), refund ordered', null,
      'payout rail', 'the refund');
    return 'REFUND_AT_RAIL';
  end if;
  perform ledger_lock(q.source_account_id);
  if p_refund = 'COMPLETED' then
    perform ledger_transfer('Quote:' || q.id || '/void', 'VOID_PENDING', q.source_account_id, v_liquidity,
      q.sending_currency, q.sending_amount, 'Quote:' || q.id || '/hold', v_reference);
    perform record_failure_and_refund(q, p_reason, p_cause, 'COMPLETED', 'Quote:' || q.id || '/void');
    perform add_timeline(q.platform_id, v_reference, 'failed (' || p_reason || '), refunded', null, null, null);
  else
    perform ledger_transfer('Quote:' || q.id || '/post', 'POST_PENDING', q.source_account_id, v_liquidity,
      q.sending_currency, q.sending_amount, 'Quote:' || q.id || '/hold', v_reference);
    perform ledger_transfer('Quote:' || q.id || '/set-aside', 'POSTED', v_liquidity,
      ledger_account_for('SUSPENSE', q.sending_currency), q.sending_currency, q.sending_amount, null, v_reference);
    perform record_failure_and_refund(q, p_reason, p_cause, 'FAILED', 'Quote:' || q.id || '/set-aside');
    perform add_timeline(q.platform_id, v_reference, 'failed (' || p_reason || '), refund refused', null,
      'operator', 'payment:resolve');
  end if;
  return 'FAILED';
end $$;

-- The refund as the transaction shows it, and its event.
create function record_refund(q quotes, p_status text) returns void language plpgsql as $$
begin
  update transactions set updated_at = service_now(), refund = (refund - 'settledAt')
    || jsonb_build_object('status', p_status)
    || case p_status when 'COMPLETED' then jsonb_build_object('settledAt', service_now()) else '{}' end
  where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'REFUND_' || p_status);
end $$;

-- The end of a refund over the rail, by the rail's word or a person's: paid, or set aside until a
-- person decides. What the bank had taken back meanwhile is covered by what was not paid.
create or replace function settle_refund(p_quote uuid, p_is_paid boolean) returns text language plpgsql as $$
declare
  q quotes;
  v_reference text;
  v_is_returned boolean;
begin
  select * into q from quotes where id = p_quote for update;
  if not q.refund_open then return q.status; end if;
  v_reference := 'Transaction:' || q.transaction_id;
  v_is_returned := q.collection_returned_at is not null;
  update quotes set refund_open = false, updated_at = service_now() where id = q.id;
  if v_is_returned and not p_is_paid then
    perform cover_collection(q);
    perform add_timeline(q.platform_id, v_reference, 'refund not paid, the bank has its money back', null, null, null);
  else
    perform ledger_transfer('Quote:' || q.id || case when p_is_paid then '/refund' else '/set-aside' end
        || refund_suffix(q.refund_attempt), 'POSTED', ledger_account_for('LIQUIDITY', q.sending_currency),
      ledger_account_for(case when p_is_paid then 'RAIL' else 'SUSPENSE' end, q.sending_currency),
      q.sending_currency, q.funded_amount, null, v_reference);
    perform add_timeline(q.platform_id, v_reference,
      case when not p_is_paid then 'refund not paid, set aside'
        when v_is_returned then 'refunded, though the bank has taken the collection back' else 'refunded' end, null,
      case when not p_is_paid or v_is_returned then 'operator' end,
      case when not p_is_paid or v_is_returned then 'payment:resolve' end);
  end if;
  perform record_refund(q, case when p_is_paid then 'COMPLETED' else 'FAILED' end);
  return q.status;
end $$;

-- The rail says that it has paid an attempt of a refund. Where a person, or the rail itself, had
-- given that attempt up, it comes out of what was set aside, or out of the next attempt while
-- nobody has ordered that; else it is paid twice and a person decides.
create function land_refund(p_quote uuid, p_attempt integer) returns text language plpgsql as $$
declare
  q quotes;
  v_suffix text := refund_suffix(p_attempt);
  v_is_next boolean;
  v_is_first boolean;
begin
  select * into q from quotes where id = p_quote for update;
  if p_attempt > q.refund_attempt then return q.status; end if;
  if q.refund_open and p_attempt = q.refund_attempt then return settle_refund(q.id, true); end if;
  if not is_booked(q, 'set-aside' || v_suffix) or is_booked(q, 'refund-landed-late' || v_suffix)
     or q.source_account_id is not null then
    return q.status;
  end if;
  v_is_next := q.refund_open and q.refund_submitted_at is null;
  v_is_first := v_is_next or is_set_aside(q);
  perform ledger_transfer('Quote:' || q.id || '/refund-landed-late' || v_suffix, 'POSTED',
    ledger_account_for(case when v_is_next then 'LIQUIDITY' else 'SUSPENSE' end, q.sending_currency),
    ledger_account_for('RAIL', q.sending_currency), q.sending_currency, q.funded_amount, null,
    'Transaction:' || q.transaction_id);
  update quotes set refund_open = refund_open and not v_is_next, updated_at = service_now() where id = q.id;
  if v_is_first then perform record_refund(q, 'COMPLETED'); end if;
  select * into q from quotes where id = p_quote;
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id,
    case when v_is_first then 'refund landed late' else 'refund landed though another one was paid or ordered' end,
    null, case when not v_is_first or is_collection_owed(q) then 'operator' end,
    case when not v_is_first then 'a decision about the suspense account'
      when is_collection_owed(q) then 'payment:resolve' end);
  return q.status;
end $$;

-- A refund that the rail had paid has come back: it is here again, and a person decides.
create function return_refund(p_quote uuid, p_attempt integer) returns text language plpgsql as $$
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

-- A rail that had paid a refund says that it has failed: it has come back, by another name. What is
-- still open hears it from the rail itself.
create function fail_refund(p_quote uuid, p_attempt integer) returns text language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if q.refund_open and p_attempt = q.refund_attempt then return q.status; end if;
  return return_refund(p_quote, p_attempt);
end $$;

-- A person has a refund that lies in suspense ordered again, under a reference of its own: the rail
-- has said its final word about the one before, or is asked for it first.
create function reopen_refund(p_quote uuid, p_attempt integer) returns text language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if q.refund_attempt >= p_attempt then
    return case when q.refund_open then 'REFUND_AT_RAIL' else q.status end;
  end if;
  if q.source_account_id is not null or q.collection_returned_at is not null or not is_set_aside(q) then
    return 'NOTHING_SET_ASIDE';
  end if;
  perform ledger_transfer('Quote:' || q.id || '/refund-again' || refund_suffix(p_attempt), 'POSTED',
    ledger_account_for('SUSPENSE', q.sending_currency), ledger_account_for('LIQUIDITY', q.sending_currency),
    q.sending_currency, q.funded_amount, null, 'Transaction:' || q.transaction_id);
  update quotes set refund_open = true, refund_attempt = p_attempt, refund_submitted_at = null,
    refund_run = 'REFUND_AGAIN', updated_at = service_now() where id = q.id;
  update transactions set updated_at = service_now(), refund = refund - 'settledAt' || jsonb_build_object(
    'reference', 'Transaction:' || q.transaction_id || '/refund' || refund_suffix(p_attempt),
    'initiatedAt', service_now(), 'status', 'PENDING') where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'REFUND_PENDING');
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'refund ordered again', null,
    'payout rail', 'the refund');
  return 'REFUND_AT_RAIL';
end $$;

-- A person gives back what lies in suspense because its refund was not paid.
create or replace function refund_from_suspense(p_quote uuid) returns text language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if is_booked(q, 'resolved-refund') then return 'REFUNDED'; end if;
  -- What the bank has taken back is covered by what lies there.
  if not is_set_aside(q) or q.collection_returned_at is not null then return 'NOTHING_SET_ASIDE'; end if;
  perform ledger_lock(q.source_account_id);
  -- Without an account of ours the person has paid it out by hand: it leaves over the rail.
  perform ledger_transfer('Quote:' || q.id || '/resolved-refund', 'POSTED',
    ledger_account_for('SUSPENSE', q.sending_currency),
    coalesce(q.source_account_id, ledger_account_for('RAIL', q.sending_currency)), q.sending_currency,
    case when q.source_account_id is null then q.funded_amount else q.sending_amount end, null,
    'Transaction:' || q.transaction_id);
  perform record_refund(q, 'COMPLETED');
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'refunded from suspense', null, null, null);
  return 'REFUNDED';
end $$;

-- A person's word about a collection that the bank has taken back after its money was used. 'paid':
-- the payer has made it good. 'refund': the payment is undone, out of the account that it credited.
create function resolve_collection(p_quote uuid, p_decision text) returns text language plpgsql as $$
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

-- Rows that somebody has to finish, quiet for a while: each must have a workflow.
create or replace function open_rows(p_quiet_seconds integer, p_max integer) returns table (
  kind text, id uuid, platform_id uuid, customer_id uuid, account_id uuid, transaction_id uuid,
  credential_id uuid, number integer) language sql stable as $$
  with line as (select service_now() - make_interval(secs => p_quiet_seconds) as at)
  (select 'QUOTE', q.id, q.platform_id, q.customer_id, q.source_account_id, q.transaction_id, null::uuid,
     q.executed_attempt from quotes q, line where q.status = 'PROCESSING' and q.updated_at < line.at)
  union all
  (select refund_run_of(q), q.id, q.platform_id, q.customer_id, q.source_account_id, q.transaction_id, null::uuid,
     case q.refund_run when 'REFUND_AGAIN' then q.refund_attempt else q.executed_attempt end
     from quotes q, line where q.refund_open and q.updated_at < line.at)
  union all
  (select 'REQUEST', r.id, r.platform_id, null, r.account_id, null, r.credential_id, r.claimed_attempt
     from requests r, line where r.status = 'CLAIMED' and r.updated_at < line.at)
  union all
  (select 'VERIFICATION', v.id, v.platform_id, null, null, null, v.credential_id, v.issuance_number
     from otp_verifications v, line where v.status = 'PENDING' and v.updated_at < line.at)
  union all
  (select 'ISSUANCE', i.credential_id, c.platform_id, null, c.account_id, null, i.credential_id, i.number
     from otp_issuances i join credentials c on c.id = i.credential_id, line
     where i.status = 'PENDING' and i.updated_at < line.at)
  union all
  (select 'CUSTOMER', c.id, c.platform_id, c.id, a.id, null, null, 1
     from internal_accounts a join customers c on c.id = a.customer_id, line
     where a.status = 'PENDING' and a.type = 'EMBEDDED_WALLET' and a.updated_at < line.at)
  limit p_max;
$$;

-- Says once on the timeline of a payment that has waited too long whom it waits for, and once more
-- of its refund.
create or replace function flag_waiting_payments(p_minutes integer) returns void language sql as $$
  with waiting as (
    select q.platform_id, 'Transaction:' || q.transaction_id as subject, q.executed_attempt,
      case when q.refund_open then 'the payout rail''s word about the refund'
        when 'COLLECT' = any (q.steps) and q.funded_amount is null then 'the payout rail''s collection'
        when q.payout_submitted_at is null then 'the wallet provider'
        else 'the payout rail''s final word' end || '; see payment:resolve' as waits_for
    from quotes q join transactions t on t.id = q.transaction_id
    where (q.status = 'PROCESSING' or q.refund_open)
      and coalesce(case when q.refund_open then (t.refund ->> 'initiatedAt')::timestamptz end, q.executed_at)
        < service_now() - make_interval(mins => p_minutes))
  select add_timeline(w.platform_id, w.subject, 'waits too long', w.executed_attempt, 'operator', w.waits_for)
  from waiting w where not exists (select 1 from timeline l where l.subject = w.subject
    and l.what = 'waits too long' and (l.waits_for ~ 'refund') = (w.waits_for ~ 'refund'));
$$;

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

-- Whether the payout may be ordered now, in one word with its mark: a crash after it must leave
-- "asked", never "not asked". What is over, or to be stopped before it was ordered, never is.
create function mark_payout(p_quote uuid)
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

-- The same of an attempt of a refund. Answers whether it is to be carried, and whether to be stopped.
create function mark_refund(p_quote uuid, p_attempt integer)
returns table (is_open boolean, is_stopped boolean) language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  is_open := q.refund_open and q.refund_attempt = p_attempt;
  is_stopped := q.collection_returned_at is not null;
  if is_open then
    update quotes set refund_submitted_at = service_now() where id = q.id and refund_submitted_at is null;
  end if;
  return next;
end $$;

-- Money that a rail says has come in. One starts the payment that waits for its reference; all
-- other money is nobody's, and stands in suspense until a person decides.
create table arrivals (
  -- the rail's own: the same money told of twice has the same one
  id text primary key,
  funding_reference text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  quote_id uuid references quotes,
  -- of the quote: which run of its workflow is to take the money
  attempt integer,
  outcome text check (outcome in ('PAID_FOR', 'UNCLAIMED')),
  created_at timestamptz not null default service_now()
);
create index arrivals_open on arrivals (created_at) where outcome is null;
create unique index arrivals_claim on arrivals (quote_id) where outcome is distinct from 'UNCLAIMED';

-- Nothing waits for this money, or what waited cannot take it.
create function leave_unclaimed(p_arrival text, p_quote uuid, p_why text) returns void language plpgsql as $$
declare a arrivals;
begin
  update arrivals set outcome = 'UNCLAIMED' where id = p_arrival and outcome is null returning * into a;
  if not found then return; end if;
  perform ledger_transfer('Arrival:' || a.id || '/unclaimed', 'POSTED', ledger_account_for('FUNDING', a.currency),
    ledger_account_for('SUSPENSE', a.currency), a.currency, a.amount, null, 'Arrival:' || a.id);
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id,
    'money arrived that it cannot take (' || p_why || ')', null, 'operator', 'a decision about the suspense account')
  from quotes q where q.id = p_quote;
end $$;

-- A notice of arrival, any number of times. Another amount than the quote's is its head's to refuse.
create function note_arrival(p_id text, p_reference text, p_amount bigint, p_currency text)
returns text language plpgsql as $$
declare
  q quotes;
  v_why text;
begin
  select * into q from quotes where funding_reference = p_reference and kind = 'QUOTE' for update;
  insert into arrivals (id, funding_reference, amount, currency) values (p_id, p_reference, p_amount, p_currency)
    on conflict (id) do nothing;
  if not found then return (select coalesce(outcome, 'OPEN') from arrivals where id = p_id); end if;
  v_why := case
    when q.id is null then 'an unknown reference'
    when q.sending_currency <> p_currency then 'another currency'
    when q.executed_at is not null or exists (select 1 from arrivals where quote_id = q.id
      and outcome is distinct from 'UNCLAIMED') then 'a second time'
    when q.status <> 'PENDING' or q.expires_at <= service_now() then 'too late' end;
  if v_why is not null then
    perform leave_unclaimed(p_id, q.id, v_why);
    return 'UNCLAIMED';
  end if;
  update arrivals set quote_id = q.id, attempt = q.attempt where id = p_id;
  return 'OPEN';
end $$;

-- Whether the payment has taken the money: null while its head has not decided.
create function close_arrival(p_id text) returns text language plpgsql as $$
declare
  a arrivals;
  q quotes;
begin
  -- In the order of note_arrival: the quote before the arrival.
  select * into q from quotes where id = (select quote_id from arrivals where id = p_id) for update;
  select * into a from arrivals where id = p_id for update;
  if a.outcome is not null then return a.outcome; end if;
  if q.executed_attempt = a.attempt and q.funded_amount = a.amount then
    update arrivals set outcome = 'PAID_FOR' where id = p_id;
    return 'PAID_FOR';
  end if;
  if q.executed_attempt is null and q.attempt = a.attempt and q.status = 'PENDING' then return null; end if;
  perform leave_unclaimed(p_id, q.id, coalesce(lower(replace(q.refusals ->> a.attempt::text, '_', ' ')), 'too late'));
  return 'UNCLAIMED';
end $$;

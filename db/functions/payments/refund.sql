-- What the ids and references of a refund's attempt end in.
create or replace function refund_suffix(p_attempt integer) returns text language sql immutable as $$
  select case when p_attempt = 1 then '' else '/' || p_attempt end;
$$;

-- Which workflow carries a refund that is open, as the sweep names it.
create or replace function refund_run_of(q quotes) returns text language sql immutable as $$
  select coalesce(q.refund_run, case when q.returned_at is null then 'QUOTE' else 'RETURN' end);
$$;

-- FAILED, before or without any refund.
create or replace function record_failure(q quotes, p_reason text) returns void language plpgsql as $$
begin
  update quotes set status = 'FAILED', updated_at = service_now(), stamp = null where id = q.id;
  update transactions set status = 'FAILED', failure_reason = p_reason, updated_at = service_now()
    where id = q.transaction_id and status not in ('REJECTED', 'FAILED');
  if found then perform emit_transaction_event(q.transaction_id, 'FAILED'); end if;
end $$;

-- The refund as the transaction shows it, and its event.
create or replace function record_refund(q quotes, p_status text) returns void language plpgsql as $$
begin
  update transactions set updated_at = service_now(), refund = (refund - 'settledAt')
    || jsonb_build_object('status', p_status)
    || case p_status when 'COMPLETED' then jsonb_build_object('settledAt', service_now()) else '{}' end
  where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'REFUND_' || p_status);
end $$;

-- FAILED and the refund, each its own event in the order of the interface.
create or replace function record_failure_and_refund(q quotes, p_reason text, p_cause text, p_refund text, p_transfer text)
returns void language plpgsql as $$
declare
  v_refund jsonb := jsonb_build_object('reference', p_transfer, 'initiatedAt', service_now(),
    'status', 'PENDING', 'reason', p_cause);
begin
  update quotes set status = 'FAILED', updated_at = service_now(), stamp = null where id = q.id;
  update transactions set status = 'FAILED', failure_reason = p_reason, updated_at = service_now()
    where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'FAILED');
  update transactions set refund = v_refund where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'REFUND_PENDING');
  update transactions set refund = v_refund || jsonb_build_object('status', p_refund)
    || case p_refund when 'COMPLETED' then jsonb_build_object('settledAt', service_now()) else '{}' end
    where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'REFUND_' || p_refund);
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

-- The same of an attempt of a refund. Answers whether it is to be carried, and whether to be stopped.
create or replace function mark_refund(p_quote uuid, p_attempt integer)
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

-- A person has a refund that lies in suspense ordered again, under a reference of its own: the rail
-- has said its final word about the one before, or is asked for it first.
create or replace function reopen_refund(p_quote uuid, p_attempt integer) returns text language plpgsql as $$
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

-- The rail says that it has paid an attempt of a refund. Where a person, or the rail itself, had
-- given that attempt up, it comes out of what was set aside, or out of the next attempt while
-- nobody has ordered that; else it is paid twice and a person decides.
create or replace function land_refund(p_quote uuid, p_attempt integer) returns text language plpgsql as $$
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

-- A rail that had paid a refund says that it has failed: it has come back, by another name. What is
-- still open hears it from the rail itself.
create or replace function fail_refund(p_quote uuid, p_attempt integer) returns text language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if q.refund_open and p_attempt = q.refund_attempt then return q.status; end if;
  return return_refund(p_quote, p_attempt);
end $$;

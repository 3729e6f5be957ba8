-- Whom the first step of a payment waits for.
create or replace function waits_on(p_step text) returns text language sql immutable as $$
  select case p_step when 'COLLECT' then 'payout rail' when 'SIGN' then 'wallet provider'
    when 'APPROVE' then 'platform' when 'PAY_OUT' then 'payout rail' end;
$$;

-- What the first step of a payment waits for.
create or replace function waits_for(p_step text) returns text language sql immutable as $$
  select case p_step when 'COLLECT' then 'the collection' when 'SIGN' then 'the transfer signature'
    when 'APPROVE' then 'the receiver''s platform' when 'PAY_OUT' then 'the payout' end;
$$;

-- What the payment's workflow has still to do: nothing once its row has ended.
create or replace function payment_steps(q quotes) returns text[] language sql immutable as $$
  select case when q.status = 'PROCESSING' then q.steps || '{SETTLE}'::text[]
    when q.refund_open then '{REFUND}' else '{}' end;
$$;

-- The answer of an execute that has moved the quote, now or before.
create or replace function moved_quote(q quotes) returns jsonb language sql immutable as $$
  select jsonb_build_object('outcome', 'MOVED', 'quote', q.first_answer, 'winningKey', q.winning_key,
    'steps', payment_steps(q));
$$;

-- Everything that a payment between accounts of ours moves, locked at once and in order: its hold
-- and its settlement are one transaction.
create or replace function lock_payment_accounts(q quotes) returns void language sql as $$
  select ledger_lock(q.source_account_id, q.destination_internal_id, (
    select id from internal_accounts where q.platform_fee > 0 and platform_id = q.platform_id
      and customer_id is null and currency = q.sending_currency));
$$;

-- Refuses an execute: counts the attempt, so that a later try is a new one, and records the no,
-- so that a repeat of this attempt hears it again.
create or replace function refuse_execute(q quotes, p_attempt integer, p_code text, p_key text, p_key_is_new boolean)
returns jsonb language plpgsql as $$
begin
  if p_key_is_new then
    delete from idempotency_keys where platform_id = q.platform_id and operation = 'executeQuote' and key = p_key;
  end if;
  if q.attempt = p_attempt then
    update quotes set attempt = p_attempt + 1,
      refusals = q.refusals || jsonb_build_object(p_attempt::text, p_code) where id = q.id;
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'execute refused: ' || p_code,
      p_attempt, 'customer', 'another execute call');
  end if;
  return jsonb_build_object('outcome', 'REFUSED', 'code', p_code);
end $$;

-- The decision about a payment: MOVED (now, or by this very attempt before) or REFUSED.
create or replace function execute_quote(p jsonb) returns jsonb language plpgsql as $$
declare
  q quotes;
  v_attempt integer := (p ->> 'attempt')::integer;
  v_key text := p ->> 'key';
  v_claim text := 'NONE';
  v_spendable bigint;
begin
  if v_key is not null then
    v_claim := claim_key((p ->> 'platformId')::uuid, 'executeQuote', v_key,
      decode(p ->> 'requestHash', 'hex'), (p ->> 'quoteId')::uuid);
  end if;
  -- Before the quote's, as a removal of the account takes them.
  perform 1 from external_accounts where account_info ? 'invoice' and id =
    (select destination_account_id from quotes where id = (p ->> 'quoteId')::uuid) for update;
  select * into q from quotes
    where id = (p ->> 'quoteId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if q.executed_attempt = v_attempt then return moved_quote(q); end if;
  if q.refusals ? v_attempt::text then
    return refuse_execute(q, v_attempt, q.refusals ->> v_attempt::text, v_key, v_claim = 'NEW');
  end if;
  if v_claim = 'OTHER' then
    return refuse_execute(q, v_attempt, 'DUPLICATE_PAY_REQUEST', v_key, false);
  end if;
  if q.status = 'PENDING' and q.expires_at <= service_now() then
    perform expire_quote(q.id);
    return refuse_execute(q, v_attempt, 'QUOTE_EXPIRED', v_key, v_claim = 'NEW');
  end if;
  if q.status = 'EXPIRED' then
    return refuse_execute(q, v_attempt, 'QUOTE_EXPIRED', v_key, v_claim = 'NEW');
  end if;
  if q.status <> 'PENDING' or q.attempt <> v_attempt
     -- Money that has to arrive starts its payment, never a call.
     or (q.source_type = 'REALTIME_FUNDING' and q.kind = 'QUOTE') <> (p ? 'arrived')
     or not destination_is_open(q)
     or exists (select 1 from external_accounts where id = q.source_external_id
       and (deleted_at is not null or status <> 'ACTIVE'))
     or exists (select 1 from internal_accounts where id = q.source_account_id and status <> 'ACTIVE') then
    return refuse_execute(q, v_attempt, 'CONFLICT', v_key, v_claim = 'NEW');
  end if;
  if q.source_type = 'EMBEDDED_WALLET' and not exists (
    select 1 from sessions where account_id = q.source_account_id and public_key = p ->> 'publicKey'
      and ended_at is null and expires_at > service_now() + interval '5 seconds') then
    return refuse_execute(q, v_attempt, 'WALLET_SIGNATURE_INVALID', v_key, v_claim = 'NEW');
  end if;
  if q.steps = '{}' then perform lock_payment_accounts(q); end if;
  if q.source_account_id is not null then
    select posted - pending_out into v_spendable from ledger_balances
      where account_id = q.source_account_id for update;
    if v_spendable < q.sending_amount then
      return refuse_execute(q, v_attempt, 'INSUFFICIENT_FUNDS', v_key, v_claim = 'NEW');
    end if;
    perform ledger_transfer('Quote:' || q.id || '/hold', 'PENDING', q.source_account_id,
      ledger_account_for('LIQUIDITY', q.sending_currency), q.sending_currency, q.sending_amount,
      null, 'Transaction:' || q.transaction_id);
  end if;
  update quotes set status = 'PROCESSING', executed_attempt = v_attempt, executed_at = service_now(),
    updated_at = service_now(), winning_key = v_key, stamp = p ->> 'stamp',
    first_answer = to_jsonb(q) - 'stamp' - 'payload_to_sign' - 'refusals' - 'first_answer'
      || jsonb_build_object('status', 'PROCESSING', 'executed_attempt', v_attempt)
  where id = q.id returning * into q;
  if p ? 'arrived' then perform book_funding(q, (p ->> 'arrived')::bigint); end if;
  -- An incoming payment stays PENDING until its platform has approved it.
  if q.kind <> 'INCOMING' then
    update transactions set status = 'PROCESSING', updated_at = service_now() where id = q.transaction_id;
    perform emit_transaction_event(q.transaction_id, 'PROCESSING');
  end if;
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'executed', v_attempt,
    waits_on(q.steps[1]), waits_for(q.steps[1]));
  if 'APPROVE' = any (q.steps) then perform open_incoming(q); end if;
  if p ? 'arrived' and (p ->> 'arrived')::bigint <> q.sending_amount then
    perform refund_payment(q.id, 'FUNDING_AMOUNT_MISMATCH', 'TRANSACTION_FAILED', 'COMPLETED');
    select * into q from quotes where id = q.id;
  end if;
  return moved_quote(q);
end $$;

-- The head of a payment that is made and executed in one: all of it, or nothing of it.
create or replace function place_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  v jsonb;
  v_quote uuid := (p ->> 'quoteId')::uuid;
  v_attempt integer := (p ->> 'attempt')::integer;
begin
  -- One at a time: whoever was given up as dead may still be at it.
  perform pg_advisory_xact_lock(hashtextextended('place/' || v_quote, 0));
  if exists (select 1 from quotes where id = v_quote) then
    -- Of this request, or of one whose key was forgotten after its time.
    if p -> 'placed' ->> 'key' is not null and not exists (select 1 from idempotency_keys
        where platform_id = (p ->> 'platformId')::uuid and operation = p -> 'placed' ->> 'operation'
        and key = p -> 'placed' ->> 'key' and request_hash = decode(p -> 'placed' ->> 'requestHash', 'hex')) then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST');
    end if;
    return execute_quote(p);
  end if;
  select jsonb_build_object('outcome', 'REFUSED', 'code', refusals ->> v_attempt::text) into v
    from refused_placements where quote_id = v_quote and refusals ? v_attempt::text;
  if found then return v; end if;
  begin
    v := create_quote(p -> 'placed');
    if v ? 'refused' then raise exception '%', v ->> 'refused' using errcode = 'PY001'; end if;
    update quotes set attempt = v_attempt where id = v_quote;
    v := execute_quote(p);
    if v ->> 'outcome' = 'REFUSED' then raise exception '%', v ->> 'code' using errcode = 'PY001'; end if;
    -- What a repeat with the same key is answered with.
    update idempotency_keys set answer = (select to_jsonb(t) from transactions t
        where id = (p -> 'placed' ->> 'transactionId')::uuid)
      where platform_id = (p ->> 'platformId')::uuid and operation = p -> 'placed' ->> 'operation'
        and key = p -> 'placed' ->> 'key';
    return v;
  exception when sqlstate 'PY001' then
    -- Nothing of it stays, the key neither.
    insert into refused_placements as r (quote_id, attempt, refusals)
    values (v_quote, v_attempt + 1, jsonb_build_object(v_attempt::text, sqlerrm))
    on conflict (quote_id) do update set attempt = greatest(r.attempt, excluded.attempt),
      refusals = r.refusals || excluded.refusals;
    return jsonb_build_object('outcome', 'REFUSED', 'code', sqlerrm);
  end;
end $$;

-- The head of quoteExecution: the quote moves, and where nobody outside has to do anything for the
-- payment it is settled in the same breath: then the answer says `ended`.
create or replace function begin_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  v jsonb := case when p -> 'placed' is null then execute_quote(p) else place_payment(p) end;
begin
  if v -> 'steps' = '["SETTLE"]' then
    if settle_payment((p ->> 'quoteId')::uuid) = 'COMPLETED' then
      v := v || '{"ended": "COMPLETED"}';
    end if;
  end if;
  return v;
end $$;

-- Everything that a payment between accounts of ours moves, locked at once and in order: its hold
-- and its settlement are one transaction. (Otherwise as in 0019.)
create function lock_payment_accounts(q quotes) returns void language sql as $$
  select ledger_lock(q.source_account_id, q.destination_internal_id, (
    select id from internal_accounts where q.platform_fee > 0 and platform_id = q.platform_id
      and customer_id is null and currency = q.sending_currency));
$$;

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

-- The head of quoteExecution: the quote moves, and where nobody outside has to do anything for the
-- payment it is settled in the same breath: then the answer says `ended`.
create function begin_payment(p jsonb) returns jsonb language plpgsql as $$
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

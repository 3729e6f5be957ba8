-- The event row and its delivery job, in the transaction that made the event true.
create function emit_event(p_platform uuid, p_type text, p_subject text, p_snapshot jsonb)
returns void language plpgsql as $$
declare
  v_event uuid := gen_random_uuid();
  v_delivery uuid := gen_random_uuid();
  v_endpoint text;
begin
  insert into events (id, platform_id, type, subject, snapshot)
  values (v_event, p_platform, p_type, p_subject, p_snapshot);
  select webhook_endpoint into v_endpoint from platforms where id = p_platform;
  if v_endpoint is not null then
    insert into webhook_deliveries (id, event_id, platform_id, endpoint)
    values (v_delivery, v_event, p_platform, v_endpoint);
    perform graphile_worker.add_job('deliver_webhook', json_build_object('deliveryId', v_delivery),
      max_attempts := 1, job_key := 'webhook/' || v_delivery);
  end if;
end $$;

create function add_timeline(p_platform uuid, p_subject text, p_what text, p_attempt integer,
  p_next_actor text, p_waits_for text) returns void language sql as $$
  insert into timeline (platform_id, subject, what, attempt, next_actor, waits_for)
  values (p_platform, p_subject, p_what, p_attempt, p_next_actor, p_waits_for);
$$;

create function emit_transaction_event(p_transaction uuid, p_event text) returns void language sql as $$
  select emit_event(t.platform_id,
    case t.type when 'INCOMING' then 'INCOMING_PAYMENT.' else 'OUTGOING_PAYMENT.' end || p_event,
    'Transaction:' || t.id, to_jsonb(t))
  from transactions t where t.id = p_transaction;
$$;

-- Claims an Idempotency-Key: 'NEW', 'SAME' (this very request) or 'OTHER' (another request's).
create function claim_key(p_platform uuid, p_operation text, p_key text, p_hash bytea, p_resource uuid)
returns text language plpgsql as $$
declare v_old idempotency_keys;
begin
  insert into idempotency_keys (platform_id, operation, key, request_hash, resource_id)
  values (p_platform, p_operation, p_key, p_hash, p_resource) on conflict do nothing;
  if found then return 'NEW'; end if;
  select * into v_old from idempotency_keys
    where platform_id = p_platform and operation = p_operation and key = p_key;
  return case when v_old.request_hash = p_hash and v_old.resource_id = p_resource
    then 'SAME' else 'OTHER' end;
end $$;

-- A quote and its transaction, together. Answers the quote's row; a repeated key answers the
-- first one with `replayed`; a key of another request answers `refused`.
create function create_quote(p jsonb) returns jsonb language plpgsql as $$
declare
  v_quote quotes;
  v_id uuid := (p ->> 'id')::uuid;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_transaction uuid := (p ->> 'transactionId')::uuid;
begin
  if p ->> 'key' is not null then
    case claim_key(v_platform, 'createQuote', p ->> 'key', decode(p ->> 'requestHash', 'hex'), v_id)
      when 'OTHER' then return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
      when 'SAME' then
        select * into v_quote from quotes where id = v_id;
        return jsonb_build_object('replayed', true, 'quote', v_quote.first_answer);
      else null;
    end case;
  end if;
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    quote_id, source, destination, sent_amount, sent_currency, received_amount, received_currency,
    fees, platform_fees, exchange_rate, description, expires_at)
  values (v_transaction, v_platform, (p ->> 'customerId')::uuid, p ->> 'platformCustomerId',
    'OUTGOING', 'DEBIT', 'PENDING', v_id, p -> 'source', p -> 'destination',
    (p ->> 'sendingAmount')::bigint, p ->> 'sendingCurrency', (p ->> 'receivingAmount')::bigint,
    p ->> 'receivingCurrency', (p ->> 'serviceFee')::bigint + (p ->> 'platformFee')::bigint,
    (p ->> 'platformFee')::bigint, p ->> 'exchangeRate', p ->> 'description',
    (p ->> 'expiresAt')::timestamptz);
  insert into quotes (id, platform_id, customer_id, transaction_id, source_account_id, source_type,
    destination_account_id, payment_rail, sending_currency, receiving_currency, sending_amount,
    receiving_amount, service_fee, platform_fee, exchange_rate, locked_side, description, status,
    payload_to_sign, expires_at)
  values (v_id, v_platform, (p ->> 'customerId')::uuid, v_transaction, (p ->> 'sourceAccountId')::uuid,
    p ->> 'sourceType', (p ->> 'destinationAccountId')::uuid, p ->> 'paymentRail',
    p ->> 'sendingCurrency', p ->> 'receivingCurrency', (p ->> 'sendingAmount')::bigint,
    (p ->> 'receivingAmount')::bigint, (p ->> 'serviceFee')::bigint, (p ->> 'platformFee')::bigint,
    p ->> 'exchangeRate', p ->> 'lockedSide', p ->> 'description', 'PENDING',
    p ->> 'payloadToSign', (p ->> 'expiresAt')::timestamptz)
  returning * into v_quote;
  update quotes set first_answer = to_jsonb(v_quote) where id = v_id;
  perform emit_transaction_event(v_transaction, 'PENDING');
  perform add_timeline(v_platform, 'Transaction:' || v_transaction, 'quoted', null, 'customer', 'the execute call');
  perform graphile_worker.add_job('expire_quote', json_build_object('quoteId', v_id),
    run_at := v_quote.expires_at, job_key := 'expire/' || v_id, max_attempts := 25);
  return jsonb_build_object('quote', to_jsonb(v_quote));
end $$;

-- Moves a PENDING quote past its time to EXPIRED; anything else is left alone.
create function expire_quote(p_quote uuid) returns boolean language plpgsql as $$
declare v_quote quotes;
begin
  update quotes set status = 'EXPIRED', updated_at = service_now()
  where id = p_quote and status = 'PENDING' and expires_at <= service_now()
  returning * into v_quote;
  if not found then return false; end if;
  update transactions set status = 'EXPIRED', updated_at = service_now() where id = v_quote.transaction_id;
  perform emit_transaction_event(v_quote.transaction_id, 'EXPIRED');
  perform add_timeline(v_quote.platform_id, 'Transaction:' || v_quote.transaction_id, 'expired', null, null, null);
  return true;
end $$;

-- Refuses an execute: counts the attempt, so that a later try is a new one, and records the no,
-- so that a repeat of this attempt hears it again.
create function refuse_execute(q quotes, p_attempt integer, p_code text, p_key text, p_key_is_new boolean)
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

-- The head of quoteExecution. Three outcomes: MOVED (now or by this very attempt before) or REFUSED.
create function execute_quote(p jsonb) returns jsonb language plpgsql as $$
declare
  q quotes;
  v_attempt integer := (p ->> 'attempt')::integer;
  v_key text := p ->> 'key';
  v_claim text := 'NONE';
  v_spendable bigint;
  v_answer jsonb;
begin
  if v_key is not null then
    v_claim := claim_key((p ->> 'platformId')::uuid, 'executeQuote', v_key,
      decode(p ->> 'requestHash', 'hex'), (p ->> 'quoteId')::uuid);
  end if;
  select * into q from quotes
    where id = (p ->> 'quoteId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if q.executed_attempt = v_attempt then
    return jsonb_build_object('outcome', 'MOVED', 'quote', q.first_answer, 'winningKey', q.winning_key);
  end if;
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
  if q.status <> 'PENDING' or q.attempt <> v_attempt then
    return refuse_execute(q, v_attempt, 'CONFLICT', v_key, v_claim = 'NEW');
  end if;
  if q.source_type = 'EMBEDDED_WALLET' and not exists (
    select 1 from sessions where account_id = q.source_account_id and public_key = p ->> 'publicKey'
      and ended_at is null and expires_at > service_now() + interval '5 seconds') then
    return refuse_execute(q, v_attempt, 'WALLET_SIGNATURE_INVALID', v_key, v_claim = 'NEW');
  end if;
  select posted - pending_out into v_spendable from ledger_balances
    where account_id = q.source_account_id for update;
  if v_spendable < q.sending_amount then
    return refuse_execute(q, v_attempt, 'INSUFFICIENT_FUNDS', v_key, v_claim = 'NEW');
  end if;
  perform ledger_transfer('Quote:' || q.id || '/hold', 'PENDING', q.source_account_id,
    ledger_account_for('LIQUIDITY', q.sending_currency), q.sending_currency, q.sending_amount,
    null, 'Transaction:' || q.transaction_id);
  v_answer := to_jsonb(q) - 'stamp' - 'payload_to_sign' - 'refusals' - 'first_answer'
    || jsonb_build_object('status', 'PROCESSING', 'executed_attempt', v_attempt);
  update quotes set status = 'PROCESSING', executed_attempt = v_attempt, executed_at = service_now(),
    updated_at = service_now(), winning_key = v_key, stamp = p ->> 'stamp', first_answer = v_answer
  where id = q.id;
  update transactions set status = 'PROCESSING', updated_at = service_now() where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'PROCESSING');
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'executed', v_attempt,
    'wallet provider', 'the transfer signature');
  return jsonb_build_object('outcome', 'MOVED', 'quote', v_answer, 'winningKey', v_key);
end $$;

-- The payout has settled: the hold is posted, fees and conversion are booked, all linked.
-- A payout that lands after its refund goes to suspense, and the alarm sees it there.
create function settle_payment(p_quote uuid) returns text language plpgsql as $$
declare
  q quotes;
  v_reference text;
  v_platform_account uuid;
begin
  select * into q from quotes where id = p_quote for update;
  v_reference := 'Transaction:' || q.transaction_id;
  if q.status = 'COMPLETED' then return 'COMPLETED'; end if;
  if q.status = 'FAILED' then
    if ledger_transfer('Quote:' || q.id || '/landed-late', 'POSTED',
         ledger_account_for('SUSPENSE', q.receiving_currency), ledger_account_for('RAIL', q.receiving_currency),
         q.receiving_currency, q.receiving_amount, null, v_reference) then
      perform add_timeline(q.platform_id, v_reference, 'payout landed after its refund', null, 'operator',
        'a decision about the suspense account');
    end if;
    return 'LANDED_LATE';
  end if;
  select id into v_platform_account from internal_accounts
    where platform_id = q.platform_id and customer_id is null and currency = q.sending_currency;
  perform ledger_lock(q.source_account_id, v_platform_account);
  perform ledger_transfer('Quote:' || q.id || '/post', 'POST_PENDING', q.source_account_id,
    ledger_account_for('LIQUIDITY', q.sending_currency), q.sending_currency, q.sending_amount,
    'Quote:' || q.id || '/hold', v_reference);
  if q.service_fee > 0 then
    perform ledger_transfer('Quote:' || q.id || '/service-fee', 'POSTED',
      ledger_account_for('LIQUIDITY', q.sending_currency), ledger_account_for('FEES', q.sending_currency),
      q.sending_currency, q.service_fee, null, v_reference);
  end if;
  if q.platform_fee > 0 then
    perform ledger_transfer('Quote:' || q.id || '/platform-fee', 'POSTED',
      ledger_account_for('LIQUIDITY', q.sending_currency), v_platform_account,
      q.sending_currency, q.platform_fee, null, v_reference);
  end if;
  perform ledger_transfer('Quote:' || q.id || '/payout', 'POSTED',
    ledger_account_for('LIQUIDITY', q.receiving_currency), ledger_account_for('RAIL', q.receiving_currency),
    q.receiving_currency, q.receiving_amount, null, v_reference);
  update quotes set status = 'COMPLETED', updated_at = service_now(), stamp = null where id = q.id;
  update transactions set status = 'COMPLETED', settled_at = service_now(), updated_at = service_now()
    where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, 'COMPLETED');
  perform add_timeline(q.platform_id, v_reference, 'settled', null, null, null);
  return 'COMPLETED';
end $$;

-- FAILED and the refund, each its own event in the order of the interface.
create function record_failure_and_refund(q quotes, p_reason text, p_cause text, p_refund text, p_transfer text)
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

-- The payment failed for good before its payout: the hold is voided. Where even the refund was
-- refused, the held money is set aside in suspense until a person decides.
create function fail_payment(p_quote uuid, p_reason text, p_cause text, p_refund text)
returns text language plpgsql as $$
declare
  q quotes;
  v_liquidity uuid;
  v_reference text;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status <> 'PROCESSING' then return q.status; end if;
  v_reference := 'Transaction:' || q.transaction_id;
  v_liquidity := ledger_account_for('LIQUIDITY', q.sending_currency);
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

-- The bank sent a completed payout back: the linked reverse, amount for amount, under its own ids.
create function return_payment(p_quote uuid, p_reason text) returns text language plpgsql as $$
declare
  q quotes;
  v_transfer ledger_transfers;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status <> 'COMPLETED' then return q.status; end if;
  perform 1 from ledger_balances where account_id in (
    select debit_account_id from ledger_transfers where reference = 'Transaction:' || q.transaction_id
    union select credit_account_id from ledger_transfers where reference = 'Transaction:' || q.transaction_id)
    order by account_id for update;
  for v_transfer in select * from ledger_transfers where reference = 'Transaction:' || q.transaction_id
    and kind in ('POSTED', 'POST_PENDING') and id not like '%/return/%' order by created_at desc, id desc loop
    perform ledger_transfer('Quote:' || q.id || '/return/' || split_part(v_transfer.id, '/', 2), 'POSTED',
      v_transfer.credit_account_id, v_transfer.debit_account_id, v_transfer.currency, v_transfer.amount,
      null, v_transfer.reference);
  end loop;
  perform record_failure_and_refund(q, p_reason, 'TRANSACTION_FAILED', 'COMPLETED', 'Quote:' || q.id || '/return/post');
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'returned by the bank, refunded', null, null, null);
  return 'FAILED';
end $$;

-- A person gives back what was set aside when the refund was refused.
create function refund_from_suspense(p_quote uuid) returns text language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if not exists (select 1 from ledger_transfers where id = 'Quote:' || q.id || '/set-aside') then
    return 'NOTHING_SET_ASIDE';
  end if;
  perform ledger_lock(q.source_account_id);
  if ledger_transfer('Quote:' || q.id || '/resolved-refund', 'POSTED',
       ledger_account_for('SUSPENSE', q.sending_currency), q.source_account_id, q.sending_currency,
       q.sending_amount, null, 'Transaction:' || q.transaction_id) then
    update transactions set updated_at = service_now(), refund = refund
      || jsonb_build_object('status', 'COMPLETED', 'settledAt', service_now()) where id = q.transaction_id;
    perform emit_transaction_event(q.transaction_id, 'REFUND_COMPLETED');
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'refunded from suspense', null, null, null);
  end if;
  return 'REFUNDED';
end $$;

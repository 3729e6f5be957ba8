-- A payment comes from an account of ours, from money that arrives, or from a bank account that is
-- pulled; it goes to a bank, to an account of ours, or to a UMA address. A quote's row is the
-- payment's order whatever asked for it: its steps say what its workflow has to do.
alter table quotes
  alter column source_account_id drop not null,
  alter column destination_account_id drop not null,
  add column kind text not null default 'QUOTE'
    check (kind in ('QUOTE', 'TRANSFER_IN', 'TRANSFER_OUT', 'INCOMING')),
  add column steps text[] not null default '{SIGN,PAY_OUT}'
    check (steps <@ array['COLLECT', 'SIGN', 'APPROVE', 'PAY_OUT']),
  -- as the interface shows them; older rows have accounts alone
  add column source jsonb,
  add column destination jsonb,
  add column source_external_id uuid references external_accounts,
  add column destination_internal_id uuid references internal_accounts,
  add column destination_uma text,
  -- real-time funding: what the payer writes on the transfer, and where to send it
  add column funding_reference text unique,
  add column payment_instructions jsonb,
  add column funded_amount bigint,
  -- the receiver's transaction, where the receiver is somebody else of ours
  add column incoming_transaction_id uuid,
  add column sender_customer_info jsonb,
  add column cancel_requested_at timestamptz,
  -- the money must go back over the rail, and has not yet
  add column refund_open boolean not null default false,
  -- the bank sent a settled payout back
  add column returned_at timestamptz;
create unique index quotes_incoming on quotes (incoming_transaction_id) where incoming_transaction_id is not null;
update quotes q set returned_at = t.created_at from ledger_transfers t
  where t.id = 'Quote:' || q.id || '/return/post';
create index quotes_pending_source on quotes (source_external_id) where status = 'PENDING';
create index quotes_refund_open on quotes (updated_at) where refund_open;

alter table transactions
  add column payment_rail text,
  add column rail_selection_mode text check (rail_selection_mode in ('AUTO', 'MANUAL')),
  add column counterparty jsonb,
  add column payment_instructions jsonb,
  add column purpose_of_payment text,
  add column receipt_delivery_confirmed_at timestamptz;

-- The receiver's platform is asked before money arrives over UMA. One word decides, whoever says
-- it first: the webhook's answer, a call, or the clock.
create table incoming_approvals (
  transaction_id uuid primary key references transactions,
  quote_id uuid not null unique references quotes,
  platform_id uuid not null references platforms,
  event_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  asked_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  failure_reason text,
  reason text,
  receiver_customer_info jsonb
);

-- Incoming payments have fewer events than outgoing ones: the others are seen in the status alone.
create or replace function emit_transaction_event(p_transaction uuid, p_event text) returns void language sql as $$
  select emit_event(t.platform_id,
    case t.type when 'INCOMING' then 'INCOMING_PAYMENT.' else 'OUTGOING_PAYMENT.' end || p_event,
    'Transaction:' || t.id, to_jsonb(t))
  from transactions t where t.id = p_transaction
    and (t.type = 'OUTGOING' or p_event not in ('PENDING', 'PROCESSING', 'EXPIRED'));
$$;

-- Only a success binds a key: a refusal lets it go.
create function release_key(p jsonb) returns void language sql as $$
  delete from idempotency_keys where platform_id = (p ->> 'platformId')::uuid
    and operation = coalesce(p ->> 'operation', 'createQuote') and key = p ->> 'key';
$$;

-- A quote and its transaction, together. Answers the quote's row; a repeated key answers the
-- first one with `replayed`; a key of another request answers `refused`.
create or replace function create_quote(p jsonb) returns jsonb language plpgsql as $$
declare
  v_quote quotes;
  v_id uuid := (p ->> 'id')::uuid;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_transaction uuid := (p ->> 'transactionId')::uuid;
  v_kind text := coalesce(p ->> 'kind', 'QUOTE');
  v_is_incoming boolean := v_kind in ('TRANSFER_IN', 'INCOMING');
begin
  if p ->> 'key' is not null then
    case claim_key(v_platform, coalesce(p ->> 'operation', 'createQuote'), p ->> 'key',
        decode(p ->> 'requestHash', 'hex'), v_id)
      when 'OTHER' then return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
      when 'SAME' then
        select * into v_quote from quotes where id = v_id;
        return jsonb_build_object('replayed', true, 'quote', v_quote.first_answer);
      else null;
    end case;
  end if;
  -- A key that was forgotten after its time still names the quote that it once made.
  if exists (select 1 from quotes where id = v_id) then
    perform release_key(p);
    return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
  end if;
  -- Against a removal at this very instant: it expires the quotes that it sees, and sees this one.
  if p ? 'isPlaced' then
    -- What is executed too locks an invoice's row at once as strongly as it will need it.
    perform 1 from external_accounts where id = (p ->> 'destinationAccountId')::uuid and deleted_at is null for update;
  else
    perform 1 from external_accounts where id = (p ->> 'destinationAccountId')::uuid and deleted_at is null for share;
  end if;
  if not found and p ->> 'destinationAccountId' is not null then
    perform release_key(p);
    return jsonb_build_object('refused', 'REFERENCE_NOT_FOUND');
  end if;
  if (p ->> 'platformFee')::bigint > 0 and not exists (select 1 from internal_accounts
      where platform_id = v_platform and customer_id is null and currency = p ->> 'sendingCurrency') then
    -- Nowhere to credit the platform's fee.
    perform release_key(p);
    return jsonb_build_object('refused', 'INVALID_CURRENCY');
  end if;
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    quote_id, source, destination, sent_amount, sent_currency, received_amount, received_currency,
    fees, platform_fees, exchange_rate, description, expires_at, payment_rail, rail_selection_mode,
    counterparty, payment_instructions, reference, purpose_of_payment)
  values (v_transaction, v_platform, (p ->> 'customerId')::uuid, p ->> 'platformCustomerId',
    case when v_is_incoming then 'INCOMING' else 'OUTGOING' end,
    case when v_kind = 'INCOMING' then 'CREDIT' else 'DEBIT' end, 'PENDING',
    case v_kind when 'QUOTE' then v_id end, p -> 'source', p -> 'destination',
    (p ->> 'sendingAmount')::bigint, p ->> 'sendingCurrency', (p ->> 'receivingAmount')::bigint,
    p ->> 'receivingCurrency', (p ->> 'serviceFee')::bigint + (p ->> 'platformFee')::bigint,
    (p ->> 'platformFee')::bigint, p ->> 'exchangeRate', p ->> 'description',
    (p ->> 'expiresAt')::timestamptz, p ->> 'transactionRail', p ->> 'railSelectionMode',
    p -> 'counterparty', p -> 'paymentInstructions', p ->> 'fundingReference', p ->> 'purposeOfPayment');
  insert into quotes (id, platform_id, customer_id, transaction_id, kind, steps, source, destination,
    source_account_id, source_type, source_external_id, destination_account_id, destination_internal_id,
    destination_uma, incoming_transaction_id, funding_reference, payment_instructions, sender_customer_info,
    payment_rail, sending_currency, receiving_currency, sending_amount,
    receiving_amount, service_fee, platform_fee, exchange_rate, locked_side, description, status,
    payload_to_sign, expires_at)
  values (v_id, v_platform, (p ->> 'customerId')::uuid, v_transaction, v_kind,
    array(select jsonb_array_elements_text(p -> 'steps')), p -> 'source', p -> 'destination',
    (p ->> 'sourceAccountId')::uuid, p ->> 'sourceType', (p ->> 'sourceExternalId')::uuid,
    (p ->> 'destinationAccountId')::uuid, (p ->> 'destinationInternalId')::uuid, p ->> 'destinationUma',
    (p ->> 'incomingTransactionId')::uuid, p ->> 'fundingReference', p -> 'paymentInstructions',
    p -> 'senderCustomerInfo', p ->> 'paymentRail',
    p ->> 'sendingCurrency', p ->> 'receivingCurrency', (p ->> 'sendingAmount')::bigint,
    (p ->> 'receivingAmount')::bigint, (p ->> 'serviceFee')::bigint, (p ->> 'platformFee')::bigint,
    p ->> 'exchangeRate', p ->> 'lockedSide', p ->> 'description', 'PENDING',
    p ->> 'payloadToSign', (p ->> 'expiresAt')::timestamptz)
  returning * into v_quote;
  update quotes set first_answer = to_jsonb(v_quote) where id = v_id;
  perform emit_transaction_event(v_transaction, 'PENDING');
  if p ->> 'isPlaced' is null then
    perform add_timeline(v_platform, 'Transaction:' || v_transaction, 'quoted', null, 'customer',
      case when v_quote.source_type = 'REALTIME_FUNDING' then 'the money' else 'the execute call' end);
    perform graphile_worker.add_job('expire_quote', json_build_object('quoteId', v_id),
      run_at := v_quote.expires_at, job_key := 'expire/' || v_id, max_attempts := 25);
  end if;
  return jsonb_build_object('quote', to_jsonb(v_quote));
end $$;

-- The receiver's side of a payment over UMA: its transaction, and the question to its platform. The
-- event is sent once, by whoever asks; it is listed like any other.
create function open_incoming(q quotes) returns void language plpgsql as $$
declare
  v_event uuid := gen_random_uuid();
  v_platform uuid;
  v_customer uuid;
begin
  select platform_id, customer_id into v_platform, v_customer from internal_accounts
    where id = q.destination_internal_id
  union all
  select platform_id, customer_id from external_accounts where id = q.destination_account_id;
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    source, destination, sent_amount, sent_currency, received_amount, received_currency, description, counterparty)
  select q.incoming_transaction_id, v_platform, v_customer, c.platform_customer_id, 'INCOMING', 'CREDIT', 'PENDING',
    jsonb_build_object('sourceType', 'UMA_ADDRESS', 'umaAddress', q.sender_customer_info ->> 'umaAddress'),
    incoming_destination(q), q.receiving_amount, q.receiving_currency, q.receiving_amount, q.receiving_currency,
    q.description, q.sender_customer_info
  from (select 1) x left join customers c on c.id = v_customer
  on conflict (id) do nothing;
  insert into events (id, platform_id, type, subject, snapshot)
    select v_event, v_platform, 'INCOMING_PAYMENT.PENDING', 'Transaction:' || t.id, to_jsonb(t)
    from transactions t where id = q.incoming_transaction_id;
  insert into incoming_approvals (transaction_id, quote_id, platform_id, event_id)
    values (q.incoming_transaction_id, q.id, v_platform, v_event);
  perform add_timeline(v_platform, 'Transaction:' || q.incoming_transaction_id, 'offered', null,
    'platform', 'the platform''s approval');
end $$;

create function incoming_destination(q quotes) returns jsonb language sql immutable as $$
  select jsonb_build_object('destinationType', 'ACCOUNT', 'accountId',
    case when q.destination_internal_id is not null then 'InternalAccount:' || q.destination_internal_id
      else 'ExternalAccount:' || q.destination_account_id end,
    'currency', q.receiving_currency);
$$;

-- Money that came from outside: it is here, and not yet anybody's. Once for a payment.
create function book_funding(q quotes, p_amount bigint) returns void language plpgsql as $$
begin
  if ledger_transfer('Quote:' || q.id || '/funding', 'POSTED', ledger_account_for('FUNDING', q.sending_currency),
       ledger_account_for('LIQUIDITY', q.sending_currency), q.sending_currency, p_amount, null,
       'Transaction:' || q.transaction_id) then
    update quotes set funded_amount = p_amount where id = q.id;
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'money arrived', null, null, null);
  end if;
end $$;

create function book_collection(p_quote uuid) returns void language plpgsql as $$
declare q quotes;
begin
  select * into q from quotes where id = p_quote for update;
  if q.status = 'PROCESSING' then perform book_funding(q, q.sending_amount); end if;
end $$;

-- What the payment's workflow has still to do: nothing once its row has ended.
create function payment_steps(q quotes) returns text[] language sql immutable as $$
  select case when q.status = 'PROCESSING' then q.steps || '{SETTLE}'::text[]
    when q.refund_open then '{REFUND}' else '{}' end;
$$;

create function moved_quote(q quotes) returns jsonb language sql immutable as $$
  select jsonb_build_object('outcome', 'MOVED', 'quote', q.first_answer, 'winningKey', q.winning_key,
    'steps', payment_steps(q));
$$;

-- The head of quoteExecution. Three outcomes: MOVED (now or by this very attempt before) or REFUSED.
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

-- Where the money is to go still takes it: an account of ours that is active, or one that its
-- owner has not removed since.
create function destination_is_open(q quotes) returns boolean language sql stable as $$
  select case
    when q.destination_internal_id is not null then
      exists (select 1 from internal_accounts where id = q.destination_internal_id and status = 'ACTIVE')
    when q.destination_account_id is not null then
      exists (select 1 from external_accounts e where e.id = q.destination_account_id and e.deleted_at is null
        -- An invoice is paid once.
        and (not e.account_info ? 'invoice' or not exists (select 1 from quotes o
          where o.destination_account_id = e.id and o.id <> q.id and o.status in ('PROCESSING', 'COMPLETED'))))
    else true end;
$$;
create index quotes_destination on quotes (destination_account_id) where status in ('PROCESSING', 'COMPLETED');

create function waits_on(p_step text) returns text language sql immutable as $$
  select case p_step when 'COLLECT' then 'payout rail' when 'SIGN' then 'wallet provider'
    when 'APPROVE' then 'platform' when 'PAY_OUT' then 'payout rail' end;
$$;

create function waits_for(p_step text) returns text language sql immutable as $$
  select case p_step when 'COLLECT' then 'the collection' when 'SIGN' then 'the transfer signature'
    when 'APPROVE' then 'the receiver''s platform' when 'PAY_OUT' then 'the payout' end;
$$;

-- A payment that was to be made in one and was refused leaves no row of its own: only which
-- attempt is the next, and what the ones before heard.
create table refused_placements (
  quote_id uuid primary key,
  attempt integer not null,
  refusals jsonb not null,
  created_at timestamptz not null default service_now()
);
create index refused_placements_age on refused_placements (created_at);

-- The head of a payment that is made and executed in one: all of it, or nothing of it.
create function place_payment(p jsonb) returns jsonb language plpgsql as $$
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

-- Asks once: who finds it asked does not know what the platform heard, and waits for a call.
create function begin_approval(p_quote uuid) returns jsonb language plpgsql as $$
declare
  a incoming_approvals;
  v_is_first boolean;
begin
  select * into a from incoming_approvals where quote_id = p_quote for update;
  v_is_first := a.asked_at is null;
  update incoming_approvals set asked_at = service_now() where quote_id = p_quote and asked_at is null;
  return (select jsonb_build_object('isFirst', v_is_first, 'status', a.status, 'endpoint', p.webhook_endpoint,
      'environment', p.environment, 'platformId', p.id, 'transactionId', a.transaction_id, 'senderInfo', q.sender_customer_info,
      'event', jsonb_build_object('id', e.id, 'type', e.type, 'snapshot', e.snapshot, 'createdAt', e.created_at))
    from events e join platforms p on p.id = e.platform_id, quotes q
    where e.id = a.event_id and q.id = p_quote);
end $$;

-- The one word about an incoming payment; a second one hears the first.
create function close_approval(p_quote uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  a incoming_approvals;
  q quotes;
  v_word text := p ->> 'word';
  v_failure text := p ->> 'failureReason';
  v_is_open boolean;
begin
  select * into q from quotes where id = p_quote for update;
  select * into a from incoming_approvals where quote_id = p_quote for update;
  v_is_open := a.status = 'PENDING';
  if v_is_open then
    update incoming_approvals set status = v_word, decided_at = service_now(), decided_by = p ->> 'by',
      failure_reason = v_failure, reason = p ->> 'reason', receiver_customer_info = p -> 'receiverCustomerInfo'
    where quote_id = p_quote returning * into a;
    perform add_timeline(a.platform_id, 'Transaction:' || a.transaction_id,
      lower(v_word) || ' by ' || (p ->> 'by') || coalesce(' (' || (p ->> 'reason') || ')', ''), null,
      case v_word when 'APPROVED' then 'the sender''s side' end, case v_word when 'APPROVED' then 'settlement' end);
    if v_word = 'APPROVED' then
      update transactions set status = 'PROCESSING', updated_at = service_now() where id = a.transaction_id;
      if q.kind = 'INCOMING' then perform book_funding(q, q.sending_amount); end if;
    else
      update transactions set updated_at = service_now(), failure_reason = v_failure,
        status = case v_failure when 'PAYMENT_APPROVAL_WEBHOOK_ERROR' then 'FAILED' else 'REJECTED' end
      where id = a.transaction_id;
      perform emit_transaction_event(a.transaction_id, 'FAILED');
    end if;
  end if;
  return jsonb_build_object('word', a.status, 'isDecidedNow', v_is_open);
end $$;

-- The receiver's side of a payment that has ended: credited, or closed without money.
create function close_incoming(q quotes, p_status text, p_failure text) returns void language plpgsql as $$
begin
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

-- All money of the payment is where it belongs: the hold is posted, fees and conversion are booked.
-- A payout that lands after its refund goes to suspense, and the alarm sees it there.
create or replace function settle_payment(p_quote uuid) returns text language plpgsql as $$
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

-- FAILED, before or without any refund.
create function record_failure(q quotes, p_reason text) returns void language plpgsql as $$
begin
  update quotes set status = 'FAILED', updated_at = service_now(), stamp = null where id = q.id;
  update transactions set status = 'FAILED', failure_reason = p_reason, updated_at = service_now()
    where id = q.transaction_id and status not in ('REJECTED', 'FAILED');
  if found then perform emit_transaction_event(q.transaction_id, 'FAILED'); end if;
end $$;

-- The payment failed for good: what was held or had arrived goes back. Where even the refund was
-- refused, the held money is set aside in suspense until a person decides. REFUND_AT_RAIL: the
-- money came over a rail and must go back over it.
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

-- The rail's final word about a refund that it carries.
create function settle_refund(p_quote uuid, p_is_paid boolean) returns text language plpgsql as $$
declare
  q quotes;
  v_reference text;
begin
  select * into q from quotes where id = p_quote for update;
  if not q.refund_open then return q.status; end if;
  v_reference := 'Transaction:' || q.transaction_id;
  perform ledger_transfer('Quote:' || q.id || case when p_is_paid then '/refund' else '/set-aside' end, 'POSTED',
    ledger_account_for('LIQUIDITY', q.sending_currency),
    ledger_account_for(case when p_is_paid then 'RAIL' else 'SUSPENSE' end, q.sending_currency),
    q.sending_currency, q.funded_amount, null, v_reference);
  update quotes set refund_open = false, updated_at = service_now() where id = q.id;
  update transactions set updated_at = service_now(), refund = refund
    || jsonb_build_object('status', case when p_is_paid then 'COMPLETED' else 'FAILED' end)
    || case when p_is_paid then jsonb_build_object('settledAt', service_now()) else '{}' end
  where id = q.transaction_id;
  perform emit_transaction_event(q.transaction_id, case when p_is_paid then 'REFUND_COMPLETED' else 'REFUND_FAILED' end);
  perform add_timeline(q.platform_id, v_reference, case when p_is_paid then 'refunded' else 'refund refused' end, null,
    case when p_is_paid then null else 'operator' end, case when p_is_paid then null else 'payment:resolve' end);
  return q.status;
end $$;

-- The bank sent a completed payout back: the linked reverse, amount for amount, under its own ids.
-- What had come over a rail stays with us until that rail has taken it back.
create or replace function return_payment(p_quote uuid, p_reason text) returns text language plpgsql as $$
declare
  q quotes;
  v_transfer ledger_transfers;
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
    perform ledger_transfer('Quote:' || q.id || '/return/' || split_part(v_transfer.id, '/', 2), 'POSTED',
      v_transfer.credit_account_id, v_transfer.debit_account_id, v_transfer.currency, v_transfer.amount,
      null, v_transfer.reference);
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

-- A person gives back what was set aside when the refund was refused.
create or replace function refund_from_suspense(p_quote uuid) returns text language plpgsql as $$
declare
  q quotes;
  v_set_aside ledger_transfers;
begin
  select * into q from quotes where id = p_quote for update;
  select * into v_set_aside from ledger_transfers where id = 'Quote:' || q.id || '/set-aside';
  if not found then return 'NOTHING_SET_ASIDE'; end if;
  perform ledger_lock(q.source_account_id);
  -- Without an account of ours the person has paid it out by hand: it leaves over the rail.
  if ledger_transfer('Quote:' || q.id || '/resolved-refund', 'POSTED',
       ledger_account_for('SUSPENSE', q.sending_currency),
       coalesce(q.source_account_id, ledger_account_for('RAIL', q.sending_currency)), q.sending_currency,
       v_set_aside.amount, null, 'Transaction:' || q.transaction_id) then
    update transactions set updated_at = service_now(), refund = refund
      || jsonb_build_object('status', 'COMPLETED', 'settledAt', service_now()) where id = q.transaction_id;
    perform emit_transaction_event(q.transaction_id, 'REFUND_COMPLETED');
    perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'refunded from suspense', null, null, null);
  end if;
  return 'REFUNDED';
end $$;

-- Asks that a payment be stopped. Its workflow tells the rail, whose final word it stays.
create function request_cancel(p_platform uuid, p_transaction uuid, p_reason text) returns text language plpgsql as $$
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

-- Rows that somebody has to finish, quiet for a while: each must have a workflow.
create or replace function open_rows(p_quiet_seconds integer, p_max integer) returns table (
  kind text, id uuid, platform_id uuid, customer_id uuid, account_id uuid, transaction_id uuid,
  credential_id uuid, number integer) language sql stable as $$
  with line as (select service_now() - make_interval(secs => p_quiet_seconds) as at)
  (select 'QUOTE', q.id, q.platform_id, q.customer_id, q.source_account_id, q.transaction_id, null::uuid,
     q.executed_attempt from quotes q, line where q.status = 'PROCESSING' and q.updated_at < line.at)
  union all
  (select case when q.returned_at is null then 'QUOTE' else 'RETURN' end, q.id, q.platform_id, q.customer_id,
     q.source_account_id, q.transaction_id, null::uuid, q.executed_attempt
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

-- A removed account takes no money and gives none: quotes that wait for an execute end with it.
create or replace function delete_external_account(p_platform uuid, p_account uuid, p_own_only boolean)
returns boolean language plpgsql as $$
declare v_quote uuid;
begin
  update external_accounts set deleted_at = service_now(), updated_at = service_now(),
    default_uma_deposit_account = false
  where id = p_account and platform_id = p_platform and deleted_at is null
    and (customer_id is null or not p_own_only);
  if not found then return false; end if;
  update external_account_challenges set state = 'ABANDONED', updated_at = service_now()
  where account_id = p_account and state = 'OPEN';
  for v_quote in
    update quotes set expires_at = service_now()
    where (destination_account_id = p_account or source_external_id = p_account)
      and status = 'PENDING' and expires_at > service_now()
    returning id
  loop
    perform expire_quote(v_quote);
  end loop;
  return true;
end $$;

-- Says once on the timeline of a payment that has waited too long whom it waits for.
create or replace function flag_waiting_payments(p_minutes integer) returns void language sql as $$
  select add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'waits too long', q.executed_attempt,
    'operator', case when q.refund_open then 'the payout rail''s word about the refund'
      when 'COLLECT' = any (q.steps) and q.funded_amount is null then 'the payout rail''s collection'
      when q.payout_submitted_at is null then 'the wallet provider'
      else 'the payout rail''s final word' end || '; see payment:resolve')
  from quotes q where (q.status = 'PROCESSING' or q.refund_open)
    and q.executed_at < service_now() - make_interval(mins => p_minutes)
    and not exists (select 1 from timeline l where l.subject = 'Transaction:' || q.transaction_id
      and l.what = 'waits too long');
$$;

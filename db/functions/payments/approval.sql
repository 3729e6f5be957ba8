-- The destination as the receiver's transaction shows it.
create or replace function incoming_destination(q quotes) returns jsonb language sql immutable as $$
  select jsonb_build_object('destinationType', 'ACCOUNT', 'accountId',
    case when q.destination_internal_id is not null then 'InternalAccount:' || q.destination_internal_id
      else 'ExternalAccount:' || q.destination_account_id end,
    'currency', q.receiving_currency);
$$;

-- The receiver's side of a payment over UMA: its transaction, and the question to its platform. The
-- event is sent once, by whoever asks; it is listed like any other.
create or replace function open_incoming(q quotes) returns void language plpgsql as $$
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

-- Asks once: who finds it asked does not know what the platform heard, and waits for a call.
create or replace function begin_approval(p_quote uuid) returns jsonb language plpgsql as $$
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
create or replace function close_approval(p_quote uuid, p jsonb) returns jsonb language plpgsql as $$
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

-- The destination as the receiver's transaction shows it.
create or replace function incoming_destination(payment payments) returns jsonb language sql immutable as $$
  select jsonb_build_object('destinationType', 'ACCOUNT', 'accountId',
    case when payment.destination_internal_id is not null then 'InternalAccount:' || payment.destination_internal_id
      else 'ExternalAccount:' || payment.destination_account_id end,
    'currency', payment.receiving_currency);
$$;

-- The receiver's side of a payment over UMA: its transaction, and the approval request to its
-- platform. The event is sent once, by the activity; it is listed like any other.
create or replace function open_incoming_payment(payment payments) returns void language plpgsql as $$
declare
  v_event uuid := gen_random_uuid();
  v_platform uuid;
  v_customer uuid;
begin
  select platform_id, customer_id into v_platform, v_customer from internal_accounts
    where id = payment.destination_internal_id
  union all
  select platform_id, customer_id from external_accounts where id = payment.destination_account_id;
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    source, destination, sent_amount, sent_currency, received_amount, received_currency, description, counterparty)
  select payment.incoming_transaction_id, v_platform, v_customer, c.platform_customer_id, 'INCOMING', 'CREDIT', 'PENDING',
    -- A platform that pays out of its own account has no address.
    jsonb_strip_nulls(jsonb_build_object('sourceType', 'UMA_ADDRESS',
      'umaAddress', payment.sender_customer_info ->> 'umaAddress')),
    incoming_destination(payment), payment.receiving_amount, payment.receiving_currency, payment.receiving_amount, payment.receiving_currency,
    payment.description, payment.sender_customer_info
  from (select 1) x left join customers c on c.id = v_customer
  on conflict (id) do nothing;
  insert into events (id, platform_id, type, subject, snapshot)
    select v_event, v_platform, 'INCOMING_PAYMENT.PENDING', 'Transaction:' || t.id, to_jsonb(t)
    from transactions t where id = payment.incoming_transaction_id;
  insert into incoming_approvals (transaction_id, payment_id, platform_id, event_id)
    values (payment.incoming_transaction_id, payment.id, v_platform, v_event);
  perform add_timeline(v_platform, 'Transaction:' || payment.incoming_transaction_id, 'OFFERED', null,
    'PLATFORM', 'PLATFORM_APPROVAL');
end $$;

-- Marks the approval request as sent, once. `isUnderWay`: it was sent so lately that its response may be outstanding;
-- later a retry that finds it sent does not know the response, and waits for the platform's call. Of a payment that is
-- not to be approved any more the status alone counts.
create or replace function start_approval_request(p_payment uuid) returns jsonb language plpgsql as $$
declare
  a incoming_approvals;
  q payments;
  v_is_first boolean;
begin
  perform lock_against_freeze(payment_customer_ids(jsonb_build_object('paymentId', p_payment)));
  -- The payment's lock comes before those of its rows: the platform's decision takes both.
  select * into q from payments where id = p_payment for update;
  select * into a from incoming_approvals where payment_id = p_payment for update;
  if a.payment_id is not null and not 'APPROVE' = any (remaining_steps(q)) then
    -- No request for what has ended, or has been sent.
    return jsonb_build_object('isFirst', false, 'isUnderWay', false, 'endpoint', '',
      'status', case when a.status <> 'PENDING' then a.status
        when q.status = 'PROCESSING' and not is_stopped(q) then 'APPROVED' else 'REJECTED' end);
  end if;
  v_is_first := a.requested_at is null;
  if v_is_first and is_held(p_payment) then return '{"isHeld": true}'; end if;
  update incoming_approvals set requested_at = service_now() where payment_id = p_payment and requested_at is null;
  return (select jsonb_build_object('isFirst', v_is_first, 'status', a.status,
      -- Longer than the sender waits for the response.
      'isUnderWay', coalesce(a.requested_at > service_now() - interval '7 seconds', false), 'endpoint', p.webhook_endpoint,
      'environment', p.environment, 'platformId', p.id, 'transactionId', a.transaction_id, 'senderInfo', payment.sender_customer_info,
      'event', jsonb_build_object('id', e.id, 'type', e.type, 'snapshot', e.snapshot, 'createdAt', e.created_at))
    from events e join platforms p on p.id = e.platform_id, payments payment
    where e.id = a.event_id and payment.id = p_payment);
end $$;

-- Records the one decision about an incoming payment; a later one gets the recorded decision, and so does any about a payment
-- that is being stopped: it ends by that. `recorded` has all of it, as it was given: the run keeps it, should the row lose it.
create or replace function record_approval_decision(p_payment uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  a incoming_approvals;
  payment payments;
  v_decision text := p ->> 'decision';
  v_failure text := p ->> 'failureReason';
  v_is_open boolean;
begin
  select * into payment from payments where id = p_payment for update;
  select * into a from incoming_approvals where payment_id = p_payment for update;
  if a.status = 'PENDING' and is_stopped(payment) then
    perform close_incoming_payment(payment, 'FAILED', incoming_failure(payment, 'QUOTE_EXECUTION_FAILED'));
    select * into a from incoming_approvals where payment_id = p_payment;
  end if;
  v_is_open := a.status = 'PENDING';
  if v_is_open then
    update incoming_approvals set status = v_decision, decided_at = service_now(), decided_by = p ->> 'by',
      failure_reason = v_failure, reason = p ->> 'reason', receiver_customer_info = p -> 'receiverCustomerInfo'
    where payment_id = p_payment returning * into a;
    perform add_timeline(a.platform_id, 'Transaction:' || a.transaction_id,
      v_decision, null, case v_decision when 'APPROVED' then 'SENDER' end,
      case v_decision when 'APPROVED' then 'SETTLEMENT' end,
      jsonb_strip_nulls(jsonb_build_object('by', p ->> 'by', 'reason', p ->> 'reason')));
    if v_decision = 'APPROVED' then
      update transactions set status = 'PROCESSING', updated_at = service_now() where id = a.transaction_id;
      perform emit_transaction_event(a.transaction_id, 'PROCESSING');
      if payment.kind = 'INCOMING' then perform book_funding(payment, payment.sending_amount); end if;
    else
      update transactions set updated_at = service_now(), failure_reason = v_failure,
        status = case v_failure when 'PAYMENT_APPROVAL_WEBHOOK_ERROR' then 'FAILED' else 'REJECTED' end
      where id = a.transaction_id;
      perform emit_transaction_event(a.transaction_id, 'FAILED');
    end if;
    -- The workflow itself knows of the other ways.
    if p ->> 'by' = 'call' then
      perform signal_later(payment.platform_id, 'PAYMENT', p_payment, 'approvalDecided', p);
    end if;
  end if;
  return jsonb_build_object('decision', a.status, 'isDecidedNow', v_is_open, 'recorded', jsonb_strip_nulls(
    jsonb_build_object('decision', a.status, 'by', a.decided_by, 'failureReason', a.failure_reason, 'reason', a.reason))
    || case when a.receiver_customer_info is null then '{}'
      else jsonb_build_object('receiverCustomerInfo', a.receiver_customer_info) end);
end $$;

-- The id of the transaction that an account of ours is credited by; null where there is none beside the payment's own.
-- What sweeps a deposit carries the deposit's transaction on, and credits an account of its holder by one of its own.
create or replace function credited_transaction(payment payments) returns uuid language sql immutable as $$
  select case when payment.source_type <> 'RULE_BASED' then nullif(payment.incoming_transaction_id, payment.transaction_id)
    when payment.destination_internal_id is not null then md5('swept ' || payment.incoming_transaction_id)::uuid end;
$$;

-- Closes the receiver's side of a payment: credited, or closed without money. Nothing where the receiver is outside. An open
-- approval request is closed too: a later decision does not change a closed payment.
create or replace function close_incoming_payment(payment payments, p_status text, p_failure text) returns void language plpgsql as $$
declare
  v_id uuid;
begin
  update incoming_approvals set decided_at = service_now(), decided_by = 'the end of the payment',
    status = case p_status when 'COMPLETED' then 'APPROVED' else 'REJECTED' end
  where payment_id = payment.id and status = 'PENDING';
  foreach v_id in array array_remove(array[nullif(payment.incoming_transaction_id, payment.transaction_id),
      nullif(credited_transaction(payment), payment.incoming_transaction_id)], null) loop
    if p_status = 'COMPLETED' and not exists (select 1 from transactions where id = v_id) then
      -- A payment within one platform needs no approval: the transaction of the credited side is created here. The
      -- quote of both is what ties them together.
      insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status, quote_id,
        source, destination, sent_amount, sent_currency, received_amount, received_currency, description)
      select v_id, a.platform_id, a.customer_id, c.platform_customer_id, 'INCOMING', 'CREDIT',
        'PROCESSING', payment.id, payment.source, incoming_destination(payment), payment.receiving_amount, payment.receiving_currency,
        payment.receiving_amount, payment.receiving_currency, payment.description
      from internal_accounts a left join customers c on c.id = a.customer_id where a.id = payment.destination_internal_id;
    end if;
    update transactions set status = p_status, failure_reason = p_failure, updated_at = service_now(),
      settled_at = case p_status when 'COMPLETED' then service_now() else settled_at end
    where id = v_id and status not in ('REJECTED', 'FAILED');
    if found then
      perform emit_transaction_event(v_id, p_status);
      perform add_timeline(platform_id, 'Transaction:' || id, case p_status when 'COMPLETED' then 'CREDITED'
        else 'FAILED' end, null, null, null, jsonb_strip_nulls(jsonb_build_object('reason', p_failure)))
      from transactions where id = v_id;
    end if;
  end loop;
end $$;

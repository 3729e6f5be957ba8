-- An external account as instructions to rails name it, with what its bank has corrected. Null: there is none.
create or replace function account_at_rail(p_account uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('accountType', account_type, 'accountInfo', account_info || coalesce(corrected_info, '{}'))
    from external_accounts where id = p_account;
$$;

-- Where a refund over the rail goes: the account that was collected from, the sender's UMA address,
-- or the instrument that a deposit came from.
create or replace function refund_destination(payment payments) returns jsonb language sql stable as $$
  select coalesce(
    account_at_rail(payment.source_external_id),
    case when payment.funding_reference is null then
      jsonb_build_object('accountType', 'UMA_ADDRESS', 'accountInfo',
        jsonb_build_object('umaAddress', payment.sender_customer_info ->> 'umaAddress'))
    else jsonb_build_object('accountType', 'ORIGINATING_INSTRUMENT', 'accountInfo',
      jsonb_build_object('reference', payment.funding_reference)) end);
$$;

-- Where a payout goes: the external account, or the UMA address of a receiver elsewhere.
create or replace function payout_destination(payment payments) returns jsonb language sql stable as $$
  select coalesce(
    account_at_rail(payment.destination_account_id),
    jsonb_build_object('accountType', 'UMA_ADDRESS', 'accountInfo',
      jsonb_build_object('umaAddress', payment.destination_uma)));
$$;

-- An instruction as the rail's port takes it.
create or replace function rail_instruction(payment payments, p_kind text, p_attempt integer) returns jsonb
language sql stable as $$
  select jsonb_build_object('reference', rail_reference(payment.transaction_id, p_kind, p_attempt))
    || case p_kind
      when 'PAYOUT' then jsonb_build_object('amountMinor', payment.receiving_amount::text,
        'currency', payment.receiving_currency, 'destination', payout_destination(payment))
        || case when payment.kind like 'TRANSFER%' then '{"product": "TRANSFER"}' else '{}' end::jsonb
        -- Of a sweep, the remittance information of its rule.
        || coalesce((select jsonb_build_object('remittanceInformation', sweep_rule ->> 'remittanceInformation')
          from internal_accounts where id = payment.source_account_id and sweep_rule ? 'remittanceInformation'), '{}')
      when 'COLLECTION' then jsonb_build_object('amountMinor', payment.sending_amount::text,
        'currency', payment.sending_currency, 'source', account_at_rail(payment.source_external_id))
      else jsonb_build_object('amountMinor', coalesce(payment.funded_amount, payment.sending_amount)::text,
        'currency', payment.sending_currency, 'destination', refund_destination(payment)) end;
$$;

-- The provider that an instruction is routed to; null: none. `providerFor` of contract/railRoutes.ts is the same rule:
-- the first route that fits. The bank has US dollars, and accounts at banks.
create or replace function rail_route(p_routes jsonb, p_asked jsonb) returns text language sql immutable as $$
  select case when coalesce(p_routes, 'null') = 'null' then 'RAIL' else (
    select r ->> 'provider' from jsonb_array_elements(p_routes) with ordinality x (r, place)
    where coalesce(r ->> 'currency', p_asked ->> 'currency') = p_asked ->> 'currency'
      and coalesce(r ->> 'direction', p_asked ->> 'direction') = p_asked ->> 'direction'
      and (not r ? 'network' or r ->> 'network' = p_asked ->> 'network')
      and (not r ? 'amountMax' or (p_asked ->> 'amountMinor')::numeric <= (r ->> 'amountMax')::numeric)
      and (r ->> 'provider' is distinct from 'BANK' or p_asked ->> 'currency' = 'USD'
        and coalesce(p_asked ->> 'accountType', 'USD_ACCOUNT') = 'USD_ACCOUNT')
    order by place limit 1) end;
$$;

-- Who carries an instruction that has not left. A refund goes to the provider of the money that it returns.
create or replace function rail_provider(payment payments, p_kind text, p_instruction jsonb, p_routes jsonb) returns text
language sql stable as $$
  select case
    when p_kind <> 'REFUND' then rail_route(p_routes -> payment.environment, jsonb_build_object(
      'currency', p_instruction ->> 'currency', 'direction', p_kind, 'amountMinor', p_instruction ->> 'amountMinor',
      'accountType', coalesce(p_instruction #>> '{destination,accountType}', p_instruction #>> '{source,accountType}'))
      || case when p_kind = 'PAYOUT' and payment.payment_rail is not null
        then jsonb_build_object('network', payment.payment_rail) else '{}' end)
    when payment.source_external_id is not null then
      (select provider from rail_orders where payment_id = payment.id and kind = 'COLLECTION')
    else coalesce((select d.provider from deposits d where d.payment_id = payment.id and d.outcome is distinct from 'UNAPPLIED'), 'RAIL') end;
$$;

-- What the bank asks for beside the instruction: the way that the platform has named, who pays, and the deposit that a
-- refund answers.
create or replace function bank_particulars(payment payments, p_kind text) returns jsonb language sql stable as $$
  select case when p_kind = 'PAYOUT' and payment.payment_rail in ('ACH', 'WIRE', 'RTP', 'FEDNOW')
      then jsonb_build_object('network', payment.payment_rail) else '{}' end
    || coalesce((select jsonb_build_object('sender', jsonb_build_object('name', n))
      from (select coalesce(profile ->> 'fullName', profile #>> '{businessInfo,legalName}') as n
        from customers where id = payment.customer_id) c where n <> ''), '{}')
    || coalesce((select jsonb_build_object('deposit', d.id) from deposits d
      where p_kind = 'REFUND' and d.payment_id = payment.id and d.outcome is distinct from 'UNAPPLIED'), '{}');
$$;

-- What a payout over a rail usually takes, in seconds, by the rail's own rules; a night, a weekend or a holiday comes on top.
-- Null without a rail.
create or replace function settlement_seconds(p_rail text) returns integer language sql immutable as $$
  select case when p_rail in ('BRE_B', 'FAST', 'FASTER_PAYMENTS', 'FEDNOW', 'INSTAPAY', 'MOBILE_MONEY', 'PAYNOW', 'PIX', 'RTP',
      'SEPA_INSTANT', 'SPEI', 'UPI') then 60
    when p_rail in ('NEFT', 'RTGS', 'WIRE') then 4 * 3600
    when p_rail = 'SWIFT' then 3 * 86400
    when p_rail is not null then 86400 end;
$$;

-- Shows a payment with the rail that it is sent by, where its sender sees one: a provider that chooses the way itself may
-- take another one than the first of the account. Of a payment that is collected and paid out that is the payout's. Its price stays.
create or replace function show_rail(o rail_orders) returns void language sql as $$
  update transactions t set payment_rail = o.network, settlement_seconds = settlement_seconds(o.network), updated_at = service_now(),
    expected_settlement_at = service_now() + make_interval(secs => settlement_seconds(o.network)) from payments q
    where q.id = o.payment_id and t.id = q.transaction_id and t.payment_rail <> o.network
      and o.kind = case when 'PAY_OUT' = any (q.steps) then 'PAYOUT' else 'COLLECTION' end;
$$;

-- Keeps the request of an instruction, once, before it is first sent; the one that is kept. Null: the instruction has ended,
-- and nothing of it may leave any more.
create or replace function keep_rail_request(p_reference text, p_request jsonb) returns jsonb language plpgsql as $$
declare
  v_request jsonb;
  o rail_orders;
begin
  -- The payment's lock comes before those of its rows.
  perform 1 from payments where id = (select payment_id from rail_orders where reference = p_reference) for update;
  update rail_orders set request = coalesce(request, p_request), network = coalesce(network, p_request ->> 'network')
    where reference = p_reference and submitted_at is not null and instruction is not null returning * into o;
  if found then
    v_request := o.request;
    perform show_rail(o);
  else
    update deposit_returns set request = coalesce(request, p_request), network = coalesce(network, p_request ->> 'network')
      where reference = p_reference and state = 'SUBMITTED' returning request into v_request;
    if not found then
      update micro_entries set request = coalesce(request, p_request), network = coalesce(network, p_request ->> 'network')
        where reference = p_reference and state = 'SUBMITTED' returning request into v_request;
    end if;
  end if;
  return v_request;
end $$;

-- Notes what a provider calls an instruction, and the network's code of its failure, which may refuse its refund.
create or replace function note_rail_handle(p_reference text, p_handle text, p_code text, p_refund text default null)
returns void language plpgsql as $$
begin
  -- The payment's lock comes before those of its rows.
  perform 1 from payments where id = (select payment_id from rail_orders where reference = p_reference) for update;
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id, 'NETWORK_CODE', null, null, null,
    jsonb_build_object('code', p_code))
  from rail_orders o join payments q on q.id = o.payment_id
  where o.reference = p_reference and o.code is distinct from p_code and p_code is not null;
  update rail_orders set handle = coalesce(p_handle, handle), code = coalesce(p_code, code),
    is_refund_refused = case when p_code is null then is_refund_refused else p_refund is not distinct from 'REFUSED' end
    where reference = p_reference and (handle, code) is distinct from (coalesce(p_handle, handle), coalesce(p_code, code));
  update deposit_returns set handle = coalesce(p_handle, handle), code = coalesce(p_code, code)
    where reference = p_reference and (handle, code) is distinct from (coalesce(p_handle, handle), coalesce(p_code, code));
  update micro_entries set handle = coalesce(p_handle, handle), code = coalesce(p_code, code)
    where reference = p_reference and (handle, code) is distinct from (coalesce(p_handle, handle), coalesce(p_code, code));
end $$;

-- Shows the chain's transaction by which a payout has left.
create or replace function note_on_chain(p_reference text, p_on_chain jsonb) returns void language plpgsql as $$
begin
  -- The payment's lock comes before those of its rows.
  perform 1 from payments where id = (select payment_id from rail_orders where reference = p_reference) for update;
  update transactions t set destination = t.destination || jsonb_build_object('onChainTransaction', p_on_chain),
    updated_at = service_now()
  from rail_orders o join payments q on q.id = o.payment_id
  where o.reference = p_reference and o.kind = 'PAYOUT' and t.id = q.transaction_id
    and t.destination -> 'onChainTransaction' is distinct from p_on_chain;
end $$;

-- What is known of an instruction at a provider, as the port asks for it.
create or replace function known_at_rail(p_environment text, p_reference text) returns jsonb language sql stable as $$
  select jsonb_build_object('provider', o.provider, 'request', o.request, 'network', o.network, 'handle', o.handle,
      'since', o.submitted_at)
    from rail_orders o join payments q on q.id = o.payment_id
    where o.reference = p_reference and q.environment = p_environment
  union all
  select jsonb_build_object('provider', r.provider, 'request', r.request, 'network', r.network, 'handle', r.handle,
      'since', r.updated_at)
    from deposit_returns r where r.reference = p_reference and r.environment = p_environment
  union all
  select jsonb_build_object('provider', m.provider, 'request', m.request, 'network', m.network, 'handle', m.handle,
      'since', m.submitted_at)
    from micro_entries m where m.reference = p_reference and m.environment = p_environment;
$$;

-- What the rail is to be asked about an instruction now, decided under the payment's lock:
-- SUBMIT: it is to be carried out. It is recorded as submitted here, with its content: a crash
--   before the call must leave it as one that may have left.
-- STOP: it may have left and is to be stopped. Only the rail's final state ends it.
-- CONFIRM: an operator has recorded it as paid; the rail has not reported its final state.
-- FOLLOW: the payment or the refund is closed: its state is read, and nothing is submitted.
-- NONE: it has not left, and never will.
-- WAIT: it has not left, and payouts are paused, or who pays it or is paid is frozen. That is on the timeline, once for
--   each cause.
-- `isFirst`: nothing has been sent to the rail before. `isMoneyHeld`: what it would pay is held for it
--   or has been taken for it.
-- `p_routes`: by environment, for what has not left. An instruction without a route waits.
create or replace function prepare_rail_call(p_payment uuid, p_kind text, p_attempt integer default 1, p_routes jsonb default null)
returns jsonb language plpgsql as $$
declare
  payment payments;
  o rail_orders;
  v_last rail_orders;
  v_is_open boolean;
  v_is_stopped boolean;
  v_is_collection_returned boolean;
  v_action text;
  v_is_leaving boolean;
  v_hold text;
  v_instruction jsonb;
  v_provider text;
begin
  perform lock_against_freeze(payment_customer_ids(jsonb_build_object('paymentId', p_payment)));
  -- Without its row, as after a restore, nothing is to be answered: that would end the payment in the history of its run.
  select * into strict payment from payments where id = p_payment for update;
  select * into o from rail_orders where payment_id = p_payment and kind = p_kind and attempt = p_attempt;
  v_is_collection_returned := is_collection_returned(payment);
  v_instruction := coalesce(o.instruction, rail_instruction(payment, p_kind, p_attempt));
  if p_kind = 'REFUND' then
    v_last := last_refund(payment);
    v_is_open := coalesce(o.attempt = v_last.attempt and o.state in ('CREATED', 'SUBMITTED'), false);
    -- An earlier attempt is stopped before the next one leaves.
    v_is_stopped := o.stop_requested_at is not null or v_is_collection_returned or o.attempt < v_last.attempt;
    v_is_open := v_is_open or coalesce(o.attempt < v_last.attempt and v_last.state = 'CREATED', false);
  else
    v_is_open := payment.status = 'PROCESSING';
    v_is_stopped := payment.cancel_requested_at is not null
      or (p_kind = 'PAYOUT' and v_is_collection_returned)
      -- What may have left is followed; what has not is not pulled from who disputes it, or from an account that is not valid.
      or (p_kind = 'COLLECTION' and o.submitted_at is null and (is_pull_disputed(payment.source_external_id)
        or account_refusal(payment.source_external_id) is not null));
  end if;
  v_action := case
    when o.unconfirmed_since is not null then case when v_is_stopped then 'STOP' else 'CONFIRM' end
    when o.submitted_at is not null then
      case when not v_is_open then 'FOLLOW' when v_is_stopped then 'STOP' else 'SUBMIT' end
    when v_is_open and not v_is_stopped then 'SUBMIT'
    else 'NONE' end;
  v_is_leaving := v_action = 'SUBMIT' and o.submitted_at is null;
  if v_is_leaving then v_hold := rail_hold(payment, p_kind); end if;
  perform note_hold(payment, v_hold, p_kind);
  v_provider := case when v_is_leaving then rail_provider(payment, p_kind, v_instruction, p_routes) else o.provider end;
  if v_hold is not null or v_is_leaving and v_provider is null then
    return jsonb_build_object('action', 'WAIT', 'paymentId', p_payment);
  end if;
  if v_is_leaving then
    if v_provider = 'BANK' then v_instruction := v_instruction || bank_particulars(payment, p_kind); end if;
    -- Not where the rail has reported its end, or an operator has: the state stays then.
    if o.state is null or o.state = 'CREATED' then
      perform move_rail_order(payment, p_kind, p_attempt, 'SUBMITTED');
    end if;
    update rail_orders set instruction = v_instruction, submitted_at = coalesce(submitted_at, service_now()),
      provider = v_provider, deposit_id = v_instruction ->> 'deposit'
      where payment_id = p_payment and kind = p_kind and attempt = p_attempt;
    update payments set updated_at = service_now() where id = payment.id;
    if p_kind = 'PAYOUT' then
      perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'PAYOUT_SUBMITTED', null,
        'PAYOUT_RAIL', 'SETTLEMENT');
    end if;
  end if;
  return jsonb_build_object('action', v_action, 'paymentId', p_payment,
    'environment', payment.environment, 'kind', p_kind, 'attempt', p_attempt,
    'reference', v_instruction ->> 'reference', 'instruction', v_instruction,
    'isFirst', o.submitted_at is null, 'provider', coalesce(v_provider, 'RAIL'), 'request', o.request,
    'network', o.network, 'handle', o.handle, 'since', o.submitted_at,
    'isMoneyHeld', not v_is_collection_returned or p_kind = 'COLLECTION',
    'isCollectionReturned', v_is_collection_returned, 'isUnconfirmed', o.unconfirmed_since is not null);
end $$;

-- As `prepare_rail_call` of a payout. `closedAs` is null while the payment is open, or is to be confirmed by the rail; else
-- SETTLED: its settlement is booked, and stands;
-- TAKEN_BACK: its settlement was booked, and the payout came back or was reversed since;
-- FAILED: it has failed, and what came of the payout since is booked in suspense.
create or replace function prepare_payout(p_payment uuid, p_routes jsonb default null) returns jsonb language plpgsql as $$
declare
  v_call jsonb := prepare_rail_call(p_payment, 'PAYOUT', 1, p_routes);
  payment payments;
begin
  select * into payment from payments where id = p_payment;
  return v_call || jsonb_build_object('closedAs', case
    when v_call ->> 'action' in ('WAIT', 'STOP', 'CONFIRM') then null
    when payment.status = 'COMPLETED' then 'SETTLED'
    when payment.status = 'FAILED' then case when is_booked(payment, 'payout') then 'TAKEN_BACK' else 'FAILED' end
    end);
end $$;

-- An operator wants a payment, or its open refund, stopped: what has not left will not leave, and what
-- may have left is stopped at the rail. A payment that an operator has recorded as paid is stopped
-- too while the rail has not confirmed that. Nothing changes about what has ended.
create or replace function request_stop(p_payment uuid, p_is_refund boolean) returns void language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if p_is_refund then
    update rail_orders set stop_requested_at = service_now(), updated_at = service_now()
      where payment_id = p_payment and kind = 'REFUND' and attempt = (last_refund(payment)).attempt
      and stop_requested_at is null and (state in ('CREATED', 'SUBMITTED') or unconfirmed_since is not null);
  else
    update payments set cancel_requested_at = service_now(), updated_at = service_now()
      where id = p_payment and cancel_requested_at is null
      and (payment.status = 'PROCESSING' or is_unconfirmed(payment, 'PAYOUT', 'COLLECTION'));
  end if;
  if found and exists (select 1 from rail_orders where payment_id = p_payment and submitted_at is not null
      and (kind = 'REFUND') = p_is_refund and (state = 'SUBMITTED' or unconfirmed_since is not null)) then
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'STOP_REQUESTED', null,
      'PAYOUT_RAIL', 'RAIL_DECISION');
  end if;
end $$;

-- Settles a payment, or its open refund, that an operator reports as paid and the rail does not yet:
-- what may have left stays unconfirmed until the rail reports its final state. What has ended stays as
-- it is: a worker may have died between an end and the decision that came after it.
create or replace function settle_unconfirmed(p_payment uuid, p_is_refund boolean) returns text language plpgsql as $$
declare
  payment payments;
  v_open text[];
  v_status text;
begin
  select * into payment from payments where id = p_payment for update;
  if (p_is_refund and not is_refund_open(payment)) or (not p_is_refund and payment.status <> 'PROCESSING') then
    return status_or_refund(payment);
  end if;
  select coalesce(array_agg(reference), '{}') into v_open from rail_orders
    where payment_id = p_payment and state = 'SUBMITTED' and (kind = 'REFUND') = p_is_refund;
  v_status := case when p_is_refund then settle_refund(p_payment, true) else settle_payment(p_payment) end;
  update rail_orders set unconfirmed_since = service_now(), updated_at = service_now()
    where reference = any (v_open) and state = 'SETTLED';
  if found then
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'PAID_UNCONFIRMED', null,
      'PAYOUT_RAIL', 'CONFIRMATION');
  end if;
  return v_status;
end $$;

-- The rail has confirmed what an operator had recorded as paid.
create or replace function confirm_rail_order(p_payment uuid, p_kind text, p_attempt integer) returns void
language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  update rail_orders set unconfirmed_since = null, updated_at = service_now()
    where payment_id = p_payment and kind = p_kind and attempt = p_attempt and unconfirmed_since is not null;
  if found then
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'PAID_CONFIRMED', null, null, null);
  end if;
end $$;

-- Adds what a workflow says of an operator's decision to the timeline: DECIDED, or DECISION_REFUSED for
-- one that contradicts what the rail reports. The parameters name the call, which a lost workflow task repeats:
-- each has one row.
create or replace function record_decision(p_payment uuid, p_code text, p_parameters jsonb) returns void
language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if not exists (select 1 from timeline where subject = 'Transaction:' || payment.transaction_id
      and code = p_code and parameters = p_parameters) then
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, p_code, null, null, null, p_parameters);
  end if;
end $$;

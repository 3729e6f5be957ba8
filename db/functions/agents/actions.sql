-- An action as answers, lists and events show it: its row with its payment and transaction.
create or replace function agent_action_row(a agent_actions) returns jsonb language sql stable as $$
  select to_jsonb(a) - 'stamp' - 'stamp_key' || jsonb_build_object(
    'platform_customer_id', (select platform_customer_id from customers where id = a.customer_id),
    'payment', to_jsonb(p) - array['stamp', 'original_response', 'refusals', 'transfer_signature'],
    'transaction', to_jsonb(t))
  from payments p join transactions t on t.id = p.transaction_id where p.id = a.payment_id;
$$;

-- The key of a request without an Idempotency-Key: that of the same request of the last ten minutes,
-- unless the action of that one has failed.
create or replace function claim_agent_intent(p_agent uuid, p_hash bytea, p_key uuid) returns uuid language sql as $$
  insert into agent_intents as i (agent_id, intent_hash, key) values (p_agent, p_hash, p_key)
  on conflict (agent_id, intent_hash) do update set
    (key, created_at) = (select case when r.is_renewed then excluded.key else i.key end,
        case when r.is_renewed then service_now() else i.created_at end
      from (select i.created_at < service_now() - interval '10 minutes' or exists (select 1 from agent_actions
        where agent_id = p_agent and request_key = i.key::text and status = 'FAILED') as is_renewed) r)
  returning key;
$$;

-- Deletes requests without a key of more than an hour ago, longer than a repeat is recognized by them. In
-- shares: denied requests have one each. One that is being repeated is left out.
create or replace function purge_agent_intents() returns void language sql as $$
  delete from agent_intents where ctid = any (array(select ctid from agent_intents
    where created_at < (select service_now() - interval '1 hour')
    order by created_at limit 20000 for update skip locked));
$$;

-- Records that a request to create a payment was refused: a retry of this attempt gets the same again.
create or replace function record_refused_creation(p_payment uuid, p_attempt integer, p_code text) returns void
language sql as $$
  insert into rejected_executions as r (payment_id, attempt, refusals)
  values (p_payment, p_attempt + 1, jsonb_build_object(p_attempt::text, p_code))
  on conflict (payment_id) do update set attempt = greatest(r.attempt, excluded.attempt),
    refusals = r.refusals || excluded.refusals;
$$;

-- Writes an action and what it counts, and keeps the answer for its key. p is that of the request.
create or replace function insert_agent_action(p jsonb, payment payments, p_judgement jsonb, p_status text)
returns agent_actions language plpgsql as $$
declare
  a agent_actions;
  v_is_approved boolean := p_status = 'APPROVED';
begin
  insert into agent_actions (id, platform_id, environment, agent_id, customer_id, payment_id, type, status,
    policy_version, amount, currency, limit_amount, limit_currency, rate_numerator, rate_denominator, counted_day,
    count_state, request_key, stamp, stamp_key, decision, decided_at)
  values ((p ->> 'actionId')::uuid, payment.platform_id, payment.environment, payment.agent_id, payment.customer_id,
    payment.id, action_of_payment(payment) ->> 'type', p_status, (p_judgement ->> 'policyVersion')::integer,
    payment.sending_amount, payment.sending_currency, (p_judgement ->> 'limitAmount')::bigint,
    p_judgement ->> 'limitCurrency', p_judgement ->> 'rateNumerator', p_judgement ->> 'rateDenominator',
    (p_judgement ->> 'day')::date, case when v_is_approved then 'SPENT' else 'RESERVED' end, p ->> 'key',
    p ->> 'sealedStamp', p ->> 'publicKey', case when v_is_approved then 'AUTO' end,
    case when v_is_approved then service_now() end)
  returning * into a;
  update idempotency_keys set answer = agent_action_row(a)
    where platform_id = a.platform_id and operation = p ->> 'operation' and key = p ->> 'key';
  return a;
end $$;

-- Counts an action that has just been written: the last step of its transaction.
create or replace function count_agent_action(a agent_actions) returns void language sql as $$
  select change_agent_usage(a.agent_id, a.limit_currency, a.counted_day,
    case a.count_state when 'RESERVED' then a.limit_amount else 0 end,
    case a.count_state when 'SPENT' then a.limit_amount else 0 end, 1);
$$;

-- The synchronous step of a payment that an agent may execute by itself: judged, executed and counted in
-- one transaction. Refused with APPROVAL_REQUIRED where the policy wants a person to see it, or where it
-- waits for one already. p.agent is {agentId, actionId, operation, key, requestHash}.
create or replace function decide_agent_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  v_agent jsonb := p -> 'agent';
  a agent_actions;
  payment payments;
  v jsonb;
  v_claim text := 'NONE';
begin
  perform 1 from agents where id = (v_agent ->> 'agentId')::uuid for no key update;
  select * into a from agent_actions where id = (v_agent ->> 'actionId')::uuid;
  if found and a.decision is distinct from 'AUTO' then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'APPROVAL_REQUIRED');
  end if;
  if p -> 'immediateOrder' is null then
    v_claim := claim_idempotency_key((p ->> 'platformId')::uuid, v_agent ->> 'operation', v_agent ->> 'key',
      decode(v_agent ->> 'requestHash', 'hex'), (p ->> 'paymentId')::uuid);
    if v_claim = 'OTHER' then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST');
    end if;
    v := execute_payment(p - 'key');
    if v_claim = 'NEW' and v ->> 'outcome' = 'REFUSED' then
      perform release_idempotency_key(v_agent || jsonb_build_object('platformId', p ->> 'platformId'));
    end if;
  else
    v := create_and_execute_payment(p - 'key');
  end if;
  v := settle_at_once(v, (p ->> 'paymentId')::uuid);
  if v ->> 'outcome' = 'COMMITTED' and a.id is null then
    select * into payment from payments where id = (p ->> 'paymentId')::uuid;
    a := insert_agent_action(v_agent, payment, v -> 'judgement', 'APPROVED');
    perform count_agent_action(a);
  end if;
  if v ->> 'outcome' = 'COMMITTED' then
    v := v - 'judgement' || jsonb_build_object('action', coalesce((select answer from idempotency_keys
      where platform_id = a.platform_id and operation = v_agent ->> 'operation' and key = a.request_key),
      agent_action_row(a)));
  end if;
  return v;
end $$;

-- What `submit_agent_action` answers for an action that is written: the answer that a retry with its key
-- gets, the key, and until when it can be decided (null: for ever).
create or replace function submitted_agent_action(a agent_actions) returns jsonb language sql stable as $$
  select jsonb_build_object('outcome', 'COMMITTED', 'status', a.status, 'requestKey', a.request_key,
    'paymentId', a.payment_id, 'expiresAt', case when isfinite(p.expires_at) then p.expires_at end,
    'action', agent_action_row(a))
  from payments p where p.id = a.payment_id;
$$;

-- Refuses a submission: of a quote like an execution, of a transfer like its creation.
create or replace function refuse_submission(p jsonb, payment payments, p_code text) returns jsonb language plpgsql as $$
begin
  if payment.id is not null then
    return refuse_execution(payment, (p ->> 'attempt')::integer, p_code, null, false);
  end if;
  perform record_refused_creation((p ->> 'paymentId')::uuid, (p ->> 'attempt')::integer, p_code);
  return jsonb_build_object('outcome', 'REFUSED', 'code', p_code);
end $$;

-- Why a quote can't be submitted for approval; null: it can.
create or replace function unsubmittable(payment payments, p jsonb) returns text language sql stable as $$
  select case when payment.refusals ? (p ->> 'attempt') then payment.refusals ->> (p ->> 'attempt')
    when payment.status = 'EXPIRED' then 'QUOTE_EXPIRED'
    when payment.status <> 'PENDING' or payment.attempt <> (p ->> 'attempt')::integer
      or payment.source_type = 'REALTIME_FUNDING' or payment.agent_id is distinct from (p ->> 'agentId')::uuid
      or exists (select 1 from agent_actions where payment_id = payment.id and status = 'PENDING_APPROVAL')
      then 'CONFLICT' end;
$$;

-- The synchronous step of agentAction: an action that a person has to approve is recorded and its amount
-- reserved. COMMITTED (by this call, or earlier by the same request) or REFUSED; AUTO where the policy
-- needs no approval. p is {actionId, agentId, platformId, paymentId, attempt, operation, key,
-- requestHash, order? (of a transfer), stampId?, publicKey?}; without a key it finds its row only.
create or replace function submit_agent_action(p jsonb) returns jsonb language plpgsql as $$
declare
  a agent_actions;
  payment payments;
  v_judgement jsonb;
  v_code text;
  v_claim text := 'NONE';
  v_order jsonb := p -> 'order';
  v_stamp text;
begin
  perform 1 from agents where id = (p ->> 'agentId')::uuid for no key update;
  -- Whatever becomes of the submission, its stamp is taken away.
  delete from submitted_stamps where id = (p ->> 'stampId')::uuid returning stamp into v_stamp;
  select * into a from agent_actions where id = (p ->> 'actionId')::uuid;
  if found then return submitted_agent_action(a); end if;
  if p ->> 'key' is null then return jsonb_build_object('outcome', 'REFUSED', 'code', 'REFERENCE_NOT_FOUND'); end if;
  if v_order is null then
    v_claim := claim_idempotency_key((p ->> 'platformId')::uuid, p ->> 'operation', p ->> 'key',
      decode(p ->> 'requestHash', 'hex'), (p ->> 'paymentId')::uuid);
    if v_claim = 'OTHER' then return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST'); end if;
    select * into payment from payments
      where id = (p ->> 'paymentId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
    if payment.status = 'PENDING' and payment.expires_at <= service_now() then
      perform expire_payment(payment.id);
      select * into payment from payments where id = payment.id;
    end if;
    v_code := unsubmittable(payment, p);
  else
    -- As create_and_execute_payment: serializes the attempts, and finds what is recorded of this one.
    perform lock_creation((p ->> 'paymentId')::uuid);
    select refusals ->> (p ->> 'attempt') into v_code from rejected_executions where payment_id = (p ->> 'paymentId')::uuid;
    v_code := case when exists (select 1 from payments where id = (p ->> 'paymentId')::uuid) then 'DUPLICATE_PAY_REQUEST'
      when v_code is not null then v_code
      when (v_order ->> 'expiresAt')::timestamptz <= service_now() then 'QUOTE_EXPIRED' end;
  end if;
  if v_code is null then
    v_judgement := judge_now((p ->> 'agentId')::uuid,
      case when v_order is null then action_of_payment(payment) else action_of_order(v_order) end);
    v_code := case v_judgement ->> 'decision' when 'ALLOW' then 'AUTO' when 'DENY' then v_judgement ->> 'code' end;
  end if;
  if v_code is null and p ->> 'stampId' is not null and v_stamp is null then
    -- It came too late: the clean-up had it.
    v_code := 'WALLET_SIGNATURE_MISSING';
  end if;
  if v_code is null and v_order is not null then
    -- A transfer has no price that runs out: it waits until somebody decides.
    v_code := create_payment(v_order || '{"expiresAt": "infinity"}') ->> 'refused';
    select * into payment from payments where id = (p ->> 'paymentId')::uuid;
  end if;
  if v_code is not null then
    if v_claim = 'NEW' then
      perform release_idempotency_key(p);
    end if;
    return refuse_submission(p, payment, v_code) || jsonb_strip_nulls(jsonb_build_object('judgement', v_judgement));
  end if;
  a := insert_agent_action(p || jsonb_build_object('sealedStamp', v_stamp), payment, v_judgement, 'PENDING_APPROVAL');
  perform add_timeline(a.platform_id, 'Transaction:' || payment.transaction_id, 'SUBMITTED_BY_AGENT', null, 'PLATFORM',
    'AGENT_APPROVAL');
  perform emit_event(a.platform_id, 'AGENT_ACTION.PENDING_APPROVAL', 'AgentAction:' || a.id, agent_action_row(a));
  perform count_agent_action(a);
  return submitted_agent_action(a);
end $$;

-- A transfer's order as the judge takes it.
create or replace function action_of_order(p_order jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('type', p_order -> 'kind', 'source', p_order #> '{source,accountId}',
    'destination', p_order #> '{destination,accountId}', 'amount', (p_order ->> 'sendingAmount')::bigint,
    'currency', p_order -> 'sendingCurrency');
$$;

-- An action as answers, lists and events show it: its row with its transaction and, of its payment, what a
-- quote shows.
create or replace function agent_action_row(a agent_actions) returns jsonb language sql stable as $$
  select to_jsonb(a) - array['stamp', 'stamp_key'] || jsonb_build_object('platform_customer_id', c.platform_customer_id,
    'payment', shown_payment(p), 'transaction', to_jsonb(t))
  from payments p join transactions t on t.id = p.transaction_id join customers c on c.id = a.customer_id
  where p.id = a.payment_id;
$$;

-- The columns of a payment that contract/present/ reads (PaymentRow).
create or replace function shown_payment(p payments) returns jsonb language sql immutable as $$
  select jsonb_build_object('id', p.id, 'environment', p.environment, 'status', p.status,
    'transaction_id', p.transaction_id, 'source_account_id', p.source_account_id,
    'destination_account_id', p.destination_account_id, 'destination_internal_id', p.destination_internal_id,
    'source', p.source, 'destination', p.destination, 'payment_instructions', p.payment_instructions,
    'payment_rail', p.payment_rail, 'sending_currency', p.sending_currency,
    'receiving_currency', p.receiving_currency, 'sending_amount', p.sending_amount,
    'receiving_amount', p.receiving_amount, 'service_fee', p.service_fee, 'platform_fee', p.platform_fee,
    'exchange_rate', p.exchange_rate, 'payload_to_sign', p.payload_to_sign, 'expires_at', p.expires_at,
    'created_at', p.created_at);
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

-- Writes an action and what it counts: reserved until its payment is executed, then spent. p is that of the request.
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
    (p_judgement ->> 'day')::date, case when payment.executed_at is null then 'RESERVED' else 'SPENT' end, p ->> 'key',
    p ->> 'sealedStamp', p ->> 'publicKey', case when v_is_approved then 'AUTO' end,
    case when v_is_approved then service_now() end)
  returning * into a;
  return a;
end $$;

-- Keeps the answer that a retry with the request's key gets, and returns it.
create or replace function keep_agent_answer(p_operation text, a agent_actions) returns jsonb language plpgsql as $$
declare v_answer jsonb := agent_action_row(a);
begin
  update idempotency_keys set answer = v_answer, kind = 'AGENT_ACTION'
    where platform_id = a.platform_id and operation = p_operation and key = a.request_key;
  return v_answer;
end $$;

-- Counts an action that has just been written: the last step of its transaction.
create or replace function count_agent_action(a agent_actions) returns void language sql as $$
  select change_agent_usage(a.agent_id, a.limit_currency, a.counted_day,
    case a.count_state when 'RESERVED' then a.limit_amount else 0 end,
    case a.count_state when 'SPENT' then a.limit_amount else 0 end, 1);
$$;

-- Decides about a payment that an agent may execute by itself: judged, executed and counted in
-- one transaction. Refused with APPROVAL_REQUIRED where the policy wants a person to see it, or where it
-- waits for one already. p.agent is {agentId, actionId, operation, key, requestHash}.
create or replace function decide_agent_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  v_agent jsonb := p -> 'agent';
  a agent_actions;
  payment payments;
  v jsonb;
  v_answer jsonb;
  v_claim text := 'NONE';
begin
  perform lock_agent((v_agent ->> 'agentId')::uuid);
  perform lock_payment_customers(p);
  select * into a from agent_actions where id = (v_agent ->> 'actionId')::uuid;
  if found and a.decision is distinct from 'AUTO' then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'APPROVAL_REQUIRED');
  end if;
  if p -> 'immediateOrder' is null then
    v_claim := claim_idempotency_key((p ->> 'platformId')::uuid, v_agent ->> 'operation', v_agent ->> 'key',
      decode(v_agent ->> 'requestHash', 'hex'), (p ->> 'paymentId')::uuid, 'AGENT_ACTION');
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
  if v ->> 'outcome' = 'REFUSED' then return v; end if;
  if a.id is null then
    select * into payment from payments where id = (p ->> 'paymentId')::uuid;
    a := insert_agent_action(v_agent, payment, v -> 'judgement', 'APPROVED');
    v_answer := keep_agent_answer(v_agent ->> 'operation', a);
    perform count_agent_action(a);
  else
    v_answer := coalesce((select answer from idempotency_keys where platform_id = a.platform_id
      and operation = v_agent ->> 'operation' and key = a.request_key), agent_action_row(a));
  end if;
  -- The payment is part of the action.
  return v - array['judgement', 'payment'] || jsonb_build_object('action', v_answer);
end $$;

-- An action as the platform reads it: with the agent's name and when it ends without a decision.
create or replace function reviewed_action_row(a agent_actions) returns jsonb language sql stable as $$
  select agent_action_row(a) || jsonb_build_object('agent_name', g.name,
    'expires_at', case when a.status = 'PENDING_APPROVAL' and isfinite(p.expires_at) then p.expires_at end)
  from agents g, payments p where g.id = a.agent_id and p.id = a.payment_id;
$$;

-- What an approval of a pending action would be judged by now; null for one that is decided.
create or replace function judgement_of_pending(a agent_actions) returns jsonb language sql stable as $$
  select judge_now(a.agent_id, action_of_payment(p), null, a.id) from payments p
  where p.id = a.payment_id and a.status = 'PENDING_APPROVAL';
$$;

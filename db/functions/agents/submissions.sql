-- What `submit_agent_action` answers for an action that is written: the answer that a retry with its key
-- gets, and the key.
create or replace function submitted_agent_action(a agent_actions, p_row jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('outcome', 'COMMITTED', 'status', a.status, 'requestKey', a.request_key,
    'paymentId', a.payment_id, 'action', p_row);
$$;

-- Why a quote can't be submitted for approval; null if it can.
create or replace function submission_refusal(payment payments, p jsonb) returns text language sql stable as $$
  select case when payment.status = 'EXPIRED' then 'QUOTE_EXPIRED'
    when payment.status is distinct from 'PENDING' or payment.source_type = 'REALTIME_FUNDING'
      or payment.agent_id is distinct from (p ->> 'agentId')::uuid
      or exists (select 1 from agent_actions where payment_id = payment.id and status = 'PENDING_APPROVAL')
      then 'CONFLICT'
    else coalesce(payer_refusal(payment), case when is_payee_frozen(payment.destination_account_id) then 'CONFLICT' end,
      account_refusal(payment.source_external_id, payment.destination_account_id)) end;
$$;

-- Why an order can't be submitted for approval while something of it is frozen; null if it can.
create or replace function frozen_order_refusal(p jsonb) returns text language sql stable as $$
  select case when is_frozen((p ->> 'customerId')::uuid) then 'USER_NOT_READY'
    when is_frozen((p ->> 'sourceAccountId')::uuid, (p ->> 'sourceExternalId')::uuid)
      or is_payee_frozen((p ->> 'sourceExternalId')::uuid)
      or is_payee_frozen((p ->> 'destinationAccountId')::uuid) then 'CONFLICT' end;
$$;

-- Locks a quote that an agent submits, and expires it where its time is over.
create or replace function lock_submitted_quote(p_payment uuid, p_platform uuid) returns payments language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment and platform_id = p_platform for update;
  if payment.status = 'PENDING' and payment.expires_at <= service_now() then
    perform expire_payment(payment.id);
    select * into payment from payments where id = payment.id;
  end if;
  return payment;
end $$;

-- Records a submission that nothing speaks against: the action, what it reserves and, where a person has to approve it,
-- its event and its workflow.
create or replace function record_submission(p jsonb, payment payments, p_judgement jsonb) returns jsonb
language plpgsql as $$
declare
  a agent_actions;
  v_answer jsonb;
begin
  a := insert_agent_action(p, payment, p_judgement,
    case p_judgement ->> 'decision' when 'ALLOW' then 'APPROVED' else 'PENDING_APPROVAL' end);
  v_answer := keep_agent_answer(p ->> 'operation', a);
  if a.status = 'APPROVED' then
    perform count_agent_action(a);
    return submitted_agent_action(a, v_answer);
  end if;
  perform add_timeline(a.platform_id, 'Transaction:' || payment.transaction_id, 'SUBMITTED_BY_AGENT', null, 'PLATFORM',
    'AGENT_APPROVAL');
  perform emit_event(a.platform_id, 'AGENT_ACTION.PENDING_APPROVAL', 'AgentAction:' || a.id, v_answer);
  perform count_agent_action(a);
  return with_start(submitted_agent_action(a, v_answer), start_later(open_agent_action(a)));
end $$;

-- Submits what a person has to approve: the action is recorded and its amount reserved. COMMITTED (by this call, or
-- earlier by the same request: isReplay), with the start of its workflow, or REFUSED, which leaves nothing of the request
-- behind; AUTO where the policy needs no approval. A quote that a deposit pays is submitted whatever the policy says: there
-- is nothing to execute before the deposit, so without approval it is APPROVED, and its amount stays reserved until then.
-- p is {actionId, agentId, platformId, paymentId, operation, key, requestHash, decideBefore?, order? (of a payment that is
-- made with its action), sealedStamp?, publicKey?}.
create or replace function submit_agent_action(p jsonb) returns jsonb language plpgsql as $$
declare
  a agent_actions;
  payment payments;
  v_judgement jsonb;
  v_code text;
  v_claim text := 'NONE';
  v_order jsonb := p -> 'order';
  v_is_awaited boolean := coalesce(v_order ->> 'sourceType' = 'REALTIME_FUNDING', false);
begin
  perform lock_agent((p ->> 'agentId')::uuid);
  if v_order is not null then perform lock_creation((p ->> 'paymentId')::uuid); end if;
  select * into a from agent_actions where id = (p ->> 'actionId')::uuid;
  if found then
    return submitted_agent_action(a, coalesce((select answer from idempotency_keys where platform_id = a.platform_id
      and operation = p ->> 'operation' and key = a.request_key), agent_action_row(a))) || '{"isReplay": true}';
  end if;
  if is_fenced(p) then return '{"outcome": "REFUSED", "code": "SERVICE_UNAVAILABLE"}'; end if;
  if v_order is null then
    v_claim := claim_idempotency_key((p ->> 'platformId')::uuid, p ->> 'operation', p ->> 'key',
      decode(p ->> 'requestHash', 'hex'), (p ->> 'paymentId')::uuid, 'AGENT_ACTION');
    if v_claim = 'OTHER' then return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST'); end if;
    payment := lock_submitted_quote((p ->> 'paymentId')::uuid, (p ->> 'platformId')::uuid);
    v_code := submission_refusal(payment, p);
  elsif exists (select 1 from payments where id = (p ->> 'paymentId')::uuid) then
    v_code := 'DUPLICATE_PAY_REQUEST';
  else
    v_code := frozen_order_refusal(v_order);
  end if;
  if v_code is null then
    v_judgement := judge_now((p ->> 'agentId')::uuid,
      case when v_order is null then action_of_payment(payment) else action_of_order(v_order) end);
    v_code := case when v_judgement ->> 'decision' = 'DENY' then v_judgement ->> 'code'
      when v_judgement ->> 'decision' = 'ALLOW' and not v_is_awaited then 'AUTO' end;
  end if;
  if v_code is null and v_order is not null then
    -- A transfer has no price that runs out: it waits until a person decides.
    v_code := create_payment(v_order || jsonb_build_object('codeKey', p -> 'codeKey') || case
      when v_order ->> 'kind' <> 'QUOTE' then '{"expiresAt": "infinity"}'
      when v_judgement ->> 'decision' = 'APPROVAL_REQUIRED' then '{"awaitsApproval": true}' else '{}' end::jsonb) ->> 'refused';
    select * into payment from payments where id = (p ->> 'paymentId')::uuid;
  end if;
  if v_code is not null then
    if v_claim = 'NEW' then
      perform release_idempotency_key(p);
    end if;
    return jsonb_strip_nulls(jsonb_build_object('outcome', 'REFUSED', 'code', v_code, 'judgement', v_judgement));
  end if;
  return record_submission(p, payment, v_judgement);
end $$;

-- A pending action as its workflow begins with it; null if there is none of that id.
create or replace function follow_agent_action(p_action uuid) returns jsonb language sql stable as $$
  select submitted_agent_action(a, agent_action_row(a)) || jsonb_build_object('secondsLeft',
    case when isfinite(p.expires_at) then extract(epoch from p.expires_at - service_now()) end)
  from agent_actions a join payments p on p.id = a.payment_id where a.id = p_action;
$$;

-- What has become of a submission whose answer was lost: as submit_agent_action answers, or NONE with whether it can
-- still be made. As find_payment_decision it takes the locks and writes.
create or replace function find_submitted_action(p jsonb) returns jsonb language plpgsql as $$
declare a agent_actions;
begin
  perform lock_agent((p ->> 'agentId')::uuid);
  perform pg_logical_emit_message(true, 'decision', '');
  select * into a from agent_actions where id = (p ->> 'actionId')::uuid;
  if not found then return not_decided(p); end if;
  return submitted_agent_action(a, coalesce((select answer from idempotency_keys where platform_id = a.platform_id
    and operation = p ->> 'operation' and key = a.request_key), agent_action_row(a)));
end $$;

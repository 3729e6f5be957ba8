-- What `submit_agent_action` answers for an action that is written: the answer that a retry with its key
-- gets, the key, and until when it can be decided (null: for ever).
create or replace function submitted_agent_action(a agent_actions, p_row jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('outcome', 'COMMITTED', 'status', a.status, 'requestKey', a.request_key,
    'paymentId', a.payment_id, 'expiresAt', nullif(p_row #>> '{payment,expires_at}', 'infinity'), 'action', p_row);
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
create or replace function unsubmittable_quote(payment payments, p jsonb) returns text language sql stable as $$
  select case when payment.refusals ? (p ->> 'attempt') then payment.refusals ->> (p ->> 'attempt')
    when payment.status = 'EXPIRED' then 'QUOTE_EXPIRED'
    when payment.status <> 'PENDING' or payment.attempt <> (p ->> 'attempt')::integer
      or payment.source_type = 'REALTIME_FUNDING' or payment.agent_id is distinct from (p ->> 'agentId')::uuid
      or exists (select 1 from agent_actions where payment_id = payment.id and status = 'PENDING_APPROVAL')
      then 'CONFLICT' end;
$$;

-- The same of a transfer, whose payment does not exist yet. As create_and_execute_payment it serializes the
-- attempts, and finds what is recorded of this one.
create or replace function unsubmittable_transfer(p jsonb) returns text language plpgsql as $$
declare
  v_payment uuid := (p ->> 'paymentId')::uuid;
  v_code text;
begin
  perform lock_creation(v_payment);
  if exists (select 1 from payments where id = v_payment) then return 'DUPLICATE_PAY_REQUEST'; end if;
  select refusals ->> (p ->> 'attempt') into v_code from rejected_executions where payment_id = v_payment;
  return coalesce(v_code,
    case when (p #>> '{order,expiresAt}')::timestamptz <= service_now() then 'QUOTE_EXPIRED' end);
end $$;

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

-- Records a submission that nothing speaks against: the action, its event, and what it reserves.
create or replace function record_submission(p jsonb, payment payments, p_judgement jsonb) returns jsonb
language plpgsql as $$
declare
  a agent_actions;
  v_answer jsonb;
begin
  a := insert_agent_action(p, payment, p_judgement, 'PENDING_APPROVAL');
  v_answer := keep_agent_answer(p ->> 'operation', a);
  perform add_timeline(a.platform_id, 'Transaction:' || payment.transaction_id, 'SUBMITTED_BY_AGENT', null, 'PLATFORM',
    'AGENT_APPROVAL');
  perform emit_event(a.platform_id, 'AGENT_ACTION.PENDING_APPROVAL', 'AgentAction:' || a.id, v_answer);
  perform count_agent_action(a);
  return submitted_agent_action(a, v_answer);
end $$;

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
  perform lock_agent((p ->> 'agentId')::uuid);
  -- Whatever becomes of the submission, its stamp is taken away.
  delete from submitted_stamps where id = (p ->> 'stampId')::uuid returning stamp into v_stamp;
  select * into a from agent_actions where id = (p ->> 'actionId')::uuid;
  if found then return submitted_agent_action(a, agent_action_row(a)); end if;
  if p ->> 'key' is null then return jsonb_build_object('outcome', 'REFUSED', 'code', 'REFERENCE_NOT_FOUND'); end if;
  if v_order is null then
    v_claim := claim_idempotency_key((p ->> 'platformId')::uuid, p ->> 'operation', p ->> 'key',
      decode(p ->> 'requestHash', 'hex'), (p ->> 'paymentId')::uuid);
    if v_claim = 'OTHER' then return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST'); end if;
    payment := lock_submitted_quote((p ->> 'paymentId')::uuid, (p ->> 'platformId')::uuid);
    v_code := unsubmittable_quote(payment, p);
  else
    v_code := unsubmittable_transfer(p);
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
  return record_submission(p || jsonb_build_object('sealedStamp', v_stamp), payment, v_judgement);
end $$;

-- A transfer's order as the judge takes it.
create or replace function action_of_order(p_order jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('type', p_order -> 'kind', 'source', p_order #> '{source,accountId}',
    'destination', p_order #> '{destination,accountId}', 'amount', (p_order ->> 'sendingAmount')::bigint,
    'currency', p_order -> 'sendingCurrency');
$$;

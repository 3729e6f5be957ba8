-- Has the workflow of an action signalled that it is decided, by whatever way the decision came.
create or replace function signal_agent_action(a agent_actions) returns void language sql as $$
  select signal_later(a.platform_id, 'AGENT_ACTION', a.id, 'decided',
    jsonb_build_object('status', a.status, 'decision', a.decision));
$$;

-- Closes a pending action, whose payment the caller has locked; what it reserves is released afterwards,
-- by release_agent_action.
create or replace function close_agent_action(p_action uuid, p_status text, p_decision text, p_by text, p_reason text)
returns void language plpgsql as $$
declare a agent_actions;
begin
  update agent_actions set status = p_status, decision = p_decision, decided_by = p_by, decided_at = service_now(),
    reason = p_reason, stamp = null, updated_at = service_now()
  where id = p_action and status = 'PENDING_APPROVAL' returning * into a;
  if not found then return; end if;
  perform signal_agent_action(a);
  perform add_timeline(a.platform_id, 'Transaction:' || p.transaction_id,
    case p_status when 'REJECTED' then 'REJECTED' else 'APPROVAL_FAILED' end, null,
    case when p_status = 'FAILED' and p.status = 'PENDING' and is_executed_by_call(p) then 'CUSTOMER' end,
    case when p_status = 'FAILED' and p.status = 'PENDING' and is_executed_by_call(p) then 'ANOTHER_EXECUTE_CALL' end,
    jsonb_strip_nulls(jsonb_build_object('by', coalesce(p_by, 'time'), 'reason', p_reason)))
  from payments p where p.id = a.payment_id;
end $$;

-- An action ends with its payment: the quote has expired, or an account of it was deleted. One that waits for approval
-- fails; of one that waited for its deposit what it reserves is released.
create or replace function expire_agent_action(payment payments) returns void language plpgsql as $$
declare v_action uuid;
begin
  if payment.agent_id is null then return; end if;
  select id into v_action from agent_actions where payment_id = payment.id and status = 'PENDING_APPROVAL';
  if found then
    perform close_agent_action(v_action, 'FAILED', 'EXPIRED', null,
      case payment.kind when 'QUOTE' then 'QUOTE_EXPIRED' else 'ACCOUNT_INVALID' end);
  end if;
  perform release_agent_action(payment);
end $$;

-- The failure reason of a transfer whose approval did not hold.
create or replace function failure_of_action(p_reason text) returns text language sql immutable as $$
  select case when p_reason like '%LIMIT%' then 'LIMIT_EXCEEDED' when p_reason in ('ALLOWED_ACCOUNTS', 'ACCOUNT_INVALID')
    then 'ACCOUNT_INVALID' else 'QUOTE_EXECUTION_FAILED' end;
$$;

-- The first rule that denies.
create or replace function denying_rule(p_judgement jsonb) returns text language sql immutable as $$
  select r ->> 'rule' from jsonb_array_elements(p_judgement -> 'rules') r where r ->> 'decision' = 'DENY' limit 1;
$$;

-- What `decide_agent_action` answers about an action that is decided: by this decision (isMine), or another one before.
create or replace function decided_agent_action(p jsonb, p_start jsonb default null) returns jsonb language sql stable as $$
  select with_start(jsonb_build_object('outcome', 'COMMITTED', 'action', agent_action_row(a),
    'isMine', (a.decision, a.decided_by) is not distinct from (p ->> 'decision', p ->> 'by')), p_start)
  from agent_actions a where a.id = (p ->> 'actionId')::uuid;
$$;

-- Whether a call executes the payment, and can do so again: a quote that no deposit pays.
create or replace function is_executed_by_call(payment payments) returns boolean language sql immutable as $$
  select payment.kind = 'QUOTE' and payment.source_type <> 'REALTIME_FUNDING';
$$;

-- Notes an approval on the timeline of its payment, which is executed, or now waits for its deposit.
create or replace function note_approval(payment payments, p_by jsonb) returns void language plpgsql as $$
declare v_subject text := 'Transaction:' || payment.transaction_id;
begin
  if payment.source_type = 'REALTIME_FUNDING' then
    perform add_timeline(payment.platform_id, v_subject, 'APPROVED', null, 'CUSTOMER', 'FUNDS', p_by);
  else
    perform add_timeline_remark(payment.platform_id, v_subject, 'APPROVED', p_by);
  end if;
end $$;

-- Ends an action whose approval does not hold. The caller has locked its payment.
create or replace function fail_approval(p_action uuid, payment payments, p_by text, p_reason text) returns void
language plpgsql as $$
begin
  perform close_agent_action(p_action, 'FAILED', 'APPROVE', p_by, p_reason);
  if is_executed_by_call(payment) then
    -- Submitted again, by another request, it has another action.
    perform release_agent_action(payment);
  else
    perform record_failure(payment, failure_of_action(p_reason));
  end if;
end $$;

-- Locks what a decision about an action changes; its payment.
create or replace function lock_decided_action(p jsonb) returns payments language plpgsql as $$
declare
  a agent_actions;
  payment payments;
begin
  select * into a from agent_actions where id = (p ->> 'actionId')::uuid;
  -- Of an approval alone: it counts anew.
  if p ->> 'decision' = 'APPROVE' then
    perform lock_agent(a.agent_id);
    perform lock_payment_customers(jsonb_build_object('paymentId', a.payment_id));
  end if;
  select * into payment from payments where id = a.payment_id for update;
  return payment;
end $$;

-- The decision of a person about an action, once. An approval is judged again, by the policy in
-- force now, and executed with the stamp that the action has kept, which stays encrypted, or announced where a deposit pays
-- it: what no longer holds is FAILED with its reason. COMMITTED (by this call, an earlier one, or time), with the start of the payment that goes on;
-- REFUSED after its fence. p is {actionId, decision (APPROVE | REJECT), by, reason?, codeKey?, decideBefore?}.
create or replace function decide_agent_action(p jsonb) returns jsonb language plpgsql as $$
declare
  a agent_actions;
  payment payments;
  v_id uuid := (p ->> 'actionId')::uuid;
  v_judgement jsonb;
  v jsonb := '{}'::jsonb;
  v_reason text;
begin
  payment := lock_decided_action(p);
  if payment.status = 'PENDING' and payment.expires_at <= service_now() then
    perform expire_payment(payment.id);
  end if;
  select * into a from agent_actions where id = v_id;
  if a.status <> 'PENDING_APPROVAL' then return decided_agent_action(p); end if;
  if is_fenced(p) then return '{"outcome": "REFUSED", "code": "SERVICE_UNAVAILABLE"}'; end if;
  if p ->> 'decision' = 'REJECT' then
    perform close_agent_action(v_id, 'REJECTED', 'REJECT', p ->> 'by', p ->> 'reason');
    perform record_failure(payment, 'COMPLIANCE_REJECTED');
    return decided_agent_action(p);
  end if;
  v_judgement := judge_now(a.agent_id, action_of_payment(payment), null, v_id);
  if v_judgement ->> 'decision' = 'DENY' then
    v_reason := denying_rule(v_judgement);
  elsif payment.source_type = 'REALTIME_FUNDING' then
    v_reason := announcement_refusal(payment);
  else
    v := execute_payment(jsonb_strip_nulls(jsonb_build_object('platformId', a.platform_id, 'paymentId', payment.id,
      'operation', 'approveAgentAction', 'publicKey', a.stamp_key, 'sealedStamp', a.stamp, 'stampBoundTo', v_id,
      'approvedAction', v_id, 'codeKey', p -> 'codeKey')));
    if v ->> 'outcome' = 'REFUSED' then v_reason := v ->> 'code'; end if;
  end if;
  if v_reason is not null then
    -- The reason is of this version, not of the one that had accepted it.
    update agent_actions set policy_version = (v_judgement ->> 'policyVersion')::integer where id = v_id;
    perform fail_approval(v_id, payment, p ->> 'by', v_reason);
    return decided_agent_action(p);
  end if;
  v := settle_at_once(v, payment.id);
  perform note_approval(payment, jsonb_strip_nulls(jsonb_build_object('by', p ->> 'by', 'reason', p ->> 'reason')));
  if payment.source_type = 'REALTIME_FUNDING' then perform announce_payment(payment, p ->> 'codeKey'); end if;
  perform approve_agent_action(a, p ->> 'by', v_judgement);
  return decided_agent_action(p, case when v -> 'steps' <> '[]' then start_later(start_row('PAYMENT', payment.id)) end);
end $$;

-- What has become of a decision whose answer was lost: as decide_agent_action answers, or NONE with whether it can
-- still be made. As find_payment_decision it takes the locks and writes.
create or replace function find_action_decision(p jsonb) returns jsonb language plpgsql as $$
begin
  perform lock_decided_action(p);
  perform pg_logical_emit_message(true, 'decision', '');
  if exists (select 1 from agent_actions where id = (p ->> 'actionId')::uuid and status = 'PENDING_APPROVAL') then
    return not_decided(p);
  end if;
  return decided_agent_action(p);
end $$;

-- Records an approval, and counts the action by the judgement that it was approved with.
create or replace function approve_agent_action(a agent_actions, p_by text, p_judgement jsonb) returns void language plpgsql as $$
begin
  update agent_actions set status = 'APPROVED', decision = 'APPROVE', decided_by = p_by, decided_at = service_now(),
    stamp = null, updated_at = service_now()
  where id = a.id returning * into a;
  perform signal_agent_action(a);
  perform recount_agent_action(a.id, p_judgement, case when exists (select 1 from payments
    where id = a.payment_id and executed_at is not null) then 'SPENT' else 'RESERVED' end);
end $$;

-- Counts what an action has reserved on the day of a later judgement instead: an approval, or the deposit that pays it.
create or replace function recount_agent_action(p_action uuid, p_judgement jsonb, p_state text) returns void language plpgsql as $$
declare
  a agent_actions;
  v_old record;
  v_reserved bigint;
begin
  -- A change of the limits' currency may have restated it.
  select limit_amount, limit_currency, counted_day into v_old from agent_actions where id = p_action for update;
  update agent_actions set count_state = p_state, counted_day = (p_judgement ->> 'day')::date,
    policy_version = (p_judgement ->> 'policyVersion')::integer, limit_amount = (p_judgement ->> 'limitAmount')::bigint,
    limit_currency = p_judgement ->> 'limitCurrency', rate_numerator = p_judgement ->> 'rateNumerator',
    rate_denominator = p_judgement ->> 'rateDenominator', updated_at = service_now()
  where id = p_action returning * into a;
  v_reserved := case p_state when 'RESERVED' then a.limit_amount else 0 end;
  if (v_old.limit_currency, v_old.counted_day) = (a.limit_currency, a.counted_day) then
    perform change_agent_usage(a.agent_id, a.limit_currency, a.counted_day, v_reserved - v_old.limit_amount,
      a.limit_amount - v_reserved, 0);
    return;
  end if;
  perform lock_agent_usage(array[a.agent_id], array[v_old.counted_day, a.counted_day]);
  perform change_agent_usage(a.agent_id, v_old.limit_currency, v_old.counted_day, -v_old.limit_amount, 0, -1);
  perform change_agent_usage(a.agent_id, a.limit_currency, a.counted_day, v_reserved, a.limit_amount - v_reserved, 1);
end $$;

-- The action of a payment that waits for its deposit; null: no agent has made it.
create or replace function awaited_action(payment payments) returns agent_actions language sql stable as $$
  select a from agent_actions a where a.payment_id = payment.id and a.status = 'APPROVED' and a.count_state = 'RESERVED';
$$;

-- Counts the action of a payment whose deposit has executed it as spent: the last step of the execution. A deposit of
-- another amount is refunded, and has released it already.
create or replace function spend_awaited_action(p_payment uuid, p_judgement jsonb) returns void language plpgsql as $$
declare
  payment payments;
  a agent_actions;
begin
  select * into payment from payments where id = p_payment;
  a := awaited_action(payment);
  if a.id is not null then perform recount_agent_action(a.id, p_judgement, 'SPENT'); end if;
end $$;

-- Rejects all that waits for approval, because the agent is deleted. The caller holds the lock of the
-- agent's row.
create or replace function reject_pending_actions(p_agent uuid, p_by text default null) returns integer language plpgsql as $$
declare
  v_payments uuid[] := array(select payment_id from agent_actions
    where list_key(agent_id, status) = list_key(p_agent, 'PENDING_APPROVAL'));
  v_id uuid;
  payment payments;
  v_action uuid;
  v_count integer := 0;
begin
  perform lock_agent_payments(v_payments);
  foreach v_id in array v_payments loop
    select * into payment from payments where id = v_id;
    select id into v_action from agent_actions where payment_id = payment.id and status = 'PENDING_APPROVAL';
    continue when not found;
    perform close_agent_action(v_action, 'REJECTED', 'REJECT', p_by, 'The agent was deleted.');
    perform record_failure(payment, 'COMPLIANCE_REJECTED');
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

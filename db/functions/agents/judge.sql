-- The decimals of a currency, as contract/money.ts has them; a test compares the two.
create or replace function currency_decimals(p_currency text) returns integer language sql immutable as $$
  select case when p_currency = 'BTC' then 8 when p_currency in ('USDB', 'USDC', 'USDT') then 6
    when p_currency in ('RWF', 'UGX', 'VND', 'XAF', 'XOF') then 0 else 2 end;
$$;

-- An amount at a rate, rounded up; null without one. What no limit can reach is cut off, so that it fits its column.
create or replace function amount_at(p_amount numeric, p_numerator numeric, p_denominator numeric) returns bigint
language sql immutable strict as $$
  select least(div(p_amount * p_numerator + p_denominator - 1, p_denominator), 9000000000000000001)::bigint;
$$;

-- One rule as the judgement shows it; what does not apply to the rule is null and left out.
create or replace function judged_rule(p_rule text, p_decision text, p_limit numeric, p_used numeric,
  p_requested numeric, p_currency text) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('rule', p_rule, 'decision', p_decision, 'limit', p_limit,
    'used', p_used, 'requested', p_requested, 'currency', p_currency));
$$;

-- A rule that denies what exceeds its limit; null if the policy has no such limit.
create or replace function judged_limit(p_rule text, p_limit numeric, p_used numeric, p_requested numeric,
  p_currency text) returns jsonb language sql immutable as $$
  select case when p_limit is not null then judged_rule(p_rule,
    case when coalesce(p_used, 0) + p_requested > p_limit then 'DENY' else 'ALLOW' end,
    p_limit, p_used, p_requested, p_currency) end;
$$;

-- What is left of a limit; null if there is none.
create or replace function left_of(p_limit numeric, p_used numeric) returns numeric language sql immutable as $$
  select case when p_limit is not null then greatest(p_limit - p_used, 0) end;
$$;

-- Judges an action of an agent by a policy, given the usage that counts: the only place that knows the
-- rules. p_usage is {currency, day, month, count, pending}; p_action is {type, source, destination,
-- amount, currency} with the accounts' ids as the interface shows them, or a UMA address. A deposit that is
-- still to come has no source: no account of the customer pays.
-- The answer: {decision: ALLOW | APPROVAL_REQUIRED | DENY, rules, remaining, code (of a denial),
-- limitAmount, limitCurrency, rateNumerator, rateDenominator}. It reads exchange rates and the environment, and no other row.
create or replace function judge_agent_action(agent agents, p_policy jsonb, p_usage jsonb, p_action jsonb)
returns jsonb language plpgsql stable as $$
declare
  v_limits jsonb := p_policy -> 'spendingLimits';
  v_currency text := v_limits ->> 'currency';
  v_allowed jsonb := nullif(p_policy #> '{accountRestrictions,allowedAccountIds}', 'null');
  v_threshold numeric := (p_policy #>> '{approvalThresholds,amount}')::numeric;
  v_environment text := (select environment from platforms where id = agent.platform_id);
  v_threshold_currency text := coalesce(p_policy #>> '{approvalThresholds,currency}', v_currency);
  v_permission text := case p_action ->> 'type' when 'EXECUTE_QUOTE' then 'EXECUTE_QUOTES' else 'CREATE_TRANSFERS' end;
  v_account_rules jsonb := coalesce(nullif(p_policy #> '{accountRestrictions,accountRules}', 'null'), '[]');
  v_per_transaction numeric := (v_limits ->> 'perTransactionLimit')::numeric;
  v_mode text := p_policy ->> 'defaultExecutionMode';
  v_rate record;
  v_usage_rate record;
  v_is_usage_known boolean := true;
  v_threshold_rate record;
  v_threshold_amount bigint;
  v_amount bigint;
  v_day numeric := (p_usage ->> 'day')::numeric;
  v_month numeric := (p_usage ->> 'month')::numeric;
  v_count integer := (p_usage ->> 'count')::integer;
  v_pending integer := (p_usage ->> 'pending')::integer;
  v_rules jsonb;
  v_decision text;
begin
  if v_account_rules <> '[]' then
    -- Of two account rules the stricter one holds; a rule overrides the default.
    select coalesce(min((r ->> 'perTransactionLimit')::numeric), v_per_transaction),
      coalesce(min(r ->> 'executionMode'), v_mode)  -- APPROVAL_REQUIRED sorts before AUTO
    into v_per_transaction, v_mode from jsonb_array_elements(v_account_rules) r
    where r ->> 'accountId' in (p_action ->> 'source', p_action ->> 'destination');
  end if;
  v_rate := minor_rate(v_environment, p_action ->> 'currency', v_currency);
  v_amount := amount_at((p_action ->> 'amount')::numeric, v_rate.numerator, v_rate.denominator);
  if p_usage ->> 'currency' <> v_currency then
    v_usage_rate := minor_rate(v_environment, p_usage ->> 'currency', v_currency);
    v_is_usage_known := v_usage_rate.numerator is not null;
    v_day := amount_at(v_day, v_usage_rate.numerator, v_usage_rate.denominator);
    v_month := amount_at(v_month, v_usage_rate.numerator, v_usage_rate.denominator);
  end if;
  if v_threshold is not null then
    v_threshold_rate := minor_rate(v_environment, p_action ->> 'currency', v_threshold_currency);
    v_threshold_amount := amount_at((p_action ->> 'amount')::numeric, v_threshold_rate.numerator,
      v_threshold_rate.denominator);
  end if;
  -- A rule that does not apply is null.
  v_rules := jsonb_path_query_array(jsonb_build_array(
    case when agent.deleted_at is not null then judged_rule('AGENT_DELETED', 'DENY', null, null, null, null) end,
    case when agent.is_paused then judged_rule('AGENT_PAUSED', 'DENY', null, null, null, null) end,
    judged_rule('PERMISSION', case when p_policy -> 'permissions' ? v_permission then 'ALLOW' else 'DENY' end,
      null, null, null, null) || jsonb_build_object('permission', v_permission),
    case when v_allowed is not null then judged_rule('ALLOWED_ACCOUNTS',
      case when (p_action ->> 'source' is null or v_allowed ? (p_action ->> 'source'))
        and v_allowed ? (p_action ->> 'destination') then 'ALLOW' else 'DENY' end, null, null, null, null) end,
    -- Without a rate nothing is known to be within a limit: not the amount, not what was spent, not the threshold.
    case when v_amount is null or not v_is_usage_known
        or (v_threshold is not null and v_threshold_amount is null)
      then judged_rule('EXCHANGE_RATE', 'DENY', null, null, null, p_action ->> 'currency') end,
    judged_limit('PER_TRANSACTION_LIMIT', v_per_transaction, null, v_amount, v_currency),
    judged_limit('DAILY_LIMIT', (v_limits ->> 'dailyLimit')::numeric, v_day, v_amount, v_currency),
    judged_limit('DAILY_TRANSACTION_LIMIT', (v_limits ->> 'dailyTransactionLimit')::numeric, v_count, 1, null),
    judged_limit('MONTHLY_LIMIT', (v_limits ->> 'monthlyLimit')::numeric, v_month, v_amount, v_currency),
    case when v_mode = 'APPROVAL_REQUIRED' then
      judged_rule('EXECUTION_MODE', 'APPROVAL_REQUIRED', null, null, null, null) end,
    case when v_threshold is not null then judged_rule('APPROVAL_THRESHOLD',
      case when v_threshold_amount > v_threshold then 'APPROVAL_REQUIRED' else 'ALLOW' end,
      v_threshold, null, v_threshold_amount, v_threshold_currency) end), '$[*] ? (@ != null)');
  if v_rules @> '[{"decision": "APPROVAL_REQUIRED"}]' and v_pending >= 100 then
    v_rules := v_rules || judged_rule('PENDING_ACTIONS', 'DENY', 100, v_pending, 1, null);
  end if;
  v_decision := case when v_rules @> '[{"decision": "DENY"}]' then 'DENY'
    when v_rules @> '[{"decision": "APPROVAL_REQUIRED"}]' then 'APPROVAL_REQUIRED' else 'ALLOW' end;
  return jsonb_strip_nulls(jsonb_build_object('decision', v_decision, 'rules', v_rules,
    'code', case when v_decision <> 'DENY' then null when agent.deleted_at is not null then 'UNAUTHORIZED'
      when not jsonb_path_exists(v_rules, '$[*] ? (@.decision == "DENY" && @.rule != "PENDING_ACTIONS")') then 'RATE_LIMITED'
      else 'FORBIDDEN' end,
    'remaining', jsonb_build_object('currency', v_currency, 'perTransaction', v_per_transaction,
      'daily', left_of((v_limits ->> 'dailyLimit')::numeric, v_day),
      'dailyTransactions', left_of((v_limits ->> 'dailyTransactionLimit')::numeric, v_count),
      'monthly', left_of((v_limits ->> 'monthlyLimit')::numeric, v_month)),
    'limitAmount', v_amount, 'limitCurrency', v_currency, 'rateNumerator', v_rate.numerator::text,
    'rateDenominator', v_rate.denominator::text));
end $$;

-- Judges an action as it would be decided now: by the policy in force, or the one given, and the usage
-- of today. p_excluding is an action whose own reservation does not count. Who accepts an action
-- holds the lock of the agent's row: usage then grows by no other transaction.
create or replace function judge_now(p_agent uuid, p_action jsonb, p_policy jsonb default null, p_excluding uuid default null)
returns jsonb language plpgsql stable as $$
declare
  agent agents;
  v_policy jsonb;
  v_day date := (service_now() at time zone 'UTC')::date;
begin
  select * into agent from agents where id = p_agent;
  select coalesce(p_policy, policy) into v_policy from agent_policies
    where agent_id = p_agent and version = agent.policy_version;
  return judge_agent_action(agent, v_policy, agent_usage_on(p_agent, v_day, p_excluding), p_action)
    || jsonb_build_object('policyVersion', agent.policy_version, 'day', v_day);
end $$;

-- What the judge takes, of a payment or of an order of one.
create or replace function judged_action(p_kind text, p_source jsonb, p_destination jsonb, p_amount bigint,
  p_currency text) returns jsonb language sql immutable as $$
  select jsonb_build_object('type', case p_kind when 'QUOTE' then 'EXECUTE_QUOTE' else p_kind end,
    'source', p_source ->> 'accountId',
    'destination', coalesce(p_destination ->> 'accountId', p_destination ->> 'umaAddress'),
    'amount', p_amount, 'currency', p_currency);
$$;

-- A payment as the judge takes it.
create or replace function action_of_payment(payment payments) returns jsonb language sql immutable as $$
  select judged_action(payment.kind, payment.source, payment.destination, payment.sending_amount,
    payment.sending_currency);
$$;

-- An order as the judge takes it.
create or replace function action_of_order(p_order jsonb) returns jsonb language sql immutable as $$
  select judged_action(p_order ->> 'kind', p_order -> 'source', p_order -> 'destination',
    (p_order ->> 'sendingAmount')::bigint, p_order ->> 'sendingCurrency');
$$;

-- What a policy would have decided about the agent's last p_max actions, oldest first. Usage begins at
-- nothing and is what the actions before it of the same day and month would have come to.
create or replace function judge_last_actions(p_agent uuid, p_policy jsonb, p_max integer) returns jsonb
language plpgsql stable as $$
declare
  agent agents;
  a agent_actions;
  payment payments;
  v_policy jsonb;
  v_judgement jsonb;
  v_day date;
  v_usage jsonb := '{"day": 0, "month": 0, "count": 0, "pending": 0}'::jsonb;
  v_all jsonb := '[]'::jsonb;
begin
  select * into agent from agents where id = p_agent;
  -- Of the policy alone: whether the agent is paused now says nothing about then.
  agent.is_paused := false;
  agent.deleted_at := null;
  select coalesce(p_policy, policy) into v_policy from agent_policies
    where agent_id = p_agent and version = agent.policy_version;
  for a in select * from (select * from agent_actions where agent_id = p_agent
      order by created_at desc, id desc limit p_max) l order by created_at, id loop
    select * into payment from payments where id = a.payment_id;
    if v_day is distinct from (a.created_at at time zone 'UTC')::date then
      v_usage := v_usage || '{"day": 0, "count": 0}'
        || case when date_trunc('month', v_day) is distinct from date_trunc('month', (a.created_at at time zone 'UTC')::date)
          then '{"month": 0}' else '{}' end::jsonb;
      v_day := (a.created_at at time zone 'UTC')::date;
    end if;
    v_judgement := judge_agent_action(agent, v_policy, v_usage, action_of_payment(payment));
    v_all := v_all || jsonb_build_object('actionId', a.id, 'decision', v_judgement -> 'decision',
      'rules', v_judgement -> 'rules', 'remaining', v_judgement -> 'remaining');
    if v_judgement ->> 'decision' <> 'DENY' then
      v_usage := jsonb_build_object('pending', 0, 'count', (v_usage ->> 'count')::integer + 1,
        'day', (v_usage ->> 'day')::numeric + (v_judgement ->> 'limitAmount')::numeric,
        'month', (v_usage ->> 'month')::numeric + (v_judgement ->> 'limitAmount')::numeric);
    end if;
  end loop;
  return v_all;
end $$;

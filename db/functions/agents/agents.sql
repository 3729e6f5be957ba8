-- What an agent has used of its limits today and this month (UTC), in the currency of its limits.
create or replace function agent_usage_of(p_agent uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('dailyTransactionCount', 0, 'dailySpend', 0,
    'dailyResetDate', to_char(service_now() at time zone 'UTC', 'YYYY-MM-DD'),
    'monthlySpend', 0, 'monthlyResetMonth', to_char(service_now() at time zone 'UTC', 'YYYY-MM'));
$$;

-- An agent as the API shows it, with the policy in force.
create or replace function agent_row(a agents) returns jsonb language sql stable as $$
  select jsonb_build_object('id', a.id, 'customer_id', a.customer_id, 'name', a.name, 'is_paused', a.is_paused,
    'is_connected', a.connected_at is not null, 'policy', p.policy, 'usage', agent_usage_of(a.id),
    'created_at', a.created_at, 'updated_at', a.updated_at)
  from agent_policies p where p.agent_id = a.id and p.version = a.policy_version;
$$;

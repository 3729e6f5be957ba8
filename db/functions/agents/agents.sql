-- What an agent has used of its limits today and this month (UTC), in the currency of its limits.
create or replace function agent_usage_of(p_agent uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('dailyTransactionCount', u.usage -> 'count', 'dailySpend', u.usage -> 'day',
    'dailyResetDate', to_char(u.day, 'YYYY-MM-DD'),
    'monthlySpend', u.usage -> 'month', 'monthlyResetMonth', to_char(u.day, 'YYYY-MM'))
  from (select d.day, agent_usage_on(p_agent, d.day) as usage
    from (select (service_now() at time zone 'UTC')::date as day) d) u;
$$;

-- An agent as the API shows it, with the policy in force.
create or replace function agent_row(a agents) returns jsonb language sql stable as $$
  select jsonb_build_object('id', a.id, 'customer_id', a.customer_id, 'name', a.name, 'is_paused', a.is_paused,
    'is_connected', a.connected_at is not null, 'policy', p.policy, 'usage', agent_usage_of(a.id),
    'created_at', a.created_at, 'updated_at', a.updated_at)
  from agent_policies p where p.agent_id = a.id and p.version = a.policy_version;
$$;

-- An agent with the first version of its policy and its first device code.
create or replace function create_agent(p jsonb) returns jsonb language plpgsql as $$
declare
  a agents;
begin
  insert into agents (id, platform_id, environment, customer_id, name)
  select (p ->> 'id')::uuid, o.id, o.environment, (p ->> 'customerId')::uuid, p ->> 'name'
  from platforms o where o.id = (p ->> 'platformId')::uuid returning * into a;
  insert into agent_policies (agent_id, version, policy, changed_by)
  values (a.id, 1, p -> 'policy', p ->> 'changedBy');
  return jsonb_build_object('agent', agent_row(a),
    'codeExpiresAt', add_device_code(a.id, (p ->> 'codeId')::uuid, decode(p ->> 'codeHash', 'hex')));
end $$;

-- The next version of a policy. The caller holds the agent's lock: it has read the version before.
create or replace function change_agent_policy(p_agent uuid, p_policy jsonb, p_by text) returns jsonb
language plpgsql as $$
declare
  a agents;
begin
  update agents set policy_version = policy_version + 1, updated_at = service_now() where id = p_agent
  returning * into a;
  insert into agent_policies (agent_id, version, policy, changed_by) values (a.id, a.policy_version, p_policy, p_by);
  return agent_row(a);
end $$;

-- Ends an agent: its token is dead when this commits, and what waited for an approval is rejected.
create or replace function delete_agent(p_platform uuid, p_agent uuid, p_by text) returns boolean language plpgsql as $$
begin
  perform 1 from agents where id = p_agent and platform_id = p_platform and deleted_at is null for update;
  if not found then return false; end if;
  perform reject_pending_actions(p_agent, p_by);
  update agents set deleted_at = service_now(), updated_at = service_now(), token_hash = null where id = p_agent;
  return true;
end $$;

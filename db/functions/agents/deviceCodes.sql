-- A code that can be redeemed for fifteen minutes; the instant it expires. The caller holds the
-- agent's lock, or has just made the agent.
create or replace function add_device_code(p_agent uuid, p_id uuid, p_hash bytea) returns timestamptz
language sql as $$
  insert into agent_device_codes (id, agent_id, code_hash, expires_at)
  values (p_id, p_agent, p_hash, service_now() + interval '15 minutes') returning expires_at;
$$;

-- A new code for an agent that is not connected yet; earlier ones are void.
create or replace function replace_device_code(p_platform uuid, p_agent uuid, p_id uuid, p_hash bytea) returns jsonb
language plpgsql as $$
declare
  a agents;
begin
  select * into a from agents where id = p_agent and platform_id = p_platform and deleted_at is null for no key update;
  if not found then return jsonb_build_object('outcome', 'REFUSED', 'code', 'REFERENCE_NOT_FOUND'); end if;
  if a.connected_at is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT',
      'reason', 'The agent is connected already. To connect another program, delete the agent and create it again.');
  end if;
  update agent_device_codes set voided_at = service_now()
  where agent_id = p_agent and redeemed_at is null and voided_at is null;
  return jsonb_build_object('outcome', 'COMMITTED', 'expiresAt', add_device_code(p_agent, p_id, p_hash));
end $$;

-- The agent of a code, and what can be said of the code: OPEN, REDEEMED or EXPIRED; no row for one
-- that never was, is void, or whose agent has been deleted.
create or replace function device_code_state(p_hash bytea) returns table (agent_id uuid, state text)
language sql stable as $$
  select c.agent_id, case when c.redeemed_at is not null then 'REDEEMED'
    when c.expires_at <= service_now() then 'EXPIRED' else 'OPEN' end
  from agent_device_codes c join agents a on a.id = c.agent_id
  where c.code_hash = p_hash and c.voided_at is null and a.deleted_at is null;
$$;

-- Adds to the wrong guesses that a bucket has counted within a minute, and locks it; their number now.
create or replace function count_wrong_codes(p_bucket text, p_more integer) returns integer language sql as $$
  insert into authentication_failures as f (bucket, failures, window_started_at)
  values (p_bucket, p_more, service_now())
  on conflict (bucket) do update set
    failures = case when f.window_started_at <= service_now() - interval '1 minute' then 0 else f.failures end + p_more,
    window_started_at = case when f.window_started_at <= service_now() - interval '1 minute'
      then service_now() else f.window_started_at end
  returning failures;
$$;

-- Redeems a code for a token, once. Ten wrong codes of an address within a minute are its limit, one
-- while all addresses together have sent a thousand: an address without a wrong one is never
-- refused. Whatever is wrong with a code takes the same statements.
create or replace function redeem_device_code(p_code bytea, p_token bytea, p_address text) returns jsonb
language plpgsql as $$
declare
  a agents;
  v_bucket text := 'device-code/' || p_address;
  v_wrong integer;
  v_agent uuid;
  v_state text;
begin
  -- The lock of the bucket counts parallel guesses of one address one after the other.
  v_wrong := count_wrong_codes(v_bucket, 0);
  if v_wrong >= 10 or v_wrong >= 1 and exists (select 1 from authentication_failures
      where bucket = 'device-code' and failures >= 1000 and window_started_at > service_now() - interval '1 minute') then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'RATE_LIMITED',
      'reason', 'Too many wrong device codes from this address; try again later.',
      'retryAfterSeconds', (select greatest(1, ceil(extract(epoch from
        window_started_at + interval '1 minute' - service_now())))::integer
        from authentication_failures where bucket = v_bucket));
  end if;
  select agent_id, state into v_agent, v_state from device_code_state(p_code);
  if v_state = 'OPEN' then
    perform lock_agent(v_agent);
    -- Again under the lock: another request may have redeemed or replaced it.
    select agent_id, state into v_agent, v_state from device_code_state(p_code);
  end if;
  if v_state = 'OPEN' then
    update agent_device_codes set redeemed_at = service_now() where code_hash = p_code;
    update agents set token_hash = p_token, connected_at = service_now(), updated_at = service_now()
    where id = v_agent returning * into a;
    return jsonb_build_object('outcome', 'COMMITTED', 'agent', agent_row(a));
  end if;
  perform count_wrong_codes(v_bucket, 1);
  -- Last: everybody's wrong codes wait for each other here, right ones never do.
  perform count_wrong_codes('device-code', 1);
  return jsonb_build_object('outcome', 'REFUSED', 'code', coalesce(v_state, 'UNKNOWN'));
end $$;

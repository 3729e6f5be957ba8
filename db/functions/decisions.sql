-- What decisions about payments, actions and customers share.

-- Serializes the decision that creates a payment or a customer with look-ups of its result, until the end of the
-- transaction. Taken after agents and customers, before everything else.
create or replace function lock_creation(p_resource uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('place/' || p_resource, 0));
$$;

-- Identity of an executing request: operation, key, hash and agent action. Equal identities are the same request.
create or replace function request_identity(p jsonb) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'operation', coalesce(p #>> '{agent,operation}', p #>> '{immediateOrder,operation}', p ->> 'operation', 'executeQuote'),
    'key', coalesce(p #>> '{agent,key}', p #>> '{immediateOrder,key}', p ->> 'key'),
    'requestHash', coalesce(p #>> '{agent,requestHash}', p #>> '{immediateOrder,requestHash}', p ->> 'requestHash'),
    'agentId', p #>> '{agent,agentId}', 'actionId', coalesce(p #>> '{agent,actionId}', p ->> 'approvedAction')));
$$;

-- Whether the request's decideBefore has passed: its caller may already report "not decided", or looks it up later.
-- Uses the real clock, never the test clock. Call it once the decision has its lock.
create or replace function is_fenced(p jsonb) returns boolean language sql volatile as $$
  select coalesce(clock_timestamp() > (p ->> 'decideBefore')::timestamptz, false);
$$;

-- Rejects a statement that arrives after its caller gave up: it could sit in the buffer of a lost connection and
-- overwrite newer ones. Also sets lock_timeout, so that it waits for no lock beyond that instant.
create or replace function not_after(p_instant timestamptz) returns boolean language plpgsql volatile as $$
declare v_ms integer := extract(epoch from p_instant - clock_timestamp()) * 1000;
begin
  if v_ms <= 0 then raise exception 'the statement came after %', p_instant using errcode = 'PY003'; end if;
  perform set_config('lock_timeout', v_ms::text, true);
  return true;
end $$;

-- Look-up result without a decision. isFinal: none can follow.
create or replace function not_decided(p jsonb) returns jsonb language sql volatile as $$
  select jsonb_build_object('outcome', 'NONE', 'isFinal', is_fenced(p));
$$;

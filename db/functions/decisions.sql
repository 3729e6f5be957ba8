-- What decisions about payments, actions and customers share.

-- Serializes the decision that creates a payment or a customer with whatever asks whether it has been
-- made. Taken before every other lock, until the end of the transaction.
create or replace function lock_creation(p_resource uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('place/' || p_resource, 0));
$$;

-- Who executes a payment: the request's operation, key and hash, and the agent's action where it is one. A request
-- that equals the one that has executed it is the same request.
create or replace function request_identity(p jsonb) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'operation', coalesce(p #>> '{agent,operation}', p #>> '{immediateOrder,operation}', p ->> 'operation', 'executeQuote'),
    'key', coalesce(p #>> '{agent,key}', p #>> '{immediateOrder,key}', p ->> 'key'),
    'requestHash', coalesce(p #>> '{agent,requestHash}', p #>> '{immediateOrder,requestHash}', p ->> 'requestHash'),
    'agentId', p #>> '{agent,agentId}', 'actionId', coalesce(p #>> '{agent,actionId}', p ->> 'approvedAction')));
$$;

-- Whether a decision comes after the instant that its request has set: the caller has the answer by then that nothing
-- was decided, or looks it up after it. Real time, never the test clock, and asked once the decision has its lock.
create or replace function is_fenced(p jsonb) returns boolean language sql volatile as $$
  select coalesce(clock_timestamp() > (p ->> 'decideBefore')::timestamptz, false);
$$;

-- Refuses a statement that arrives after its caller has given up: it can lie in a buffer when its connection is lost, and
-- would take effect after newer ones. Nor does it wait for a lock any longer.
create or replace function not_after(p_instant timestamptz) returns boolean language plpgsql volatile as $$
declare v_ms integer := extract(epoch from p_instant - clock_timestamp()) * 1000;
begin
  if v_ms <= 0 then raise exception 'the statement came after %', p_instant using errcode = 'PY003'; end if;
  perform set_config('lock_timeout', v_ms::text, true);
  return true;
end $$;

-- What a look-up answers where there is no decision: whether one can still be made.
create or replace function not_decided(p jsonb) returns jsonb language sql volatile as $$
  select jsonb_build_object('outcome', 'NONE', 'isFinal', is_fenced(p));
$$;

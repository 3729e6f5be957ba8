-- Serializes the decision that creates a payment or a customer with whatever asks whether it has been
-- made. Taken before every other lock, until the end of the transaction.
create or replace function lock_creation(p_resource uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('place/' || p_resource, 0));
$$;

-- Keeps a request whose outcome is unknown, so that the same request finds it. Of a request that was
-- taken before, the record is free again; false: it has been answered meanwhile and is not kept.
create or replace function keep_unanswered_request(p jsonb) returns boolean language plpgsql as $$
begin
  if (p ->> 'isTaken')::boolean then
    update unanswered_requests set asked_until = null where resource_id = (p ->> 'id')::uuid;
    return found;
  end if;
  insert into unanswered_requests as u (resource_id, platform_id, operation, key, request_hash, attempt, terms, decide_before)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, p ->> 'operation', p ->> 'key',
    decode(p ->> 'requestHash', 'hex'), (p ->> 'attempt')::integer, p -> 'terms', (p ->> 'decideBefore')::timestamptz)
  -- Concurrent requests with one key share a resource.
  on conflict (resource_id) do update set attempt = excluded.attempt, terms = excluded.terms,
    decide_before = excluded.decide_before where u.attempt <= excluded.attempt;
  return true;
end $$;

-- Takes the oldest unanswered request without a key that equals this one, for p_lease_seconds; null:
-- there is none, or others are asking for all of them. After its deadline a request that has created
-- nothing is forgotten: the decision, which takes the same lock, refuses from then on. One that was
-- decided in time is found for another hour.
create or replace function take_unanswered_request(p_platform uuid, p_operation text, p_hash text, p_lease_seconds integer)
returns jsonb language plpgsql as $$
declare
  r unanswered_requests;
begin
  loop
    select * into r from unanswered_requests
      where platform_id = p_platform and operation = p_operation and request_hash = decode(p_hash, 'hex')
        and key is null and (asked_until is null or asked_until <= service_now())
      order by created_at, resource_id limit 1 for update skip locked;
    if not found then return null; end if;
    exit when r.decide_before > service_now();
    perform lock_creation(r.resource_id);
    exit when r.decide_before > service_now() - interval '1 hour'
      and (exists (select 1 from payments where id = r.resource_id)
        or exists (select 1 from customers where id = r.resource_id));
    delete from unanswered_requests where resource_id = r.resource_id;
  end loop;
  update unanswered_requests set asked_until = service_now() + make_interval(secs => p_lease_seconds)
    where resource_id = r.resource_id;
  return jsonb_build_object('id', r.resource_id, 'attempt', r.attempt, 'terms', r.terms);
end $$;

-- Its final answer is about to be sent.
create or replace function end_unanswered_request(p_resource uuid) returns void language sql as $$
  delete from unanswered_requests where resource_id = p_resource;
$$;

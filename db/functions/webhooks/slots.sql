-- Whether an endpoint has held its last attempts to their deadlines.
create or replace function webhook_endpoint_is_slow(p_timeouts_in_a_row integer) returns boolean
language sql immutable as $$ select p_timeouts_in_a_row >= 3 $$;

-- The number of concurrent attempts that a platform's endpoint may get.
create or replace function webhook_slots_allowed(p_timeouts_in_a_row integer) returns integer
language sql immutable as $$ select case when webhook_endpoint_is_slow(p_timeouts_in_a_row) then 1 else 4 end $$;

-- The slots that a platform may still use at an endpoint: of those that it may use at all its endpoints, of which it can
-- name another one at any time. Two platforms may name the same endpoint: neither takes the other's slots.
create or replace function webhook_slots_free(p_platform uuid, p_endpoint text, p_timeouts_in_a_row integer) returns integer
language sql stable as $$
  select least(webhook_slots_allowed(p_timeouts_in_a_row) - count(*) filter (where endpoint = p_endpoint), 8 - count(*))::integer
  from webhook_slots where platform_id = p_platform;
$$;

-- Locks a platform's endpoints, so that its slots are counted, taken and freed serially; returns the
-- consecutive timeouts of one. An advisory lock costs one entry in the lock table where a row lock would
-- write the row for every attempt.
create or replace function lock_platform_endpoint(p_platform uuid, p_endpoint text) returns integer
language plpgsql as $$
declare v_timeouts integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('webhook/' || p_platform, 0));
  select timeouts_in_a_row into v_timeouts from webhook_platform_endpoints
    where platform_id = p_platform and endpoint = p_endpoint;
  if not found then
    insert into webhook_platform_endpoints (platform_id, endpoint) values (p_platform, p_endpoint)
      on conflict do nothing;
  end if;
  return coalesce(v_timeouts, 0);
end $$;

-- Whether all slots of a platform's endpoint are in use.
create or replace function platform_endpoint_is_full(p_platform uuid, p_endpoint text) returns boolean
language sql stable as $$
  select webhook_slots_free(p_platform, p_endpoint, coalesce(
    (select timeouts_in_a_row from webhook_platform_endpoints
      where platform_id = p_platform and endpoint = p_endpoint), 0)) <= 0;
$$;

-- Gives the free slots of a platform's endpoint to its queued deliveries, in order. The slot is
-- reserved here, so that the delivery's job finds it. The caller holds the endpoint's lock.
create or replace function start_platform_deliveries(p_platform uuid, p_endpoint text, p_timeouts integer)
returns integer language plpgsql as $$
declare
  v_delivery uuid;
  v_started integer := 0;
  v_free integer := webhook_slots_free(p_platform, p_endpoint, p_timeouts);
begin
  for v_delivery in
    select id from webhook_deliveries
    where platform_id = p_platform and endpoint = p_endpoint and status = 'PENDING' and is_queued
    order by is_manual, next_attempt_at limit greatest(v_free, 0) for update skip locked
  loop
    insert into webhook_slots (delivery_id, platform_id, endpoint) values (v_delivery, p_platform, p_endpoint)
      on conflict do nothing;
    update webhook_deliveries set is_queued = false, updated_at = service_now() where id = v_delivery;
    perform add_webhook_job(v_delivery, null);
    v_started := v_started + 1;
  end loop;
  return v_started;
end $$;

-- Starts queued deliveries of a platform's endpoint if it has free slots.
create or replace function resume_platform_deliveries(p_platform uuid, p_endpoint text) returns void
language plpgsql as $$
begin
  if not platform_endpoint_is_full(p_platform, p_endpoint) then
    perform start_platform_deliveries(p_platform, p_endpoint, lock_platform_endpoint(p_platform, p_endpoint));
  end if;
end $$;

-- A slot that an endpoint does not need is the next one's of the platform, where that has queued deliveries.
create or replace function resume_next_endpoint(p_platform uuid, p_endpoint text) returns void language sql as $$
  select resume_platform_deliveries(p_platform, next.endpoint) from (
    (select endpoint from webhook_deliveries where platform_id = p_platform and status = 'PENDING' and is_queued
      and endpoint > p_endpoint order by endpoint limit 1)
    union all
    (select endpoint from webhook_deliveries where platform_id = p_platform and status = 'PENDING' and is_queued
      and endpoint < p_endpoint order by endpoint limit 1)
    limit 1) next;
$$;

-- Each platform's endpoint that has queued deliveries: one index descent for each, however long its
-- queue is.
create or replace function queued_platform_endpoints() returns table (platform_id uuid, endpoint text)
language sql stable as $$
  with recursive found as (
    (select d.platform_id, d.endpoint from webhook_deliveries d where d.status = 'PENDING' and d.is_queued
     order by d.platform_id, d.endpoint limit 1)
    union all
    select n.platform_id, n.endpoint from found f, lateral (
      select d.platform_id, d.endpoint from webhook_deliveries d
      where d.status = 'PENDING' and d.is_queued
        and (d.platform_id, d.endpoint) > (f.platform_id, f.endpoint)
      order by d.platform_id, d.endpoint limit 1) n)
  select * from found;
$$;

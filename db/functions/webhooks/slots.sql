-- The number of concurrent attempts that an endpoint may get.
create or replace function webhook_slots_allowed(p_timeouts_in_a_row integer) returns integer
language sql immutable as $$ select case when p_timeouts_in_a_row >= 3 then 1 else 4 end $$;

-- Locks an endpoint, so that its slots are counted, taken and freed serially; returns its consecutive
-- timeouts. An advisory lock costs one entry in the lock table where a row lock would write the row
-- for every attempt.
create or replace function lock_webhook_endpoint(p_endpoint text) returns integer language plpgsql as $$
declare v_timeouts integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('webhook/' || p_endpoint, 0));
  select timeouts_in_a_row into v_timeouts from webhook_endpoints where endpoint = p_endpoint;
  if not found then
    insert into webhook_endpoints (endpoint) values (p_endpoint) on conflict do nothing;
  end if;
  return coalesce(v_timeouts, 0);
end $$;

-- Whether all slots of an endpoint are in use.
create or replace function webhook_endpoint_is_full(p_endpoint text) returns boolean language sql stable as $$
  select (select count(*) from webhook_slots where endpoint = p_endpoint) >= webhook_slots_allowed(coalesce(
    (select timeouts_in_a_row from webhook_endpoints where endpoint = p_endpoint), 0));
$$;

-- Gives the free slots of an endpoint to its queued deliveries, in order. The slot is reserved here,
-- so that the delivery's job finds it. The caller holds the endpoint's lock.
create or replace function start_queued_deliveries(p_endpoint text, p_timeouts integer) returns integer language plpgsql as $$
declare
  v_delivery uuid;
  v_started integer := 0;
  v_free integer := webhook_slots_allowed(p_timeouts)
    - (select count(*) from webhook_slots where endpoint = p_endpoint);
begin
  for v_delivery in
    select id from webhook_deliveries where endpoint = p_endpoint and status = 'PENDING' and is_queued
    order by is_manual, next_attempt_at limit greatest(v_free, 0) for update skip locked
  loop
    insert into webhook_slots (delivery_id, endpoint) values (v_delivery, p_endpoint) on conflict do nothing;
    update webhook_deliveries set is_queued = false, updated_at = service_now() where id = v_delivery;
    perform add_webhook_job(v_delivery, null);
    v_started := v_started + 1;
  end loop;
  return v_started;
end $$;

-- Starts queued deliveries of an endpoint if it has free slots.
create or replace function resume_queued_deliveries(p_endpoint text) returns void language plpgsql as $$
begin
  if not webhook_endpoint_is_full(p_endpoint) then
    perform start_queued_deliveries(p_endpoint, lock_webhook_endpoint(p_endpoint));
  end if;
end $$;

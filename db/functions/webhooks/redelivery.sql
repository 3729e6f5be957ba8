-- The delivery status of an event: DELIVERED once one delivery succeeded; FAILED when none did and
-- retries have stopped; UNSENT without an endpoint. A synchronous webhook without a recorded delivery
-- counts as DELIVERED.
create or replace function webhook_event_status(e events) returns text language sql stable as $$
  select case when e.is_unsent then 'UNSENT' when bool_or(status = 'DELIVERED') then 'DELIVERED'
    when bool_or(status = 'PENDING') then 'PENDING' when bool_or(status = 'STOPPED') then 'FAILED'
    else 'DELIVERED' end
  from webhook_deliveries where event_id = e.id;
$$;

-- Redelivers one event; returns its delivery, the pending one if there is one already. Null: no such
-- event; an empty object without an endpoint.
create or replace function redeliver_webhook(p_platform uuid, p_event uuid) returns jsonb language plpgsql as $$
declare
  v_endpoint text := (select webhook_endpoint from platforms where id = p_platform);
  v_delivery uuid;
begin
  if not exists (select 1 from events where id = p_event and platform_id = p_platform) then return null; end if;
  if v_endpoint is null then return '{}'::jsonb; end if;
  insert into webhook_deliveries (id, event_id, platform_id, endpoint, is_manual, is_queued)
  values (gen_random_uuid(), p_event, p_platform, v_endpoint, true, true)
  on conflict do nothing returning id into v_delivery;
  update events set is_unsent = false where id = p_event and is_unsent;
  if v_delivery is null then
    select id into v_delivery from webhook_deliveries
    where event_id = p_event and endpoint = v_endpoint and is_manual order by created_at desc limit 1;
  end if;
  perform start_platform_deliveries(p_platform, v_endpoint, lock_platform_endpoint(p_platform, v_endpoint));
  return (select to_jsonb(d) from webhook_delivery_views d where d.id = v_delivery);
end $$;

-- Redelivers events of a platform to its current endpoint: up to p.limit events after a position, in
-- order. One statement queues all deliveries; the endpoint's slots take them after new events. It
-- scans 20,000 events at most and returns the position reached, so that no range is too long. Null
-- without an endpoint.
create or replace function redeliver_webhooks(p jsonb) returns jsonb language plpgsql as $$
declare
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_endpoint text := (select webhook_endpoint from platforms where id = v_platform);
  v_from timestamptz := coalesce((p ->> 'startDate')::timestamptz, '-infinity');
  v_until timestamptz := coalesce((p ->> 'endDate')::timestamptz + interval '1 millisecond', 'infinity');
  v_after_at timestamptz := coalesce((p ->> 'afterCreatedAt')::timestamptz, '-infinity');
  v_after_id uuid := coalesce((p ->> 'afterId')::uuid, '00000000-0000-0000-0000-000000000000');
  v_limit integer := (p ->> 'limit')::integer;
  v_looked_max constant integer := 20000;
  v_answer jsonb;
begin
  if v_endpoint is null then return null; end if;
  with looked as materialized (
    select e.id, e.created_at, e.type, e.is_unsent from events e
    where e.platform_id = v_platform and e.created_at >= v_from and e.created_at < v_until
      and (e.created_at, e.id) > (v_after_at, v_after_id)
    order by e.created_at, e.id limit v_looked_max),
  chosen as materialized (
    select id, created_at from looked e
    where (p -> 'types' is null or p -> 'types' ? e.type)
      and (not (p ->> 'failedOnly')::boolean or e.is_unsent or (
        select not bool_or(d.status = 'DELIVERED' or (d.status = 'PENDING' and d.attempts = 0))
        from webhook_deliveries d where d.event_id = e.id))
    order by created_at, id limit v_limit + 1),
  taken as (select * from chosen order by created_at, id limit v_limit),
  added as (
    insert into webhook_deliveries (id, event_id, platform_id, endpoint, is_manual, is_queued)
    select gen_random_uuid(), id, v_platform, v_endpoint, true, true from taken order by created_at, id
    on conflict do nothing),
  sent as (update events set is_unsent = false where is_unsent and id in (select id from taken))
  select jsonb_build_object('accepted', (select count(*) from taken), 'next', case
    when (select count(*) from chosen) > v_limit then
      (select jsonb_build_object('created_at', created_at, 'id', id) from taken order by created_at desc, id desc limit 1)
    when (select count(*) from looked) = v_looked_max then
      (select jsonb_build_object('created_at', created_at, 'id', id) from looked order by created_at desc, id desc limit 1)
    end)
  into v_answer;
  perform start_platform_deliveries(v_platform, v_endpoint, lock_platform_endpoint(v_platform, v_endpoint));
  return v_answer;
end $$;

-- Sends a TEST event to the current endpoint; returns the delivery's id, null without an endpoint.
create or replace function send_test_webhook(p_platform uuid) returns uuid language plpgsql as $$
declare
  v_endpoint text := (select webhook_endpoint from platforms where id = p_platform);
  v_event uuid := gen_random_uuid();
  v_delivery uuid := gen_random_uuid();
begin
  if v_endpoint is null then return null; end if;
  insert into events (id, platform_id, type, subject, snapshot)
  values (v_event, p_platform, 'TEST', 'PlatformConfig:' || p_platform, '{}');
  insert into webhook_deliveries (id, event_id, platform_id, endpoint)
  values (v_delivery, v_event, p_platform, v_endpoint);
  perform add_webhook_job(v_delivery, null);
  return v_delivery;
end $$;

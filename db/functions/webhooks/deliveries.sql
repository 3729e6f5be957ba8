-- One job is one attempt; a delivery has at most one job. A worker runs a limited number of jobs at once: those for
-- endpoints that let it wait come after the others that are due, or many of them would hold up all.
create or replace function add_webhook_job(p_delivery uuid, p_run_at timestamptz) returns void language sql as $$
  select queue_job('deliver_webhook', json_build_object('deliveryId', p_delivery), 'webhook/' || p_delivery, p_run_at,
    1, case when webhook_endpoint_is_slow(coalesce(e.timeouts_in_a_row, 0)) then 1 else 0 end)
  from webhook_deliveries d left join webhook_platform_endpoints e using (platform_id, endpoint)
  where d.id = p_delivery;
$$;

-- Takes a slot for the pool, counts the attempt and returns what the HTTP request needs. The caller
-- holds the locks of the delivery and the endpoint.
create or replace function reserve_webhook_attempt(d webhook_deliveries, p_pool text) returns jsonb language plpgsql as $$
declare
  v_attempt jsonb;
begin
  insert into webhook_slots (delivery_id, platform_id, endpoint, pool_id)
    values (d.id, d.platform_id, d.endpoint, p_pool)
    on conflict (delivery_id) do update set pool_id = excluded.pool_id, taken_at = clock_timestamp();
  if d.attempts > 0 then
    insert into webhook_attempts (delivery_id, number, at, error)
    values (d.id, d.attempts, d.updated_at, 'lost with its worker') on conflict (delivery_id, number) do update
      set error = excluded.error where webhook_attempts.status is null and webhook_attempts.error is null;
  end if;
  update webhook_deliveries set attempts = attempts + 1, is_queued = false, updated_at = service_now()
    where id = d.id;
  select jsonb_build_object('outcome', 'ATTEMPT', 'deliveryId', d.id, 'attempt', d.attempts + 1,
      'endpoint', d.endpoint, 'platformId', d.platform_id, 'isManual', d.is_manual, 'body', d.body, 'environment', p.environment,
      'event', jsonb_build_object('id', e.id, 'type', e.type, 'snapshot', e.snapshot, 'createdAt', e.created_at),
      'fault', meet_webhook_fault(e, d.is_manual or e.type in ('TEST', 'INCOMING_PAYMENT.PENDING')))
    into v_attempt from events e join platforms p on p.id = e.platform_id where e.id = d.event_id;
  -- Also where its worker is lost, the attempt says what it has met.
  if jsonb_typeof(v_attempt -> 'fault') = 'object' then
    insert into webhook_attempts (delivery_id, number, at, ordered_fault)
    values (d.id, d.attempts + 1, service_now(), v_attempt #>> '{fault,kind}') on conflict do nothing;
  end if;
  return v_attempt;
end $$;

-- A delivery whose endpoint has no free slot is queued without waiting for the endpoint's lock. A
-- pool that freed a slot concurrently has not seen it, so the caller calls resume_platform_deliveries
-- after the commit.
create or replace function begin_webhook_attempt(p_delivery uuid, p_pool text) returns jsonb language plpgsql as $$
declare
  d webhook_deliveries;
  s webhook_slots;
  v_timeouts integer;
begin
  select * into d from webhook_deliveries where id = p_delivery for update;
  if d.status is distinct from 'PENDING' then
    return jsonb_build_object('outcome', 'FINISHED');
  end if;
  select * into s from webhook_slots where delivery_id = d.id;
  if s.delivery_id is not null or not platform_endpoint_is_full(d.platform_id, d.endpoint) then
    v_timeouts := lock_platform_endpoint(d.platform_id, d.endpoint);
    select * into s from webhook_slots where delivery_id = d.id;
    -- A slot of the same pool is one whose response was lost when PostgreSQL stopped.
    if s.pool_id <> p_pool then
      return jsonb_build_object('outcome', 'IN_PROGRESS');
    end if;
    if s.delivery_id is not null or webhook_slots_free(d.platform_id, d.endpoint, v_timeouts) > 0 then
      return reserve_webhook_attempt(d, p_pool);
    end if;
  end if;
  update webhook_deliveries set is_queued = true, updated_at = service_now() where id = d.id;
  return jsonb_build_object('outcome', 'QUEUED', 'platformId', d.platform_id, 'endpoint', d.endpoint);
end $$;

-- A successful redelivery makes pending retries of its event redundant. A row that is locked is
-- skipped: the receiver deduplicates by the event's id.
create or replace function stop_redundant_retries(p_event uuid, p_endpoint text) returns void language sql as $$
  update webhook_deliveries set status = 'STOPPED', is_queued = false, body = null,
    last_error = 'delivered by a redelivery', updated_at = service_now()
  where id in (select id from webhook_deliveries where event_id = p_event and endpoint = p_endpoint
    and status = 'PENDING' and not is_manual for update skip locked);
$$;

-- Records the outcome of an attempt and, where its pool may continue, reserves the endpoint's next
-- queued delivery for it: a backlog costs one transaction per delivery and no job.
create or replace function end_webhook_attempt(p jsonb) returns jsonb language plpgsql as $$
declare
  d webhook_deliveries;
  n webhook_deliveries;
  v_timeouts integer;
  v_next timestamptz := service_now() + (p ->> 'retryAfterMs')::bigint * interval '1 millisecond';
  v_status text := p ->> 'outcome';
  v_ms integer := (p ->> 'durationMs')::integer;
  v_free integer;
  v_attempt jsonb;
begin
  select * into d from webhook_deliveries where id = (p ->> 'deliveryId')::uuid for update;
  v_timeouts := lock_platform_endpoint(d.platform_id, d.endpoint);
  if v_status = 'FAILED' then
    v_status := case when v_next <= d.created_at + (p ->> 'giveUpAfterMs')::bigint * interval '1 millisecond'
      then 'PENDING' else 'STOPPED' end;
  end if;
  insert into webhook_attempts (delivery_id, number, at, duration_ms, status, error, ordered_fault)
  values (d.id, (p ->> 'attempt')::integer, service_now() - make_interval(secs => v_ms / 1000.0), v_ms,
    (p ->> 'status')::integer, p ->> 'error', p ->> 'fault')
  on conflict (delivery_id, number) do update set at = excluded.at, duration_ms = excluded.duration_ms,
    status = excluded.status, error = excluded.error, ordered_fault = excluded.ordered_fault;
  if d.status = 'PENDING' and (v_status = 'DELIVERED' or d.attempts = (p ->> 'attempt')::integer) then
    update webhook_deliveries set status = v_status, last_status = (p ->> 'status')::integer,
      last_error = p ->> 'error', last_response = p ->> 'response', updated_at = service_now(),
      next_attempt_at = case v_status when 'PENDING' then v_next else next_attempt_at end,
      body = case v_status when 'PENDING' then p ->> 'body' end
    where id = d.id;
    if v_status = 'PENDING' then perform add_webhook_job(d.id, v_next); end if;
    if v_status = 'DELIVERED' and d.is_manual then perform stop_redundant_retries(d.event_id, d.endpoint); end if;
  end if;
  delete from webhook_slots where delivery_id = d.id and pool_id = p ->> 'pool';
  if p ->> 'isTimeout' is not null then
    v_timeouts := case when (p ->> 'isTimeout')::boolean then v_timeouts + 1 else 0 end;
    update webhook_platform_endpoints set timeouts_in_a_row = v_timeouts
      where platform_id = d.platform_id and endpoint = d.endpoint and timeouts_in_a_row <> v_timeouts;
  end if;
  v_free := webhook_slots_free(d.platform_id, d.endpoint, v_timeouts);
  if v_free > 0 and (p ->> 'mayContinue')::boolean then
    select * into n from webhook_deliveries where platform_id = d.platform_id
      and endpoint = d.endpoint and status = 'PENDING' and is_queued
      order by is_manual, next_attempt_at limit 1 for update skip locked;
    if found then
      v_attempt := reserve_webhook_attempt(n, p ->> 'pool');
      v_free := v_free - 1;
    else
      v_free := 0;
    end if;
  end if;
  if v_free > 0 then perform start_platform_deliveries(d.platform_id, d.endpoint, v_timeouts); end if;
  if v_attempt is null then perform resume_next_endpoint(d.platform_id, d.endpoint); end if;
  return jsonb_build_object('status', v_status, 'next', v_attempt);
end $$;

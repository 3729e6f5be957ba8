-- Webhook deliveries. A delivery that is due has a job; one that waits for a free slot of its
-- endpoint is parked and has none, so that a backlog behind a dead endpoint costs nobody anything.
alter table webhook_deliveries
  add column is_parked boolean not null default false,
  -- the bytes of the first attempt, kept when it failed: later attempts send the same
  add column body text;
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
  where status = 'PENDING' and not is_parked;
create index webhook_deliveries_parked on webhook_deliveries (endpoint, next_attempt_at)
  where status = 'PENDING' and is_parked;

-- Whose slot it is; null while it is reserved for a delivery whose job has not started yet.
alter table webhook_slots add column pool_id text;

-- Attempts that an endpoint may get at once.
create function webhook_slots_allowed(p_timeouts_in_a_row integer) returns integer
language sql immutable as $$ select case when p_timeouts_in_a_row >= 3 then 1 else 4 end $$;

-- Locks an endpoint, so that its slots are counted, taken and given back one at a time. Answers
-- its time-outs in a row.
create function lock_webhook_endpoint(p_endpoint text) returns integer language plpgsql as $$
declare v_timeouts integer;
begin
  loop
    select timeouts_in_a_row into v_timeouts from webhook_endpoints where endpoint = p_endpoint for update;
    if found then return v_timeouts; end if;
    insert into webhook_endpoints (endpoint) values (p_endpoint) on conflict do nothing;
  end loop;
end $$;

create function add_webhook_job(p_delivery uuid, p_run_at timestamptz) returns void language sql as $$
  select graphile_worker.add_job('deliver_webhook', json_build_object('deliveryId', p_delivery),
    run_at := p_run_at, max_attempts := 1, job_key := 'webhook/' || p_delivery);
$$;

-- Hands the free slots of an endpoint to its parked deliveries, longest waiting first. The slot is
-- reserved here: whoever is woken finds it. The caller holds the endpoint's lock.
create function wake_parked_webhooks(p_endpoint text, p_timeouts integer) returns integer language plpgsql as $$
declare
  v_delivery uuid;
  v_woken integer := 0;
  v_free integer := webhook_slots_allowed(p_timeouts)
    - (select count(*) from webhook_slots where endpoint = p_endpoint);
begin
  for v_delivery in
    select id from webhook_deliveries where endpoint = p_endpoint and status = 'PENDING' and is_parked
    order by next_attempt_at limit greatest(v_free, 0) for update skip locked
  loop
    insert into webhook_slots (delivery_id, endpoint) values (v_delivery, p_endpoint) on conflict do nothing;
    update webhook_deliveries set is_parked = false, updated_at = service_now() where id = v_delivery;
    perform add_webhook_job(v_delivery, null);
    v_woken := v_woken + 1;
  end loop;
  return v_woken;
end $$;

-- Starts an attempt: takes a slot and answers all that the request needs, or parks the delivery.
-- Lock order everywhere: delivery, endpoint; parked deliveries after that only if nobody has them.
create function begin_webhook_attempt(p_delivery uuid, p_pool text) returns jsonb language plpgsql as $$
declare
  d webhook_deliveries;
  s webhook_slots;
  v_timeouts integer;
begin
  select * into d from webhook_deliveries where id = p_delivery for update;
  if d.status is distinct from 'PENDING' then
    return jsonb_build_object('outcome', 'OVER');
  end if;
  v_timeouts := lock_webhook_endpoint(d.endpoint);
  select * into s from webhook_slots where delivery_id = d.id;
  -- The pool's own slot is one that it did not learn it had: PostgreSQL died before answering.
  if s.pool_id <> p_pool then
    return jsonb_build_object('outcome', 'UNDER_WAY');
  end if;
  if s.delivery_id is null and (select count(*) from webhook_slots where endpoint = d.endpoint)
      >= webhook_slots_allowed(v_timeouts) then
    update webhook_deliveries set is_parked = true, updated_at = service_now() where id = d.id;
    return jsonb_build_object('outcome', 'PARKED');
  end if;
  insert into webhook_slots (delivery_id, endpoint, pool_id) values (d.id, d.endpoint, p_pool)
    on conflict (delivery_id) do update set pool_id = excluded.pool_id, taken_at = service_now();
  update webhook_deliveries set attempts = attempts + 1, is_parked = false, updated_at = service_now()
    where id = d.id;
  return (select jsonb_build_object('outcome', 'ATTEMPT', 'attempt', d.attempts + 1, 'endpoint', d.endpoint,
      'body', d.body, 'environment', p.environment, 'event', jsonb_build_object('id', e.id, 'type', e.type,
      'snapshot', e.snapshot, 'createdAt', e.created_at))
    from events e join platforms p on p.id = e.platform_id where e.id = d.event_id);
end $$;

-- Ends an attempt: its outcome, the next job, the slot and what the endpoint has shown of itself,
-- all or nothing. An attempt that another one has overtaken can only still report a success.
create function finish_webhook_attempt(p jsonb) returns text language plpgsql as $$
declare
  d webhook_deliveries;
  v_timeouts integer;
  v_next timestamptz := (p ->> 'nextAttemptAt')::timestamptz;
  v_status text := p ->> 'outcome';
begin
  select * into d from webhook_deliveries where id = (p ->> 'deliveryId')::uuid for update;
  v_timeouts := lock_webhook_endpoint(d.endpoint);
  if v_status = 'FAILED' then
    v_status := case when v_next <= d.created_at + (p ->> 'giveUpAfterMs')::bigint * interval '1 millisecond'
      then 'PENDING' else 'STOPPED' end;
  end if;
  if d.status = 'PENDING' and (v_status = 'DELIVERED' or d.attempts = (p ->> 'attempt')::integer) then
    update webhook_deliveries set status = v_status, last_status = (p ->> 'status')::integer,
      last_error = p ->> 'error', updated_at = service_now(),
      next_attempt_at = case v_status when 'PENDING' then v_next else next_attempt_at end,
      body = case v_status when 'PENDING' then p ->> 'body' end
    where id = d.id;
    if v_status = 'PENDING' then perform add_webhook_job(d.id, v_next); end if;
  end if;
  delete from webhook_slots where delivery_id = d.id and pool_id = p ->> 'pool';
  if p ->> 'isTimeout' is not null then
    v_timeouts := case when (p ->> 'isTimeout')::boolean then v_timeouts + 1 else 0 end;
    update webhook_endpoints set timeouts_in_a_row = v_timeouts
      where endpoint = d.endpoint and timeouts_in_a_row <> v_timeouts;
  end if;
  perform wake_parked_webhooks(d.endpoint, v_timeouts);
  return v_status;
end $$;

-- Unlocks the jobs of pools that have been silent for too long, and frees their slots. PostgreSQL's
-- own absence counts for nobody's silence.
create function bury_silent_job_pools(p_silence interval) returns integer language plpgsql as $$
declare v_silent text[];
begin
  with silent as (
    delete from job_pools where greatest(beat_at, pg_postmaster_start_time()) < service_now() - p_silence
    returning pool_id)
  select array_agg(pool_id) into v_silent from silent;
  -- also what a pool locked that died before its first beat
  v_silent := array(
    select unnest(v_silent)
    union
    select j.locked_by from graphile_worker.jobs j where j.locked_by is not null
      and greatest(j.locked_at, pg_postmaster_start_time()) < service_now() - p_silence
      and not exists (select 1 from job_pools where pool_id = j.locked_by));
  delete from webhook_slots s where s.pool_id = any (v_silent)
    -- no attempt lasts so long: nobody could write its end, or its job is late and will ask again
    or s.taken_at < service_now() - interval '30 seconds';
  perform graphile_worker.force_unlock_workers(v_silent);
  return cardinality(v_silent);
end $$;

-- A delivery that is due and that no job will make: its attempt died with its worker. One job is
-- one attempt, so an unlocked job is spent; a new one takes its key.
create function rescue_webhook_deliveries() returns integer language plpgsql as $$
declare
  v_delivery uuid;
  v_rescued integer := 0;
begin
  for v_delivery in
    select d.id from webhook_deliveries d
    where d.status = 'PENDING' and not d.is_parked and d.next_attempt_at <= service_now()
    and not exists (select 1 from graphile_worker.jobs j where j.key = 'webhook/' || d.id
      and (j.locked_at is not null or j.attempts < j.max_attempts))
    order by d.next_attempt_at limit 1000
  loop
    perform graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where key = 'webhook/' || v_delivery));
    perform add_webhook_job(v_delivery, null);
    v_rescued := v_rescued + 1;
  end loop;
  return v_rescued;
end $$;

-- What every job process does every few seconds: shows that its pools live, and, one process at a
-- time, picks up what dead ones left behind.
create function tend_job_pools(p_pools text[], p_silence interval) returns jsonb language plpgsql as $$
declare
  v_last_beat timestamptz := (select max(beat_at) from job_pools where pool_id = any (p_pools));
  v_endpoint text;
  v_buried integer := 0;
  v_rescued integer;
begin
  insert into job_pools (pool_id, beat_at) select pool, service_now() from unnest(p_pools) pool
    on conflict (pool_id) do update set beat_at = excluded.beat_at;
  if not pg_try_advisory_xact_lock(7300107) then
    return jsonb_build_object('buried', 0, 'rescued', 0);
  end if;
  -- Who was cut off itself gives the others time to be heard first.
  if v_last_beat is null or v_last_beat > service_now() - p_silence / 2 then
    v_buried := bury_silent_job_pools(p_silence);
  end if;
  v_rescued := rescue_webhook_deliveries();
  for v_endpoint in
    select p.endpoint from (select distinct endpoint from webhook_deliveries where status = 'PENDING' and is_parked) p
    where (select count(*) from webhook_slots s where s.endpoint = p.endpoint) < webhook_slots_allowed(coalesce(
      (select timeouts_in_a_row from webhook_endpoints e where e.endpoint = p.endpoint), 0))
  loop
    perform wake_parked_webhooks(v_endpoint, lock_webhook_endpoint(v_endpoint));
  end loop;
  return jsonb_build_object('buried', v_buried, 'rescued', v_rescued);
end $$;

-- A pool that has stopped by itself holds nothing any more.
create function release_job_pool(p_pool text) returns void language sql as $$
  delete from webhook_slots where pool_id = p_pool;
  delete from job_pools where pool_id = p_pool;
  select graphile_worker.force_unlock_workers(array[p_pool]);
$$;

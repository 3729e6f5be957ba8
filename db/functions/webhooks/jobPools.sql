-- Unlocks the jobs of pools without a recent heartbeat and frees their slots. Downtime of PostgreSQL
-- itself does not count. Whether a process lives is judged by the machine's clock, which no test clock moves.
create or replace function release_dead_pools(p_dead_after interval) returns integer language plpgsql as $$
declare v_dead text[];
begin
  with dead as (
    delete from job_pools where greatest(beat_at, pg_postmaster_start_time()) < clock_timestamp() - p_dead_after
    returning pool_id)
  select array_agg(pool_id) into v_dead from dead;
  -- also jobs of a pool that died before its first heartbeat
  v_dead := array(
    select unnest(v_dead)
    union
    select j.locked_by from graphile_worker.jobs j where j.locked_by is not null
      and greatest(j.locked_at, pg_postmaster_start_time()) < clock_timestamp() - p_dead_after
      and not exists (select 1 from job_pools where pool_id = j.locked_by));
  delete from webhook_slots s where s.pool_id = any (v_dead)
    -- no attempt lasts longer: its outcome could not be recorded, or its job will be attempted again
    or s.taken_at < clock_timestamp() - interval '30 seconds';
  perform graphile_worker.force_unlock_workers(v_dead);
  return cardinality(v_dead);
end $$;

-- Requeues due deliveries that have no job and no running attempt: their attempt was lost with its
-- worker. A job starts once, so an unlocked job is spent; a new one takes its key.
create or replace function requeue_lost_deliveries() returns integer language plpgsql as $$
declare
  v_delivery uuid;
  v_requeued integer := 0;
begin
  for v_delivery in
    select d.id from webhook_deliveries d
    where d.status = 'PENDING' and not d.is_queued and d.next_attempt_at <= service_now()
    and not exists (select 1 from webhook_slots s where s.delivery_id = d.id and s.pool_id is not null)
    and not exists (select 1 from graphile_worker.jobs j where j.key = 'webhook/' || d.id
      and (j.locked_at is not null or j.attempts < j.max_attempts))
    order by d.next_attempt_at limit 1000
  loop
    perform graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where key = 'webhook/' || v_delivery));
    perform add_webhook_job(v_delivery, null);
    v_requeued := v_requeued + 1;
  end loop;
  return v_requeued;
end $$;

-- The periodic heartbeat of a job process: renews its pools and, one process at a time, releases what
-- dead pools held.
create or replace function heartbeat_pools(p_pools text[], p_dead_after interval) returns jsonb language plpgsql as $$
declare
  v_last_beat timestamptz := (select max(beat_at) from job_pools where pool_id = any (p_pools));
  v_queued record;
  v_released integer := 0;
  v_requeued integer;
begin
  insert into job_pools (pool_id, beat_at) select pool, clock_timestamp() from unnest(p_pools) pool
    on conflict (pool_id) do update set beat_at = excluded.beat_at;
  if not pg_try_advisory_xact_lock(7300107) then
    return jsonb_build_object('released', 0, 'requeued', 0);
  end if;
  -- A process that was disconnected itself waits first, so that the others can send heartbeats.
  if v_last_beat is null or v_last_beat > clock_timestamp() - p_dead_after / 2 then
    v_released := release_dead_pools(p_dead_after);
  end if;
  v_requeued := requeue_lost_deliveries();
  for v_queued in select platform_id, endpoint from queued_platform_endpoints() loop
    perform resume_platform_deliveries(v_queued.platform_id, v_queued.endpoint);
  end loop;
  return jsonb_build_object('released', v_released, 'requeued', v_requeued);
end $$;

-- Releases what a pool held that has stopped by itself.
create or replace function release_job_pool(p_pool text) returns void language sql as $$
  delete from webhook_slots where pool_id = p_pool;
  delete from job_pools where pool_id = p_pool;
  select graphile_worker.force_unlock_workers(array[p_pool]);
$$;

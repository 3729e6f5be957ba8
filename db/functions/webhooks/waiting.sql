-- The addresses of a platform that something waits for, and its present one: how much (`p_max` stands for more), since
-- when, and why the oldest was not delivered. One descent of the index for each, of a hundred at most.
create or replace function waiting_webhooks(p_platform uuid, p_max integer) returns jsonb language sql stable as $$
  with recursive named as (
    (select endpoint from webhook_deliveries where platform_id = p_platform and status = 'PENDING'
      order by endpoint limit 1)
    union all
    select n.endpoint from named f, lateral (
      select endpoint from webhook_deliveries where platform_id = p_platform and status = 'PENDING'
        and endpoint > f.endpoint order by endpoint limit 1) n),
  present as (select webhook_endpoint as endpoint from platforms where id = p_platform and webhook_endpoint is not null),
  addresses as (select endpoint from present union (select endpoint from named limit 100))
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('endpoint', a.endpoint,
      'isPresent', exists (select from present p where p.endpoint = a.endpoint), 'waiting', w.waiting,
      'waitingSince', o.created_at, 'lastError', o.last_error)) order by o.created_at, a.endpoint), '[]')
  from addresses a
  cross join lateral (select count(*) as waiting from (select from webhook_deliveries d
    where d.platform_id = p_platform and d.endpoint = a.endpoint and d.status = 'PENDING' limit p_max) x) w
  left join lateral (select d.created_at, d.last_error from webhook_deliveries d
    where d.platform_id = p_platform and d.endpoint = a.endpoint and d.status = 'PENDING'
    order by d.created_at, d.id limit 1) o on true;
$$;

-- Ends what waits for an address: moves it to the platform's present one, or stops it (`p.action` DROP); p.limit of
-- them, oldest first. What is being sent at this instant stays, and so does what another call has taken. Null: there is
-- no endpoint to move it to; without `changed`: it is that one.
-- What is moved is retried like any other, also a redelivery: two of one event are the receiver's to recognize.
create or replace function end_waiting_webhooks(p jsonb) returns jsonb language plpgsql as $$
declare
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_from text := p ->> 'from';
  v_to text := (select webhook_endpoint from platforms where id = v_platform);
  v_is_move boolean := p ->> 'action' = 'MOVE';
  v_changed uuid[];
begin
  if v_is_move and v_to is null then return null; end if;
  if v_is_move and v_to = v_from then return '{}'::jsonb; end if;
  v_changed := array(
    select d.id from webhook_deliveries d
    where d.platform_id = v_platform and d.endpoint = v_from and d.status = 'PENDING'
      and not exists (select from webhook_slots s where s.delivery_id = d.id and s.pool_id is not null)
    order by d.created_at, d.id limit (p ->> 'limit')::integer for update of d skip locked);
  -- A slot that is reserved for one whose job has not begun: the job finds the delivery moved or ended.
  delete from webhook_slots where delivery_id = any (v_changed) and pool_id is null;
  if v_is_move then
    update webhook_deliveries set endpoint = v_to, is_queued = true, is_manual = false,
      next_attempt_at = service_now(), updated_at = service_now() where id = any (v_changed);
    perform start_platform_deliveries(v_platform, v_to, lock_platform_endpoint(v_platform, v_to));
  else
    update webhook_deliveries set status = 'STOPPED', is_queued = false, body = null,
      last_error = 'dropped by the platform', updated_at = service_now() where id = any (v_changed);
  end if;
  perform resume_next_endpoint(v_platform, v_from);
  return jsonb_build_object('changed', cardinality(v_changed), 'hasMore', exists (
    select from webhook_deliveries d where d.platform_id = v_platform and d.endpoint = v_from and d.status = 'PENDING'));
end $$;

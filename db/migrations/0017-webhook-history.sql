-- What became of webhooks, and sending them again. A platform lists its events by time and looks
-- for those that it has not heard of; a person sends one again, or all of a range.

-- Nobody reads events by their sequence: pages and ranges go by time.
drop index events_platform;
create index events_platform on events (platform_id, created_at, id);
create index events_subject on events (subject);
create index events_type on events (platform_id, type, created_at, id);
-- There was no endpoint when it happened, and nobody has sent it since.
alter table events add column is_unsent boolean not null default false;
update events e set is_unsent = true
  where not exists (select 1 from webhook_deliveries d where d.event_id = e.id);
create index events_unsent on events (platform_id, created_at, id) where is_unsent;

alter table webhook_deliveries
  -- sent again by hand: one attempt, whatever comes of it
  add column is_manual boolean not null default false,
  -- the beginning of what the receiver answered last
  add column last_response text;
create index webhook_deliveries_platform on webhook_deliveries (platform_id, created_at, id);
create index webhook_deliveries_by_hand on webhook_deliveries (platform_id, created_at, id) where is_manual;
create index webhook_deliveries_stopped on webhook_deliveries (platform_id, event_id) where status = 'STOPPED';
-- However often it is asked for, an event is on its way by hand once.
create unique index webhook_deliveries_manual on webhook_deliveries (event_id, endpoint)
  where is_manual and status = 'PENDING';
-- What has just happened goes before what is sent again.
drop index webhook_deliveries_parked;
create index webhook_deliveries_parked on webhook_deliveries (endpoint, is_manual, next_attempt_at)
  where status = 'PENDING' and is_parked;

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz not null,
  -- null: nobody lived to see how it ended
  duration_ms integer,
  status integer,
  error text,
  primary key (delivery_id, number)
);

create or replace function emit_event(p_platform uuid, p_type text, p_subject text, p_snapshot jsonb)
returns void language plpgsql as $$
declare
  v_event uuid := gen_random_uuid();
  v_delivery uuid := gen_random_uuid();
  v_endpoint text := (select webhook_endpoint from platforms where id = p_platform);
begin
  insert into events (id, platform_id, type, subject, snapshot, is_unsent)
  values (v_event, p_platform, p_type, p_subject, p_snapshot, v_endpoint is null);
  if v_endpoint is not null then
    insert into webhook_deliveries (id, event_id, platform_id, endpoint)
    values (v_delivery, v_event, p_platform, v_endpoint);
    perform add_webhook_job(v_delivery, null);
  end if;
end $$;

create or replace function wake_parked_webhooks(p_endpoint text, p_timeouts integer) returns integer language plpgsql as $$
declare
  v_delivery uuid;
  v_woken integer := 0;
  v_free integer := webhook_slots_allowed(p_timeouts)
    - (select count(*) from webhook_slots where endpoint = p_endpoint);
begin
  for v_delivery in
    select id from webhook_deliveries where endpoint = p_endpoint and status = 'PENDING' and is_parked
    order by is_manual, next_attempt_at limit greatest(v_free, 0) for update skip locked
  loop
    insert into webhook_slots (delivery_id, endpoint) values (v_delivery, p_endpoint) on conflict do nothing;
    update webhook_deliveries set is_parked = false, updated_at = service_now() where id = v_delivery;
    perform add_webhook_job(v_delivery, null);
    v_woken := v_woken + 1;
  end loop;
  return v_woken;
end $$;

create or replace function begin_webhook_attempt(p_delivery uuid, p_pool text) returns jsonb language plpgsql as $$
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
  if d.attempts > 0 then
    insert into webhook_attempts (delivery_id, number, at, error)
    values (d.id, d.attempts, d.updated_at, 'lost with its worker') on conflict do nothing;
  end if;
  update webhook_deliveries set attempts = attempts + 1, is_parked = false, updated_at = service_now()
    where id = d.id;
  return (select jsonb_build_object('outcome', 'ATTEMPT', 'attempt', d.attempts + 1, 'endpoint', d.endpoint,
      'isManual', d.is_manual, 'body', d.body, 'environment', p.environment, 'event', jsonb_build_object(
      'id', e.id, 'type', e.type, 'snapshot', e.snapshot, 'createdAt', e.created_at))
    from events e join platforms p on p.id = e.platform_id where e.id = d.event_id);
end $$;

-- A redelivery that arrived makes the waiting retries of its event needless. One that is being
-- written to just now is left alone: the receiver knows the id.
create function stop_needless_retries(p_event uuid, p_endpoint text) returns void language sql as $$
  update webhook_deliveries set status = 'STOPPED', is_parked = false, body = null,
    last_error = 'delivered by a redelivery', updated_at = service_now()
  where id in (select id from webhook_deliveries where event_id = p_event and endpoint = p_endpoint
    and status = 'PENDING' and not is_manual for update skip locked);
$$;

create or replace function finish_webhook_attempt(p jsonb) returns text language plpgsql as $$
declare
  d webhook_deliveries;
  v_timeouts integer;
  v_next timestamptz := (p ->> 'nextAttemptAt')::timestamptz;
  v_status text := p ->> 'outcome';
  v_ms integer := (p ->> 'durationMs')::integer;
begin
  select * into d from webhook_deliveries where id = (p ->> 'deliveryId')::uuid for update;
  v_timeouts := lock_webhook_endpoint(d.endpoint);
  if v_status = 'FAILED' then
    v_status := case when v_next <= d.created_at + (p ->> 'giveUpAfterMs')::bigint * interval '1 millisecond'
      then 'PENDING' else 'STOPPED' end;
  end if;
  insert into webhook_attempts (delivery_id, number, at, duration_ms, status, error)
  values (d.id, (p ->> 'attempt')::integer, service_now() - make_interval(secs => v_ms / 1000.0), v_ms,
    (p ->> 'status')::integer, p ->> 'error')
  on conflict (delivery_id, number) do update set at = excluded.at, duration_ms = excluded.duration_ms,
    status = excluded.status, error = excluded.error;
  if d.status = 'PENDING' and (v_status = 'DELIVERED' or d.attempts = (p ->> 'attempt')::integer) then
    update webhook_deliveries set status = v_status, last_status = (p ->> 'status')::integer,
      last_error = p ->> 'error', last_response = p ->> 'response', updated_at = service_now(),
      next_attempt_at = case v_status when 'PENDING' then v_next else next_attempt_at end,
      body = case v_status when 'PENDING' then p ->> 'body' end
    where id = d.id;
    if v_status = 'PENDING' then perform add_webhook_job(d.id, v_next); end if;
    if v_status = 'DELIVERED' and d.is_manual then perform stop_needless_retries(d.event_id, d.endpoint); end if;
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

-- A delivery as the API shows it.
create view webhook_delivery_views as
select d.id, d.event_id, d.platform_id, e.type, e.subject, d.endpoint, d.status, d.is_manual, d.is_parked,
  d.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.updated_at
from webhook_deliveries d join events e on e.id = d.event_id;

-- What an event's deliveries have come to: DELIVERED once one has arrived; FAILED when none has and
-- nobody tries any more; UNSENT when there was no endpoint to send it to. A question whose answer
-- somebody waited for has no delivery: it has been put.
create function webhook_event_status(e events) returns text language sql stable as $$
  select case when e.is_unsent then 'UNSENT' when bool_or(status = 'DELIVERED') then 'DELIVERED'
    when bool_or(status = 'PENDING') then 'PENDING' when bool_or(status = 'STOPPED') then 'FAILED'
    else 'DELIVERED' end
  from webhook_deliveries where event_id = e.id;
$$;

-- Sends events of a platform again, to its present endpoint: of those after a position, in their
-- order, as many as asked for. One statement writes all deliveries, parked; the endpoint's slots
-- draw them in, behind whatever is new. It looks at 20,000 events at most and answers how far it
-- came, so that no range is too long. Answers null without an endpoint.
create function redeliver_webhooks(p jsonb) returns jsonb language plpgsql as $$
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
    insert into webhook_deliveries (id, event_id, platform_id, endpoint, is_manual, is_parked)
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
  perform wake_parked_webhooks(v_endpoint, lock_webhook_endpoint(v_endpoint));
  return v_answer;
end $$;

-- The same for one event; answers its delivery, the one under way if there is one already. Null:
-- no such event; without an endpoint an empty object.
create function redeliver_webhook(p_platform uuid, p_event uuid) returns jsonb language plpgsql as $$
declare
  v_endpoint text := (select webhook_endpoint from platforms where id = p_platform);
  v_delivery uuid;
begin
  if not exists (select 1 from events where id = p_event and platform_id = p_platform) then return null; end if;
  if v_endpoint is null then return '{}'; end if;
  insert into webhook_deliveries (id, event_id, platform_id, endpoint, is_manual, is_parked)
  values (gen_random_uuid(), p_event, p_platform, v_endpoint, true, true)
  on conflict do nothing returning id into v_delivery;
  update events set is_unsent = false where id = p_event and is_unsent;
  if v_delivery is null then
    select id into v_delivery from webhook_deliveries
    where event_id = p_event and endpoint = v_endpoint and is_manual order by created_at desc limit 1;
  end if;
  perform wake_parked_webhooks(v_endpoint, lock_webhook_endpoint(v_endpoint));
  return (select to_jsonb(d) from webhook_delivery_views d where d.id = v_delivery);
end $$;

-- A TEST event for the present endpoint; answers its delivery's id, null without an endpoint.
create function send_test_webhook(p_platform uuid) returns uuid language plpgsql as $$
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

-- Balances of a platform (of one account of it) at so many instants of a time, per currency: the
-- present ones, less what has happened since each instant. Only transfers of that time are read.
create function balance_history(p_platform uuid, p_account uuid, p_currency text, p_from timestamptz,
  p_until timestamptz, p_points integer) returns table (currency text, at timestamptz, balance bigint,
  total_balance bigint) language sql stable as $$
  with mine as materialized (
    select id, v.currency, spendable, total from internal_account_views v
    where platform_id = p_platform and (p_account is null or id = p_account)
      and (p_currency is null or v.currency = p_currency)),
  present as (
    select m.currency, sum(spendable)::bigint as balance, sum(total)::bigint as total from mine m group by 1),
  instants as (
    select n, p_from + (p_until - p_from) * n / (p_points - 1) as at from generate_series(0, p_points - 1) n),
  -- n: the last instant that is before the change
  changes as (
    select m.currency, ceil(extract(epoch from t.created_at - p_from)
        / extract(epoch from p_until - p_from) * (p_points - 1))::integer - 1 as n,
      t.spendable, t.total
    from mine m cross join lateral (
      select created_at, case kind when 'POST_PENDING' then 0 when 'VOID_PENDING' then amount else -amount end as spendable,
        case when kind in ('POSTED', 'POST_PENDING') then -amount else 0 end as total
      from ledger_transfers where debit_account_id = m.id and created_at > p_from
      union all
      select created_at, case when kind in ('POSTED', 'POST_PENDING') then amount else 0 end,
        case kind when 'POST_PENDING' then 0 when 'VOID_PENDING' then -amount else amount end
      from ledger_transfers where credit_account_id = m.id and created_at > p_from) t),
  later as (
    select c.currency, least(n, p_points - 1) as n, sum(spendable) as spendable, sum(total) as total
    from changes c group by 1, 2)
  select p.currency, i.at, (p.balance - coalesce(sum(l.spendable), 0))::bigint,
    (p.total - coalesce(sum(l.total), 0))::bigint
  from present p cross join instants i left join later l on l.currency = p.currency and l.n >= i.n
  group by p.currency, p.balance, p.total, i.n, i.at order by p.currency, i.n;
$$;

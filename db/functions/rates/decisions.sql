-- What operators decide about rates, and what they are to look at.

-- Sets a rate in the feed's place until an instant. One that was set before ends. @returns false: no market prices the currency
create or replace function override_rate(p_environment text, p_currency text, p_numerator bigint, p_denominator bigint,
  p_ends_at timestamptz, p_by text, p_reason text) returns boolean language plpgsql as $$
begin
  perform 1 from exchange_rates where environment = p_environment and currency = p_currency and class <> 'FIXED' for update;
  if not found then return false; end if;
  update exchange_rate_overrides set ended_at = service_now(), ended_by = p_by
    where environment = p_environment and currency = p_currency and ended_at is null and ends_at > service_now();
  insert into exchange_rate_overrides (environment, currency, per_usd_numerator, per_usd_denominator, reason, set_by, ends_at)
    values (p_environment, p_currency, p_numerator, p_denominator, p_reason, p_by, p_ends_at);
  return true;
end $$;

-- The feed's rate is used again, if it may be. @returns false: none is set
create or replace function end_rate_override(p_environment text, p_currency text, p_by text) returns boolean language plpgsql as $$
begin
  update exchange_rate_overrides set ended_at = service_now(), ended_by = p_by
    where environment = p_environment and currency = p_currency and ended_at is null and ends_at > service_now();
  return found;
end $$;

-- Prices by an observation that waits. @returns false: it does not wait any more
create or replace function accept_rate(p_environment text, p_currency text, p_observation bigint, p_by text) returns boolean
language plpgsql as $$
declare
  rate exchange_rates;
  o exchange_rate_observations;
begin
  select * into rate from exchange_rates where environment = p_environment and currency = p_currency for update;
  if rate.waiting_id is distinct from p_observation then return false; end if;
  select * into o from exchange_rate_observations where id = p_observation;
  perform use_rate(rate, o);
  update exchange_rate_observations set outcome = 'ACCEPTED', accepted_by = p_by where id = p_observation;
  return true;
end $$;

-- The spread of a pair from now on: of everybody, or of a platform.
create or replace function set_rate_spread(p_environment text, p_sending text, p_receiving text, p_platform uuid,
  p_basis_points integer, p_by text, p_reason text) returns void language sql as $$
  insert into exchange_rate_spreads (environment, sending_currency, receiving_currency, platform_id, basis_points, reason, set_by)
  values (p_environment, p_sending, p_receiving, p_platform, p_basis_points, p_reason, p_by)
  on conflict (environment, sending_currency, receiving_currency, coalesce(platform_id, '00000000-0000-0000-0000-000000000000'))
  do update set basis_points = p_basis_points, reason = p_reason, set_by = p_by, set_at = service_now();
$$;

-- The spread of a pair as a quote takes it; null where a currency has no rate that may be used.
create or replace function rate_spread(p_environment text, p_sending text, p_receiving text, p_platform uuid) returns integer
language sql stable as $$
  select coalesce(
    (select basis_points from exchange_rate_spreads where environment = p_environment and sending_currency = p_sending
      and receiving_currency = p_receiving and (platform_id is null or platform_id = p_platform)
      order by platform_id nulls last limit 1),
    (select s.spread + r.spread from usable_rate(p_environment, p_sending) s, usable_rate(p_environment, p_receiving) r));
$$;

create or replace function rate_subject(p_environment text, p_currency text) returns text language sql immutable as $$
  select 'Rate:' || p_environment || '/USD-' || p_currency;
$$;

-- What needs a person, where feeds are read. What has no rate for a moment is no matter: its feed is asked again.
create or replace function rate_items() returns table (kind text, subject text, environment text, since timestamptz, reason text)
language sql stable as $$
  select 'RATE_UNUSABLE', rate_subject(r.environment, r.currency), r.environment, x.since,
    case when r.per_usd_numerator is null then 'NEVER_SAID' else 'TOO_OLD' end
  from exchange_rates r cross join lateral (select case when r.per_usd_numerator is null
      then (select min(s.asked_since) from exchange_rate_sources s where s.environment = r.environment)
      else rate_usable_until(r.class, r.source_time) end as since) x
  where r.class <> 'FIXED' and x.since < service_now() - interval '2 minutes'
    and not exists (select 1 from usable_rate(r.environment, r.currency))
  union all
  select 'RATE_WAITING', rate_subject(o.environment, o.currency), o.environment, o.fetched_at, o.reason
  from exchange_rates r cross join lateral (select * from exchange_rate_observations x where x.id = r.waiting_id offset 0) o
  union all
  select 'RATE_APART', rate_subject(r.environment, r.currency), r.environment, r.updated_at, 'APART'
  from exchange_rates r cross join lateral compared_rate(r.environment, r.currency) o
  where r.class = 'FIAT' and r.observation_id is not null and is_rate_apart(r.per_usd_numerator, r.per_usd_denominator,
    o.per_usd_numerator, o.per_usd_denominator, rate_bound(r.class))
  union all
  select 'RATE_OVERRIDE', rate_subject(o.environment, o.currency), o.environment, o.set_at, o.reason
  from exchange_rate_overrides o where o.ended_at is null and o.ends_at > service_now()
  union all
  select 'RATE_FEED_DOWN', 'RateFeed:' || s.environment || '/' || s.source, s.environment, s.failing_since, s.failure
  from exchange_rate_sources s where s.failing_since < service_now() - interval '10 minutes';
$$;

-- How much of its time the oldest rate has used up: 1 is its age limit.
create or replace function oldest_rate_age_ratio() returns double precision language sql stable as $$
  select max(extract(epoch from service_now() - source_time) / extract(epoch from rate_usable_until(class, source_time) - source_time))
    ::double precision
  from exchange_rates where source_time is not null;
$$;

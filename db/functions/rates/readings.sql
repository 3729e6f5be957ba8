-- Readings of feeds: whose turn it is, and what is accepted of what they say.

-- Feeds that are due, with what a conditional request says; each is leased to its caller, who records the result.
create or replace function claim_rate_sources(p_environment text, p_sources text[], p_lease_seconds integer)
returns table (source text, validators jsonb) language plpgsql as $$
begin
  insert into exchange_rate_sources (environment, source)
  select p_environment, s from unnest(p_sources) s where not exists (
    select 1 from exchange_rate_sources x where x.environment = p_environment and x.source = s)
  on conflict do nothing;
  return query update exchange_rate_sources x set due_at = service_now() + make_interval(secs => p_lease_seconds)
    where x.environment = p_environment and x.source = any (p_sources) and x.due_at <= service_now()
    returning x.source, x.validators;
end $$;

-- A feed could not be read: it is asked again after p_seconds.
create or replace function note_rate_failure(p_environment text, p_source text, p_failure text, p_seconds integer)
returns void language sql as $$
  update exchange_rate_sources set failures = failures + 1, failure = p_failure,
    failing_since = coalesce(failing_since, service_now()), due_at = service_now() + make_interval(secs => p_seconds)
  where environment = p_environment and source = p_source;
$$;

-- By how much two rates may differ: 2 %, of what an exchange prices 5 %.
create or replace function rate_bound(p_class text) returns integer language sql immutable as $$
  select case p_class when 'CRYPTO' then 500 else 200 end;
$$;

-- Whether a rate is further than p_basis_points from another one. Null: there is no other one.
create or replace function is_rate_apart(p_numerator bigint, p_denominator bigint, p_other_numerator bigint,
  p_other_denominator bigint, p_basis_points integer) returns boolean language sql immutable as $$
  select abs(p_numerator::numeric * p_other_denominator - p_other_numerator::numeric * p_denominator) * 10000
    > p_basis_points * p_other_numerator::numeric * p_denominator;
$$;

-- What the second source has last said of a currency, of its last five days: it is silent on holidays.
create or replace function compared_rate(p_environment text, p_currency text) returns exchange_rate_observations
language sql stable as $$
  select o from exchange_rate_observations o where o.environment = p_environment and o.currency = p_currency
    and o.source = 'ECB' and o.source_time > service_now() - interval '5 days' order by o.id desc limit 1;
$$;

-- Why an observation is not taken as it is. The caller holds the row of the currency.
create or replace function rate_objection(rate exchange_rates, observation exchange_rate_observations) returns text
language plpgsql stable as $$
declare
  n bigint := observation.per_usd_numerator;
  d bigint := observation.per_usd_denominator;
  v_other exchange_rate_observations;
begin
  if observation.source_time > service_now() + interval '5 minutes' then return 'FUTURE'; end if;
  if rate.class = 'PEGGED' then
    return case when is_rate_apart(n, d, 1, 1, 50) then 'PEG' end;
  end if;
  if is_rate_apart(n, d, rate.per_usd_numerator, rate.per_usd_denominator, rate_bound(rate.class)) then return 'JUMP'; end if;
  if rate.class <> 'FIAT' then return null; end if;
  v_other := compared_rate(rate.environment, rate.currency);
  if is_rate_apart(n, d, v_other.per_usd_numerator, v_other.per_usd_denominator, rate_bound(rate.class)) then return 'APART'; end if;
  return null;
end $$;

-- Prices by an observation from now on. What waited is over.
create or replace function use_rate(rate exchange_rates, observation exchange_rate_observations) returns void
language sql as $$
  update exchange_rate_observations set outcome = 'REFUSED', reason = 'UNCONFIRMED'
    where id = rate.waiting_id and id <> observation.id;
  update exchange_rates set waiting_id = null, observation_id = observation.id, source_time = observation.source_time,
    updated_at = service_now(),
    -- The peg was checked: a coin is worth what it promises.
    per_usd_numerator = case class when 'PEGGED' then 1 else observation.per_usd_numerator end,
    per_usd_denominator = case class when 'PEGGED' then 1 else observation.per_usd_denominator end
  where environment = rate.environment and currency = rate.currency;
$$;

-- One rate that a feed has said. @returns what became of it; null: it is not newer than what is known of the feed
create or replace function record_rate(p_environment text, p_source text, p jsonb) returns text language plpgsql as $$
declare
  rate exchange_rates;
  waiting exchange_rate_observations;
  o exchange_rate_observations;
  v_last timestamptz;
begin
  select * into rate from exchange_rates r where r.environment = p_environment and r.currency = p ->> 'currency'
    and r.class <> 'FIXED' for update;
  if not found then return null; end if;
  o.source_time := (p ->> 'sourceTime')::timestamptz;
  -- A feed that repeats itself, or whose answer comes behind a later one, says nothing.
  select x.source_time into v_last from exchange_rate_observations x where x.environment = p_environment
    and x.currency = rate.currency and x.source = p_source and x.reason is distinct from 'FUTURE' order by x.id desc limit 1;
  if v_last >= o.source_time then return null; end if;
  insert into exchange_rate_observations (environment, currency, source, source_time, per_usd_numerator,
    per_usd_denominator, outcome)
  values (p_environment, rate.currency, p_source, o.source_time, (p ->> 'numerator')::bigint,
    (p ->> 'denominator')::bigint, case p_source when 'ECB' then 'COMPARED' else 'ACCEPTED' end)
  returning * into o;
  if p_source = 'ECB' then return o.outcome; end if;
  o.reason := rate_objection(rate, o);
  if o.reason is null then
    perform use_rate(rate, o);
    return o.outcome;
  end if;
  if o.reason in ('FUTURE', 'PEG') then
    o.outcome := 'REFUSED';
  else
    select * into waiting from exchange_rate_observations where id = rate.waiting_id;
    -- The next instant of the feed says the same: it is so.
    if not is_rate_apart(o.per_usd_numerator, o.per_usd_denominator, waiting.per_usd_numerator,
        waiting.per_usd_denominator, rate_bound(rate.class)) then
      perform use_rate(rate, o);
      return o.outcome;
    end if;
    o.outcome := 'WAITING';
    update exchange_rate_observations set outcome = 'REFUSED', reason = 'UNCONFIRMED' where id = rate.waiting_id;
    update exchange_rates set waiting_id = o.id where environment = p_environment and currency = rate.currency;
  end if;
  update exchange_rate_observations set outcome = o.outcome, reason = o.reason where id = o.id;
  return o.outcome;
end $$;

-- A feed has answered: {rates: [{currency, numerator, denominator, sourceTime}], missing, validators}, or null where
-- nothing has changed. @returns how many rates became what
create or replace function record_rate_reading(p_environment text, p_source text, p jsonb, p_seconds integer)
returns jsonb language plpgsql as $$
declare v_outcomes jsonb;
begin
  -- In one order: two who record at once wait for each other, and do not block each other.
  select coalesce(jsonb_object_agg(outcome, rates), '{}') into v_outcomes from (
    select outcome, count(*) as rates from (
      select record_rate(p_environment, p_source, r) as outcome
      from (select r from jsonb_array_elements(p -> 'rates') r order by r ->> 'currency') x) y
    where outcome is not null group by outcome) z;
  update exchange_rate_sources set readings = readings + 1, answered_at = service_now(), failing_since = null, failure = null,
    due_at = service_now() + make_interval(secs => p_seconds),
    missing = case when p is null then missing else array(select jsonb_array_elements_text(p -> 'missing')) end,
    rates_missed = rates_missed + coalesce(jsonb_array_length(p -> 'missing'), 0),
    validators = coalesce(p -> 'validators', validators)
  where environment = p_environment and source = p_source;
  return v_outcomes;
end $$;

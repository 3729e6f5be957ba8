-- The rate that may be used now: the only reader of `exchange_rates`. What prices, judges or compares calls it.

-- The market of currencies closes on Friday at 22:00 UTC for two days: Friday's rates are used until it opens. What is
-- priced by one that is older than two hours has a wider spread.
create or replace function rate_age_limit(p_class text) returns interval language sql immutable as $$
  select case p_class when 'FIAT' then interval '2 hours' else interval '60 seconds' end;
$$;

create or replace function rate_usable_until(p_class text, p_source_time timestamptz) returns timestamptz
language sql stable as $$
  select case when p_source_time is null then 'infinity'
    when p_class = 'FIAT' and x.ends_at < x.closed_at + interval '2 days' then x.closed_at + interval '2 days'
    else x.ends_at end
  from (select p_source_time + rate_age_limit(p_class) as ends_at,
    -- The last Friday, 22:00 UTC, before the limit.
    (date_trunc('week', (p_source_time + rate_age_limit(p_class)) at time zone 'UTC' + interval '2 days 2 hours')
      - interval '2 days 2 hours') at time zone 'UTC' as closed_at) x;
$$;

-- Nothing where there is none: no feed has said one, the last one is too old, or it may not be used. `spread` has what an
-- old rate adds; `ends_at` is when another one, or another spread,
-- is to be asked for; null: none.
create or replace function usable_rate(p_environment text, p_currency text) returns table (numerator bigint,
  denominator bigint, spread integer, ends_at timestamptz, updated_at timestamptz, used jsonb)
language sql stable as $$
  select coalesce(o.per_usd_numerator, r.per_usd_numerator), coalesce(o.per_usd_denominator, r.per_usd_denominator),
    r.spread_basis_points + case when is_old then 50 else 0 end,
    nullif(case when o.id is not null then o.ends_at when is_old then usable_until
      else least(usable_until, r.source_time + rate_age_limit(r.class)) end, 'infinity'),
    coalesce(o.set_at, r.updated_at),
    jsonb_strip_nulls(jsonb_build_object('currency', p_currency,
      'perUsd', coalesce(o.per_usd_numerator, r.per_usd_numerator) || '/' || coalesce(o.per_usd_denominator, r.per_usd_denominator),
      'observation', case when o.id is null then r.observation_id end, 'override', o.id,
      'sourceTime', case when o.id is null then r.source_time end))
  from exchange_rates r
  cross join lateral (select service_now() as now) clock
  left join lateral (select * from exchange_rate_overrides x where x.environment = p_environment
    and x.currency = p_currency and x.ends_at > clock.now and x.ended_at is null order by x.set_at desc limit 1) o on true
  cross join lateral (select rate_usable_until(r.class, r.source_time) as usable_until,
    o.id is null and coalesce(clock.now > r.source_time + rate_age_limit(r.class), false) as is_old) age
  where r.environment = p_environment and r.currency = p_currency
    and (o.id is not null or (r.per_usd_numerator is not null and clock.now < usable_until));
$$;

-- Whether what a payment was priced by may still be used. Null: it converts nothing, or at no market's rate.
create or replace function are_rates_usable(p_environment text, p_used jsonb) returns boolean language sql stable as $$
  select p_used is null or (exists (select 1 from usable_rate(p_environment, p_used #>> '{sending,currency}'))
    and exists (select 1 from usable_rate(p_environment, p_used #>> '{receiving,currency}')));
$$;

-- The present mid rate between two currencies in their smallest units, as a fraction in lowest terms; nulls where a
-- currency has no rate that may be used.
create or replace function minor_rate(p_environment text, p_from text, p_to text, out numerator numeric,
  out denominator numeric) language plpgsql stable as $$
declare v_common numeric;
begin
  if p_from = p_to then
    numerator := 1;
    denominator := 1;
    return;
  end if;
  select t.numerator::numeric * f.denominator * trunc(10::numeric ^ currency_decimals(p_to)),
    t.denominator::numeric * f.numerator * trunc(10::numeric ^ currency_decimals(p_from))
  into numerator, denominator from usable_rate(p_environment, p_from) f, usable_rate(p_environment, p_to) t;
  v_common := gcd(numerator, denominator);
  numerator := trim_scale(numerator / v_common);
  denominator := trim_scale(denominator / v_common);
end $$;

-- Whether an amount is worth more than p_dollars US dollars; one whose rate is not known counts as more. Of no platform:
-- at the rates of production.
create or replace function is_worth_more(p_platform uuid, p_amount bigint, p_currency text, p_decimals integer,
  p_dollars bigint) returns boolean language sql stable as $$
  select coalesce((select abs(p_amount)::numeric * r.denominator > p_dollars::numeric * r.numerator * 10::numeric ^ p_decimals
    from usable_rate(coalesce((select environment from platforms where id = p_platform), 'PRODUCTION'), p_currency) r), true);
$$;

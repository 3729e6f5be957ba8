-- What operators have set for payments: fees, the largest payment of a corridor, limits of a day. Of the records that have
-- begun the latest is in force, and a platform's own one comes before everybody's.

-- What records of a corridor name as its receiving currency: it, or all currencies of banks.
create or replace function receivings_of(p_receiving text) returns text[] language sql immutable as $$
  select array[p_receiving] || case when currency_decimals(p_receiving) <= 2 then '{FIAT}'::text[] else '{}' end;
$$;

-- The fee of a corridor for a platform; null: for those without one of their own. Of those of one owner a record that names
-- the receiving currency comes before one of all bank currencies.
create or replace function fee_in_force(p_environment text, p_platform uuid, p_sending text, p_receiving text)
returns service_fees language sql stable as $$
  select f.* from service_fees f
  -- The latest of each: a platform's that has ended is none.
  where f.id = any (array(
      select distinct on (x.receiving) x.id from service_fees x
      where x.environment = p_environment and x.sending_currency = p_sending and x.receiving = any (receivings_of(p_receiving))
        and x.platform_id is null and x.effective_from <= service_now()
      order by x.receiving, x.effective_from desc, x.id desc)
    || array(
      select distinct on (x.receiving) x.id from service_fees x
      where x.environment = p_environment and x.sending_currency = p_sending and x.receiving = any (receivings_of(p_receiving))
        and x.platform_id = p_platform and x.effective_from <= service_now()
      order by x.receiving, x.effective_from desc, x.id desc))
    and f.fixed_amount is not null
  order by f.platform_id nulls last, (f.receiving <> 'FIAT') desc limit 1;
$$;

-- The limits of these names that are in force for a platform, or for everybody: also those that say there is none.
create or replace function limits_in_force(p_environment text, p_platform uuid, p_names text[], p_at timestamptz)
returns setof payment_limits language sql stable as $$
  select distinct on (l.name) l.* from payment_limits l
  where l.id = any (array(
      select distinct on (x.name) x.id from payment_limits x
      where x.environment = p_environment and x.name = any (p_names) and x.platform_id is null and x.effective_from <= p_at
      order by x.name, x.effective_from desc, x.id desc)
    || array(
      select distinct on (x.name) x.id from payment_limits x
      where x.environment = p_environment and x.name = any (p_names) and x.platform_id = p_platform and x.effective_from <= p_at
      order by x.name, x.effective_from desc, x.id desc))
    and not l.is_ended
  order by l.name, l.platform_id nulls last;
$$;

-- The largest payment of a corridor, in the smallest unit of its sending currency; null: there is none.
create or replace function largest_payment(p_environment text, p_platform uuid, p_sending text, p_receiving text)
returns bigint language sql stable as $$
  select l.maximum from limits_in_force(p_environment, p_platform,
    array(select p_sending || '-' || r from unnest(receivings_of(p_receiving)) r), service_now()) l
  order by l.platform_id nulls last, (l.name <> p_sending || '-FIAT') desc limit 1;
$$;

-- What platforms have of their own for a corridor, by their ids.
create or replace function own_terms(p_environment text, p_sending text, p_receiving text) returns jsonb
language sql stable as $$
  select jsonb_object_agg(o.platform_id, jsonb_build_object('fixed', f.fixed_amount::text,
    'basisPoints', f.variable_basis_points, 'maximum', largest_payment(p_environment, o.platform_id, p_sending, p_receiving)::text))
  from (
    select platform_id from service_fees where environment = p_environment and sending_currency = p_sending
      and receiving in (p_receiving, 'FIAT') and platform_id is not null
    union select platform_id from payment_limits where environment = p_environment
      and name in (p_sending || '-' || p_receiving, p_sending || '-FIAT') and platform_id is not null) o
  cross join lateral fee_in_force(p_environment, o.platform_id, p_sending, p_receiving) f;
$$;

-- When the next record of a corridor begins; null: none is set.
create or replace function next_terms_at(p_environment text, p_sending text, p_receiving text) returns timestamptz
language sql stable as $$
  select least((select min(effective_from) from service_fees where environment = p_environment
      and sending_currency = p_sending and receiving in (p_receiving, 'FIAT') and effective_from > service_now()),
    (select min(effective_from) from payment_limits where environment = p_environment
      and name in (p_sending || '-' || p_receiving, p_sending || '-FIAT') and effective_from > service_now()));
$$;

-- One decision about a record at a time.
create or replace function lock_terms(p_subject text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('terms/' || p_subject, 0));
$$;

-- Sets a limit from an instant on; null: none, or, with p_is_ended, what is everybody's.
create or replace function set_payment_limit(p_environment text, p_platform uuid, p_name text, p_currency text,
  p_maximum bigint, p_is_ended boolean, p_from timestamptz, p_by text, p_reason text) returns void language sql as $$
  insert into payment_limits (environment, platform_id, name, currency, maximum, is_ended, effective_from, reason, set_by)
  values (p_environment, p_platform, p_name, p_currency, p_maximum, p_is_ended, coalesce(p_from, service_now()), p_reason, p_by);
$$;

-- Sets a fee from an instant on; nulls: a platform pays what everybody pays.
create or replace function set_service_fee(p_environment text, p_platform uuid, p_sending text, p_receiving text,
  p_fixed bigint, p_basis_points integer, p_from timestamptz, p_by text, p_reason text) returns void language sql as $$
  insert into service_fees (environment, platform_id, sending_currency, receiving, fixed_amount, variable_basis_points,
    effective_from, reason, set_by)
  values (p_environment, p_platform, p_sending, p_receiving, p_fixed, p_basis_points, coalesce(p_from, service_now()),
    p_reason, p_by);
$$;

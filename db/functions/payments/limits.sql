-- Limits of a day: what a platform's payments, and those to one payee, may come to. A day is one of UTC. A payment is judged
-- and counted where it is executed, whichever way it takes: it waits for the counter's row, so that many at once keep the
-- limit as one after the other would. Who has no limit has no counter.

-- What limits are about, by their names. An amount has a currency, a number of payments none.
create or replace function daily_limit_names() returns text[] language sql immutable as $$
  select array['DAILY_VOLUME', 'DAILY_PAYMENTS', 'PAYEE_DAILY_VOLUME', 'PAYEE_DAILY_PAYMENTS'];
$$;

-- An amount in another currency at today's rate, rounded up; null: there is no rate that may be used. A platform's own coin
-- is worth one unit of its base currency.
create or replace function limit_amount(p_environment text, p_amount bigint, p_from text, p_to text) returns bigint
language plpgsql stable as $$
declare
  v_base text;
  v_rate record;
begin
  if p_from = p_to then return p_amount; end if;
  select base_currency into v_base from stablecoins where currency = p_from and environment = p_environment;
  if v_base is null then
    v_rate := minor_rate(p_environment, p_from, p_to);
    return amount_at(p_amount, v_rate.numerator, v_rate.denominator);
  end if;
  v_rate := minor_rate(p_environment, v_base, p_to);
  -- A coin has six decimals (contract/money.ts).
  return amount_at(p_amount, v_rate.numerator * trunc(10::numeric ^ currency_decimals(v_base)),
    v_rate.denominator * 1000000);
end $$;

-- Who is paid by an order, so that one payee is the same under every registration of it; null: the payer is paid, or is not a
-- customer of this service. `p` is what `order_of` makes.
create or replace function payee_of_order(p jsonb) returns text language plpgsql stable as $$
declare
  v_platform uuid;
  v_holder uuid;
  v_payer uuid := payer_of_order(p);
begin
  if p ->> 'kind' = 'INCOMING' then return null; end if;
  if p ->> 'destinationInternalId' is not null then
    -- Of an account of the platform no customer pays, whomever the order names.
    if p ->> 'sourceAccountId' is not null then
      select customer_id into v_payer from internal_accounts where id = (p ->> 'sourceAccountId')::uuid;
    end if;
    select platform_id, customer_id into v_platform, v_holder from internal_accounts
      where id = (p ->> 'destinationInternalId')::uuid;
    if v_platform = (p ->> 'platformId')::uuid and v_holder is not distinct from v_payer then return null; end if;
    return 'holder/' || coalesce(v_holder, v_platform);
  end if;
  -- Without the type of account: one address has as many as there are chains, and one IBAN those of its currencies.
  return coalesce((select 'account/' || bank_number_key(identity) from external_accounts
      where id = (p ->> 'destinationAccountId')::uuid), 'uma/' || (p ->> 'destinationUma'));
end $$;

-- The counters that an order counts at, each with its limits: all of a platform, the payee, and the payee as a wallet whose
-- owner is not proven.
create or replace function counters_of_order(p jsonb, p_is_unproven boolean) returns table (counted text, currency text,
  maximum bigint, payments_max bigint, volume_code text) language plpgsql stable as $$
declare
  v_environment text := p ->> 'environment';
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_limits jsonb;
  v_payee text;
begin
  -- For most that is all.
  if not p_is_unproven
      and not exists (select 1 from payment_limits l where l.environment = v_environment and l.platform_id is null
        and is_daily_limit(l.name))
      and not exists (select 1 from payment_limits l where l.environment = v_environment and l.platform_id = v_platform
        and is_daily_limit(l.name)) then
    return;
  end if;
  select jsonb_object_agg(l.name, to_jsonb(l)) into v_limits
  from limits_in_force(v_environment, v_platform, daily_limit_names()
    || case when p_is_unproven then '{UNPROVEN_WALLET}'::text[] else '{}' end, service_now()) l where l.maximum is not null;
  if v_limits is null then return; end if;
  v_payee := payee_of_order(p);
  if v_payee is null then return; end if;
  return query select x.counted, v_limits #>> array[x.volume, 'currency'], (v_limits #>> array[x.volume, 'maximum'])::bigint,
    (v_limits #>> array[x.number, 'maximum'])::bigint, x.code
  from (values (1, 'UNPROVEN/' || md5(v_payee), 'UNPROVEN_WALLET', '', 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'),
    (2, 'PAYEE/' || md5(v_payee), 'PAYEE_DAILY_VOLUME', 'PAYEE_DAILY_PAYMENTS', 'DAILY_VOLUME_LIMIT_EXCEEDED'),
    -- The one that all payments of a platform wait for is held for the shortest time.
    (3, 'PLATFORM', 'DAILY_VOLUME', 'DAILY_PAYMENTS', 'DAILY_VOLUME_LIMIT_EXCEEDED')) x (place, counted, volume, number, code)
  where v_limits ?| array[x.volume, x.number] order by x.place;
end $$;

-- What has been counted at a counter today, in a currency, and what was given back of it; null: it has no rate.
create or replace function usage_of_day(p_environment text, p_platform uuid, p_counted text, p_day date, p_currency text,
  out counted numeric, out returned numeric, out payments bigint) language plpgsql stable as $$
begin
  select coalesce(limit_amount(p_environment, u.amount, u.currency, p_currency), case when u.currency is null then 0 end), u.payments
    into counted, payments from payment_usage u where u.platform_id = p_platform and u.counted = p_counted and u.day = p_day;
  if not found then counted := 0; payments := 0; end if;
  -- What has no rate is not given back yet.
  select coalesce(sum(limit_amount(p_environment, r.amount, r.currency, p_currency)), 0) into returned
    from payment_usage_returns r where r.platform_id = p_platform and r.counted = p_counted and r.day = p_day;
end $$;

-- Why an order would exceed a limit today: {code}; or what its execution counts: {day, of: [{counted, currency, amount, used}]};
-- null where nothing limits it. With p_is_decision the counters are locked until the end of the transaction, in one order,
-- and an order that keeps all limits is counted by `count_payment`. The last locks of an execution but for an agent's usage.
create or replace function judge_limits(p jsonb, p_is_decision boolean) returns jsonb language plpgsql as $$
declare
  v_environment text := p ->> 'environment';
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_status text := (select status from external_accounts where id = (p ->> 'destinationAccountId')::uuid);
  v_day date := (service_now() at time zone 'UTC')::date;
  v_counter record;
  v_used record;
  v_amount bigint;
  v_of jsonb := '[]'::jsonb;
begin
  for v_counter in select * from counters_of_order(p, v_status is not distinct from 'PENDING_OWNERSHIP_VERIFICATION') loop
    if p_is_decision then
      insert into payment_usage (platform_id, counted, day, amount, payments) values (v_platform, v_counter.counted, v_day, 0, 0)
        on conflict do nothing;
      perform 1 from payment_usage where platform_id = v_platform and counted = v_counter.counted and day = v_day for update;
    end if;
    v_used := usage_of_day(v_environment, v_platform, v_counter.counted, v_day, v_counter.currency);
    v_amount := null;
    if v_counter.maximum is not null then
      v_amount := limit_amount(v_environment, (p ->> 'sendingAmount')::bigint, p ->> 'sendingCurrency', v_counter.currency);
      -- Without a rate nothing is known to be within a limit.
      if v_amount is null or v_used.counted is null then return '{"code": "QUOTE_RATE_UNAVAILABLE"}'::jsonb; end if;
      if greatest(v_used.counted - v_used.returned, 0) + v_amount > v_counter.maximum then
        return jsonb_build_object('code', v_counter.volume_code);
      end if;
    end if;
    if v_used.payments + 1 > v_counter.payments_max then return '{"code": "VELOCITY_LIMIT_EXCEEDED"}'::jsonb; end if;
    v_of := v_of || jsonb_build_object('counted', v_counter.counted, 'currency', v_counter.currency, 'amount', v_amount,
      'used', v_used.counted);
  end loop;
  return case when v_of <> '[]' then jsonb_build_object('day', v_day, 'of', v_of) end;
end $$;

-- Counts a payment as it was judged, in the transaction that has judged it. What was given back is taken off by the statement
-- that has seen it.
create or replace function count_payment(payment payments, p_judged jsonb) returns void language plpgsql as $$
declare
  v jsonb;
  v_day date := (p_judged ->> 'day')::date;
  v_returned bigint;
begin
  for v in select * from jsonb_array_elements(p_judged -> 'of') loop
    if v ->> 'currency' is null then
      -- Of a number alone no amount is known: what there is stays.
      update payment_usage u set payments = u.payments + 1
        where u.platform_id = payment.platform_id and u.counted = v ->> 'counted' and u.day = v_day;
      continue;
    end if;
    with gone as (delete from payment_usage_returns r where r.platform_id = payment.platform_id
      and r.counted = v ->> 'counted' and r.day = v_day
      -- The rest waits for its rate.
      and limit_amount(payment.environment, r.amount, r.currency, v ->> 'currency') is not null returning r.amount, r.currency)
    select coalesce(sum(limit_amount(payment.environment, amount, currency, v ->> 'currency')), 0) into v_returned from gone;
    update payment_usage u set payments = u.payments + 1, currency = v ->> 'currency',
      amount = greatest((v ->> 'used')::bigint - v_returned, 0) + (v ->> 'amount')::bigint
    where u.platform_id = payment.platform_id and u.counted = v ->> 'counted' and u.day = v_day;
  end loop;
  update payments set limits_counted = jsonb_build_object('day', v_day, 'of', (select jsonb_agg(x - 'used')
    from jsonb_array_elements(p_judged -> 'of') x)) where id = payment.id;
end $$;

-- Whether the amount of a payment counts. It does not once it has failed, also after it had settled; it counts again where its
-- payout has settled after all. The number of payments stays. Each once, in turn: the caller holds the payment's lock.
create or replace function set_payment_counted(payment payments, p_is_counted boolean) returns void language plpgsql as $$
declare v_counted jsonb;
begin
  if payment.limits_counted is null then return; end if;
  update payments set limits_counted = limits_counted || jsonb_build_object('isGivenBack', not p_is_counted)
    where id = payment.id and coalesce((limits_counted ->> 'isGivenBack')::boolean, false) = p_is_counted
    returning limits_counted into v_counted;
  insert into payment_usage_returns (platform_id, counted, day, currency, amount)
  select payment.platform_id, v ->> 'counted', (v_counted ->> 'day')::date, v ->> 'currency',
    (v ->> 'amount')::bigint * case when p_is_counted then -1 else 1 end
  from jsonb_array_elements(v_counted -> 'of') v where v ->> 'currency' is not null;
end $$;

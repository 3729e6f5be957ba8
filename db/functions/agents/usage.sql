-- What counts against an agent's limits on a day (UTC): {currency, day, month, count, pending}. Reserved
-- amounts count like spent ones; dayReserved and monthReserved are the parts of actions whose payment is not executed
-- yet. p_excluding is one of them, which does not count.
create or replace function agent_usage_on(p_agent uuid, p_day date, p_excluding uuid default null) returns jsonb
language sql stable as $$
  select jsonb_build_object('currency', coalesce(d.currency, m.currency),
    'day', coalesce(d.reserved + d.spent, 0) - case when e.counted_day = p_day then e.limit_amount else 0 end,
    'count', coalesce(d.count, 0) - case when e.counted_day = p_day then 1 else 0 end,
    'month', coalesce(m.reserved + m.spent, 0)
      - case when date_trunc('month', e.counted_day) = date_trunc('month', p_day) then e.limit_amount else 0 end,
    'dayReserved', coalesce(d.reserved, 0) - case when e.counted_day = p_day then e.limit_amount else 0 end,
    'monthReserved', coalesce(m.reserved, 0)
      - case when date_trunc('month', e.counted_day) = date_trunc('month', p_day) then e.limit_amount else 0 end,
    'pending', (select count(*) from agent_actions where list_key(agent_id, status) = list_key(p_agent, 'PENDING_APPROVAL'))
      - case when e.status = 'PENDING_APPROVAL' then 1 else 0 end)
  from (select 1) x
    left join agent_usage d on d.agent_id = p_agent and d.period = 'D:' || p_day
    left join agent_usage m on m.agent_id = p_agent and m.period = 'M:' || to_char(p_day, 'YYYY-MM')
    left join agent_actions e on e.id = p_excluding and e.count_state = 'RESERVED';
$$;

-- Locks what several payments' actions count, for a transaction that releases more than one of them:
-- payments, then actions, then usage, each in the one order that everybody takes them in.
create or replace function lock_agent_payments(p_payments uuid[]) returns void language plpgsql as $$
declare v_actions uuid[];
begin
  perform 1 from payments where id = any (p_payments) order by id for update;
  v_actions := array(select id from agent_actions where payment_id = any (p_payments)
    and count_state <> 'RELEASED' order by id for update);
  perform lock_agent_usage(array(select distinct agent_id from agent_actions where id = any (v_actions)),
    array(select distinct counted_day from agent_actions where id = any (v_actions)));
end $$;

-- Locks what is counted on days of agents and in their months, before more than one day is changed. All
-- days come before all months, as in change_agent_usage.
create or replace function lock_agent_usage(p_agents uuid[], p_days date[]) returns void language sql as $$
  select 1 from agent_usage where agent_id = any (p_agents) and period in (
      select 'D:' || d from unnest(p_days) d union select 'M:' || to_char(d, 'YYYY-MM') from unnest(p_days) d)
    order by agent_id, period for no key update;
$$;

-- Changes what is counted on a day and in its month. The last lock of every transaction that takes it:
-- the day before the month.
create or replace function change_agent_usage(p_agent uuid, p_currency text, p_day date, p_reserved bigint,
  p_spent bigint, p_count integer) returns void language plpgsql as $$
declare v_period text;
begin
  foreach v_period in array array['D:' || p_day, 'M:' || to_char(p_day, 'YYYY-MM')] loop
    insert into agent_usage as u (agent_id, period, currency, reserved, spent, count)
    values (p_agent, v_period, p_currency, p_reserved, p_spent, p_count)
    on conflict (agent_id, period) do update set reserved = u.reserved + excluded.reserved,
      spent = u.spent + excluded.spent, count = u.count + excluded.count;
  end loop;
end $$;

-- Releases what the current action of a payment counts, once: the caller holds the payment's lock. The
-- count stays where something has been executed.
create or replace function release_agent_action(payment payments) returns void language plpgsql as $$
declare
  a agent_actions;
begin
  if payment.agent_id is null then return; end if;
  select * into a from agent_actions where payment_id = payment.id and count_state <> 'RELEASED';
  if not found then return; end if;
  update agent_actions set count_state = 'RELEASED', stamp = null, updated_at = service_now()
    where id = a.id returning limit_amount, limit_currency into a.limit_amount, a.limit_currency;
  perform change_agent_usage(a.agent_id, a.limit_currency, a.counted_day,
    case a.count_state when 'RESERVED' then -a.limit_amount else 0 end,
    case a.count_state when 'SPENT' then -a.limit_amount else 0 end,
    case a.count_state when 'RESERVED' then -1 else 0 end);
end $$;

-- Restates what this month's actions count in another currency, at the present rate and rounded up. The
-- caller holds the lock of the agent's row. Actions that are released meanwhile are locked before usage.
create or replace function restate_agent_usage(p_agent uuid, p_currency text) returns void language plpgsql as $$
declare
  v_day date := (service_now() at time zone 'UTC')::date;
  v_environment text := (select p.environment from agents g join platforms p on p.id = g.platform_id where g.id = p_agent);
  a agent_actions;
  v_rate record;
begin
  for a in select * from agent_actions where agent_id = p_agent and count_state <> 'RELEASED'
      and counted_day >= date_trunc('month', v_day)::date order by id for update loop
    select * into v_rate from minor_rate(v_environment, a.currency, p_currency);
    update agent_actions set limit_currency = p_currency,
      limit_amount = amount_at(a.amount, v_rate.numerator, v_rate.denominator),
      rate_numerator = v_rate.numerator::text, rate_denominator = v_rate.denominator::text
    where id = a.id;
  end loop;
  perform lock_agent_usage(array[p_agent],
    array(select d::date from generate_series(date_trunc('month', v_day), v_day, interval '1 day') d));
  update agent_usage u set currency = p_currency,
    reserved = coalesce((select sum(limit_amount) from agent_actions where agent_id = p_agent
      and count_state = 'RESERVED' and u.period in ('D:' || counted_day, 'M:' || to_char(counted_day, 'YYYY-MM'))), 0),
    spent = coalesce((select sum(limit_amount) from agent_actions where agent_id = p_agent
      and count_state = 'SPENT' and u.period in ('D:' || counted_day, 'M:' || to_char(counted_day, 'YYYY-MM'))), 0)
  where agent_id = p_agent and (period = 'M:' || to_char(v_day, 'YYYY-MM') or period like 'D:' || to_char(v_day, 'YYYY-MM') || '-%');
end $$;

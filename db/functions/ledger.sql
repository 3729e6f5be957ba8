-- The service's own account of a kind, one for each environment and currency, created on first use.
create or replace function service_account(p_environment text, p_kind text, p_currency text) returns uuid
language plpgsql as $$
declare v_id uuid;
begin
  select id into v_id from ledger_accounts
    where environment = p_environment and kind = p_kind and currency = p_currency and not has_floor;
  if v_id is null then
    insert into ledger_accounts (id, environment, kind, currency, has_floor)
    values (gen_random_uuid(), p_environment, p_kind, p_currency, false)
    on conflict (environment, kind, currency) where not has_floor do nothing;
    select id into v_id from ledger_accounts
      where environment = p_environment and kind = p_kind and currency = p_currency and not has_floor;
  end if;
  return v_id;
end $$;

-- Locks the balances of these accounts in id order, so that concurrent postings cannot deadlock.
create or replace function ledger_lock(variadic p_accounts uuid[]) returns void language sql as $$
  select 1 from ledger_balances where account_id = any (p_accounts) order by account_id for update;
$$;

-- Posts one transfer. A repeated id is a no-op that returns false; the same id with different
-- content is an error. Callers that post several transfers lock their balances first (ledger_lock).
-- The environment is that of the debited account; the foreign keys of both accounts refuse a transfer
-- to another environment or currency.
create or replace function ledger_transfer(
  p_id text, p_kind text, p_debit uuid, p_credit uuid, p_currency text, p_amount bigint,
  p_pending_id text, p_reference text
) returns boolean language plpgsql as $$
declare
  v_old ledger_transfers;
  v_pending ledger_transfers;
begin
  insert into ledger_transfers (id, environment, kind, debit_account_id, credit_account_id, currency, amount,
    pending_id, reference)
  values (p_id, (select environment from ledger_accounts where id = p_debit), p_kind, p_debit, p_credit,
    p_currency, p_amount, p_pending_id, p_reference)
  on conflict (id) do nothing;
  if not found then
    select * into v_old from ledger_transfers where id = p_id;
    if (v_old.kind, v_old.debit_account_id, v_old.credit_account_id, v_old.currency, v_old.amount, v_old.pending_id)
       is distinct from (p_kind, p_debit, p_credit, p_currency, p_amount, p_pending_id) then
      raise exception 'transfer % exists with other content', p_id using errcode = 'LG001';
    end if;
    return false;
  end if;
  if p_kind in ('POST_PENDING', 'VOID_PENDING') then
    select * into v_pending from ledger_transfers where id = p_pending_id;
    if v_pending.kind is distinct from 'PENDING'
       or (v_pending.debit_account_id, v_pending.credit_account_id, v_pending.currency, v_pending.amount)
          is distinct from (p_debit, p_credit, p_currency, p_amount) then
      raise exception 'transfer % does not match its pending one', p_id using errcode = 'LG003';
    end if;
  end if;
  update ledger_balances set
    posted = posted - case when p_kind in ('POSTED', 'POST_PENDING') then p_amount else 0 end,
    pending_out = pending_out + case p_kind when 'PENDING' then p_amount when 'POSTED' then 0 else -p_amount end
  where account_id = p_debit;
  update ledger_balances set
    posted = posted + case when p_kind in ('POSTED', 'POST_PENDING') then p_amount else 0 end,
    pending_in = pending_in + case p_kind when 'PENDING' then p_amount when 'POSTED' then 0 else -p_amount end
  where account_id = p_credit;
  return true;
end $$;

-- Posts a list of linked transfers atomically, in one round trip.
create or replace function ledger_post(p_transfers jsonb) returns integer language plpgsql as $$
declare
  v jsonb;
  v_posted integer := 0;
begin
  perform 1 from ledger_balances where account_id in (
    select (t ->> 'debit')::uuid from jsonb_array_elements(p_transfers) t
    union select (t ->> 'credit')::uuid from jsonb_array_elements(p_transfers) t
  ) order by account_id for update;
  for v in select * from jsonb_array_elements(p_transfers) loop
    if ledger_transfer(v ->> 'id', v ->> 'kind', (v ->> 'debit')::uuid, (v ->> 'credit')::uuid,
         v ->> 'currency', (v ->> 'amount')::bigint, v ->> 'pendingId', v ->> 'reference') then
      v_posted := v_posted + 1;
    end if;
  end loop;
  return v_posted;
end $$;

-- The balance of an account without a floor: its roll-up plus later transfers.
create or replace function ledger_sum(p_account uuid) returns bigint language sql stable as $$
  select coalesce((select posted from ledger_rollups where account_id = p_account), 0)::bigint
    + coalesce((select sum(amount) from ledger_transfers where credit_account_id = p_account
        and kind in ('POSTED', 'POST_PENDING')
        and created_at > coalesce((select up_to from ledger_rollups where account_id = p_account), '-infinity')), 0)::bigint
    - coalesce((select sum(amount) from ledger_transfers where debit_account_id = p_account
        and kind in ('POSTED', 'POST_PENDING')
        and created_at > coalesce((select up_to from ledger_rollups where account_id = p_account), '-infinity')), 0)::bigint;
$$;

-- Advances the roll-ups to an hour ago: no transaction of ours stays open that long, so none can
-- still commit a transfer before that instant.
create or replace function ledger_roll_up() returns void language plpgsql as $$
declare v_line timestamptz := service_now() - interval '1 hour';
begin
  insert into ledger_rollups (account_id, up_to, posted)
  select a.id, v_line, coalesce(r.posted, 0)
    + coalesce((select sum(case when t.credit_account_id = a.id then t.amount else -t.amount end)
        from ledger_transfers t where (t.credit_account_id = a.id or t.debit_account_id = a.id)
        and t.kind in ('POSTED', 'POST_PENDING') and t.created_at <= v_line
        and t.created_at > coalesce(r.up_to, '-infinity')), 0)
  from ledger_accounts a left join ledger_rollups r on r.account_id = a.id
  where not a.has_floor
  on conflict (account_id) do update set up_to = excluded.up_to, posted = excluded.posted;
end $$;

-- A sum for readers of JSON: a number, or from 2^53 on its digits as text, since most of them would
-- round the number.
create or replace function exact_amount(p_amount bigint) returns jsonb language sql immutable as $$
  select case when abs(p_amount) > 9007199254740991 then to_jsonb(p_amount::text) else to_jsonb(p_amount) end;
$$;

-- An internal account as events keep it and the API reads it.
create or replace function account_row(account internal_account_views) returns jsonb language sql stable as $$
  select to_jsonb(account) || jsonb_build_object('spendable', exact_amount(account.spendable),
    'total', exact_amount(account.total), 'status', case when account.status in ('PENDING', 'ACTIVE')
      and is_frozen(account.id, account.customer_id) then 'FROZEN' else account.status end) || case when account.sweep_rule is null then '{}'
      else jsonb_build_object('sweep_rule', account.sweep_rule || sweep_band(account.platform_id, account.currency,
        account.sweep_rule)) end;
$$;

-- What the internal accounts of a platform hold, or one of them. One branch for each index: an account, those of
-- customers, the platform's own.
create or replace function balances_of(p_platform uuid, p_account uuid, p_currency text)
returns table (id uuid, currency text, spendable bigint, total bigint) language sql stable as $$
  select id, v.currency, spendable::bigint, total::bigint from internal_account_views v
  where id = p_account and platform_id = p_platform and (p_currency is null or v.currency = p_currency)
  union all
  select id, v.currency, spendable::bigint, total::bigint from internal_account_views v
  where p_account is null and platform_id = p_platform and customer_id is not null
    and (p_currency is null or v.currency = p_currency)
  union all
  select id, v.currency, spendable::bigint, total::bigint from internal_account_views v
  where p_account is null and platform_id = p_platform and customer_id is null
    and (p_currency is null or v.currency = p_currency);
$$;

-- How the transfers after an instant have changed what an account holds.
create or replace function balance_changes(p_account uuid, p_from timestamptz)
returns table (created_at timestamptz, spendable bigint, total bigint) language sql stable as $$
  select created_at, case kind when 'POST_PENDING' then 0 when 'VOID_PENDING' then amount else -amount end,
    case when kind in ('POSTED', 'POST_PENDING') then -amount else 0 end
  from ledger_transfers where debit_account_id = p_account and created_at > p_from
  union all
  select created_at, case when kind in ('POSTED', 'POST_PENDING') then amount else 0 end,
    case kind when 'POST_PENDING' then 0 when 'VOID_PENDING' then -amount else amount end
  from ledger_transfers where credit_account_id = p_account and created_at > p_from;
$$;

-- Balances of a platform (or one of its accounts) at p_points instants of a period, per currency:
-- the current balances minus the transfers since each instant. Only transfers of the period are read.
create or replace function balance_history(p_platform uuid, p_account uuid, p_currency text, p_from timestamptz,
  p_until timestamptz, p_points integer) returns table (currency text, at timestamptz, balance bigint,
  total_balance bigint) language sql stable as $$
  with mine as materialized (select * from balances_of(p_platform, p_account, p_currency)),
  present as (
    select m.currency, sum(spendable)::bigint as balance, sum(total)::bigint as total from mine m group by 1),
  instants as (
    select n, p_from + (p_until - p_from) * n / (p_points - 1) as at from generate_series(0, p_points - 1) n),
  -- n: the last instant before the change
  changes as (
    select m.currency, ceil(extract(epoch from t.created_at - p_from)
        / extract(epoch from p_until - p_from) * (p_points - 1))::integer - 1 as n,
      t.spendable, t.total
    from mine m cross join lateral balance_changes(m.id, p_from) t),
  later as (
    select c.currency, least(n, p_points - 1) as n, sum(spendable) as spendable, sum(total) as total
    from changes c group by 1, 2)
  select p.currency, i.at, (p.balance - coalesce(sum(l.spendable), 0))::bigint,
    (p.total - coalesce(sum(l.total), 0))::bigint
  from present p cross join instants i left join later l on l.currency = p.currency and l.n >= i.n
  group by p.currency, p.balance, p.total, i.n, i.at order by p.currency, i.n;
$$;

-- The highest and the lowest balance of a period, per currency, with their instants: of all balances that there
-- were, not of samples. A balance lasts from one change to the next; changes of one instant are one.
create or replace function balance_extremes(p_platform uuid, p_account uuid, p_currency text, p_from timestamptz,
  p_until timestamptz) returns table (currency text, highest bigint, highest_at timestamptz, lowest bigint,
  lowest_at timestamptz) language sql stable as $$
  with mine as materialized (select * from balances_of(p_platform, p_account, p_currency)),
  present as (select m.currency, sum(spendable) as balance from mine m group by 1),
  changes as (
    select m.currency, t.created_at as at, sum(t.spendable) as change
    from mine m cross join lateral balance_changes(m.id, p_from) t group by 1, 2),
  balances as (
    select p.currency, p_from as at, p.balance - coalesce(sum(c.change), 0) as balance
    from present p left join changes c using (currency) group by p.currency, p.balance
    union all
    select c.currency, c.at, p.balance - coalesce(sum(c.change) over (partition by c.currency order by c.at desc
      rows between unbounded preceding and 1 preceding), 0)
    from changes c join present p using (currency)),
  -- Transfers of transactions that ran side by side may have their instants in another order than their effects.
  shown as (select b.currency, b.at, greatest(b.balance, 0)::bigint as balance from balances b where b.at <= p_until)
  select h.currency, h.balance, h.at, l.balance, l.at
  from (select distinct on (s.currency) s.* from shown s order by s.currency, s.balance desc, s.at) h
  join (select distinct on (s.currency) s.* from shown s order by s.currency, s.balance, s.at) l using (currency)
  order by h.currency;
$$;

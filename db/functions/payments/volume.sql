-- Transactions of a platform that were created in a period, in p_intervals equal parts: how many have completed and
-- failed, and the amounts of the completed ones. Card transactions are in cents of a dollar. Only the rows of the
-- period are read.
create or replace function transaction_volume(p_platform uuid, p_from timestamptz, p_until timestamptz,
  p_intervals integer) returns table (type text, currency text, n integer, completed bigint, failed bigint,
  amount bigint) language sql stable as $$
  with rows as (
    select t.type, t.status,
      case t.type when 'CARD' then 'USD' when 'INCOMING' then t.received_currency else t.sent_currency end as currency,
      case t.type when 'CARD' then (t.card ->> 'settled')::bigint when 'INCOMING' then t.received_amount
        else t.sent_amount end as amount,
      least(p_intervals - 1, floor(extract(epoch from t.created_at - p_from)
        / extract(epoch from p_until - p_from) * p_intervals))::integer as n,
      t.status in ('COMPLETED', 'PARTIALLY_SETTLED', 'SETTLED') as is_completed
    from transactions t
    where t.platform_id = p_platform and t.created_at >= p_from and t.created_at <= p_until
      -- A return takes back what its purchase has settled: it is no turnover.
      and (t.card ->> 'originalTransactionId') is null)
  select r.type, r.currency, r.n, count(*) filter (where is_completed),
    count(*) filter (where r.status in ('FAILED', 'REJECTED', 'EXCEPTION')),
    coalesce(sum(r.amount) filter (where is_completed), 0)::bigint
  from rows r
  where r.currency is not null and (is_completed or r.status in ('FAILED', 'REJECTED', 'EXCEPTION'))
  group by r.type, r.currency, r.n order by r.type, r.currency, r.n;
$$;

-- Fees and limits of every corridor: any of our currencies as sender, any as receiver. What stands
-- in 0006 stays. A row with 'FIAT' speaks for every bank currency; one that names the receiver wins.
insert into service_fees (sending_currency, receiving, fixed_amount, variable_basis_points, amount_max)
select s.currency, r.receiving,
  -- ten US cents, rounded up to a whole unit of the sender; one cent between wallets of one currency
  ceil((case when s.currency = r.receiving and s.is_crypto then 0.01 else 0.10 end) * s.minor_per_usd)::bigint,
  case
    when s.currency = r.receiving then 0
    when 'BTC' in (s.currency, r.receiving) then 50
    when s.is_crypto and r.receiving = 'FIAT' then 25
    when s.is_crypto then 10
    else 50
  end,
  -- a million US dollars
  floor(1000000 * s.minor_per_usd)::bigint
from (
  select currency, currency in ('USDB', 'USDC', 'USDT', 'BTC') as is_crypto,
    per_usd_numerator::numeric / per_usd_denominator * 10 ^ (case
      when currency = 'BTC' then 8
      when currency in ('USDB', 'USDC', 'USDT') then 6
      when currency in ('RWF', 'UGX', 'VND', 'XAF', 'XOF') then 0
      else 2 end)::numeric as minor_per_usd
  from exchange_rates
) s
cross join (
  select 'FIAT' as receiving union all select currency from exchange_rates
) r
-- By name: the wallet currencies and the sender's own.
where r.receiving in ('FIAT', 'USDB', 'USDC', 'USDT', 'BTC') or r.receiving = s.currency
on conflict (sending_currency, receiving) do nothing;

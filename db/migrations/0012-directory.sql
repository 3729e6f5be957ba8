-- Whom customers may pay beyond this service, as operators keep it: `payments directory`.

-- Providers of UMA addresses, by their domain.
create table uma_providers (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  domain text not null check (domain = lower(domain)),
  name text not null,
  -- ISO 3166-1, two letters
  regions text[] not null,
  -- ISO 4217, and our crypto codes
  currencies text[] not null,
  logo_url text,
  -- legal entity identifier
  lei text,
  -- false: known, and blocked
  is_allowed boolean not null default true,
  created_at timestamptz not null default service_now(),
  unique (environment, domain)
);

-- Providers of custodial wallets (virtual asset service providers), by the name that an external
-- account states as `vaspName`.
create table vasps (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  name text not null,
  url text,
  created_at timestamptz not null default service_now(),
  unique (environment, name)
);

-- The sandbox's own counterparties; those of production are for its operator to name.
insert into uma_providers (environment, domain, name, regions, currencies) values
  ('SANDBOX', 'sandbox.uma.money', 'Sandbox counterparties', '{US,DE,MX}', '{USD,EUR,MXN}'),
  ('SANDBOX', 'bank-one.example', 'Bank One', '{US}', '{USD}'),
  ('SANDBOX', 'banco-dos.example', 'Banco Dos', '{MX,BR}', '{MXN,BRL}');

insert into vasps (environment, name, url)
select environment, name, url from (values ('SANDBOX'), ('PRODUCTION')) e (environment)
cross join (values
  ('Binance', 'https://www.binance.com'), ('Bitfinex', 'https://www.bitfinex.com'),
  ('Bitpanda', 'https://www.bitpanda.com'), ('Bitso', 'https://bitso.com'),
  ('Bitstamp', 'https://www.bitstamp.net'), ('Bybit', 'https://www.bybit.com'),
  ('Coinbase', 'https://www.coinbase.com'), ('Crypto.com', 'https://crypto.com'),
  ('Gemini', 'https://www.gemini.com'), ('Kraken', 'https://www.kraken.com'),
  ('KuCoin', 'https://www.kucoin.com'), ('Mercado Bitcoin', 'https://www.mercadobitcoin.com.br'),
  ('OKX', 'https://www.okx.com'), ('Upbit', 'https://upbit.com')) v (name, url);

-- What a token of the provider is, where no sandbox says it: written by an operator.
create table stablecoin_tokens (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  provider_token text not null,
  network_token text not null,
  name text not null,
  symbol text not null,
  base_currency text not null default 'USD' check (base_currency = 'USD'),
  decimals integer not null check (decimals between 2 and 18),
  primary key (environment, provider_token)
);

-- Stablecoins that platforms issue through the provider.
create table stablecoins (
  id uuid primary key,
  platform_id uuid not null references platforms,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  link_id uuid not null references stablecoin_provider_accounts,
  provider text not null default 'BRALE' check (provider = 'BRALE'),
  provider_token text not null,
  network_token text not null,
  network text not null default 'SPARK' check (network = 'SPARK'),
  name text not null,
  symbol text not null,
  base_currency text not null check (base_currency = 'USD'),
  decimals integer not null check (decimals between 2 and 18),
  issuance_status text not null default 'PENDING_REVIEW'
    check (issuance_status in ('PENDING_REVIEW', 'PROVISIONING', 'PROVISIONED', 'REJECTED', 'FAILED')),
  service_status text not null default 'NOT_ENABLED'
    check (service_status in ('NOT_ENABLED', 'PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED')),
  -- the symbol, from its first enablement on
  currency text,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index stablecoins_list on stablecoins (platform_id, created_at, id);
create index stablecoins_issuance on stablecoins (list_key(platform_id, issuance_status), created_at, id);
create index stablecoins_service on stablecoins (list_key(platform_id, service_status), created_at, id);
create index stablecoins_link on stablecoins (link_id);
create unique index stablecoins_provider_token on stablecoins (platform_id, provider_token)
  where issuance_status <> 'REJECTED';
create unique index stablecoins_network_token on stablecoins (platform_id, network_token)
  where issuance_status <> 'REJECTED';
create unique index stablecoins_symbol on stablecoins (platform_id, symbol) where issuance_status <> 'REJECTED';
-- One ledger account of a currency is for one coin.
create unique index stablecoins_currency on stablecoins (currency, environment) where currency is not null;

-- Who has moved a stablecoin, and why.
create table stablecoin_decisions (
  id uuid primary key default gen_random_uuid(),
  stablecoin_id uuid not null references stablecoins,
  moved_to text not null,
  decided_by text not null,
  reason text not null,
  created_at timestamptz not null default service_now()
);
create index stablecoin_decisions_stablecoin on stablecoin_decisions (stablecoin_id, created_at);

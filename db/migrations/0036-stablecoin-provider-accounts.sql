-- Accounts of platforms at the stablecoin provider, with the login of an application of the platform's.
create table stablecoin_provider_accounts (
  id uuid primary key,
  platform_id uuid not null references platforms,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  provider text not null default 'BRALE' check (provider = 'BRALE'),
  provider_account_id text not null,
  api_client_id text not null,
  -- encrypted with the record key ring
  api_client_secret text not null,
  -- counts the logins that it has had, so that a refusal of a former one is not taken for one of this
  login_version integer not null default 1,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INVALID', 'REVOKED')),
  last_verified_at timestamptz not null default service_now(),
  revoked_by text,
  revoked_reason text,
  -- when what the provider says was last compared with our rows
  compared_at timestamptz not null default service_now(),
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index stablecoin_provider_accounts_list on stablecoin_provider_accounts (platform_id, created_at, id);
create index stablecoin_provider_accounts_status on stablecoin_provider_accounts
  (list_key(platform_id, status), created_at, id);
create index stablecoin_provider_accounts_account on stablecoin_provider_accounts (platform_id, provider_account_id);
create unique index stablecoin_provider_accounts_linked on stablecoin_provider_accounts (platform_id, provider_account_id)
  where status <> 'REVOKED';
create index stablecoin_provider_accounts_compared on stablecoin_provider_accounts (environment, compared_at)
  where status = 'ACTIVE';

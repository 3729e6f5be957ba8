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

-- Addresses at the provider that stand for external accounts: made on first use, once for a link and a purpose.
create table stablecoin_addresses (
  link_id uuid not null references stablecoin_provider_accounts,
  external_account_id uuid not null references external_accounts,
  purpose text not null check (purpose in ('WALLET', 'PAYOUT', 'DEBIT')),
  -- the provider's idempotency key of its making
  provider_key uuid not null default gen_random_uuid(),
  address_id text,
  primary key (link_id, external_account_id, purpose)
);
create index stablecoin_addresses_account on stablecoin_addresses (external_account_id);
-- For whose bank account an address of the provider's stands.
create index stablecoin_addresses_debit on stablecoin_addresses (address_id) where purpose = 'DEBIT';

-- Mints and burns. Amounts are in the smallest unit of the coin; cents are what the provider moves.
create table stablecoin_operations (
  id uuid primary key,
  platform_id uuid not null references platforms,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  stablecoin_id uuid not null references stablecoins,
  link_id uuid not null references stablecoin_provider_accounts,
  operation_type text not null check (operation_type in ('MINT', 'BURN')),
  status text not null default 'CREATED' check (status in
    ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  amount numeric(40) not null check (amount > 0),
  cents bigint not null check (cents > 0),
  source_type text not null check (source_type in
    ('WIRE', 'ACH_DEBIT', 'EXTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE')),
  source_account_id uuid references external_accounts,
  destination_account_id uuid not null references external_accounts,
  rail text check (rail in ('WIRE', 'ACH_CREDIT', 'SAME_DAY_ACH_CREDIT', 'RTP_CREDIT')),
  description text,
  -- the key of the request, which a refusal at the creation frees
  key text,
  -- at the provider: the address that is drawn on, and the transfer, each with the key of its making
  source_address_id text,
  source_key uuid not null default gen_random_uuid(),
  deposit_address text,
  transfer_key uuid not null default gen_random_uuid(),
  -- before its first POST: what a lost answer was about may have been done
  transfer_begun_at timestamptz,
  transfer_id text,
  -- Which login of the link the transfer was asked for with: the provider may know the key under that one alone.
  transfer_login_version integer,
  provider_status text,
  failing_since timestamptz,
  failure_reason text,
  refusal_code text,
  funding_instructions jsonb,
  estimated_delivery jsonb,
  expires_at timestamptz,
  -- what a person is to look at
  case_reason text,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index stablecoin_operations_list on stablecoin_operations (stablecoin_id, created_at, id);
create index stablecoin_operations_type on stablecoin_operations
  (list_key(stablecoin_id, operation_type), created_at, id);
create index stablecoin_operations_platform on stablecoin_operations (platform_id);
create index stablecoin_operations_link on stablecoin_operations (link_id, created_at, id);
create index stablecoin_operations_deposits on stablecoin_operations (link_id) include (source_address_id)
  where source_type = 'EXTERNAL_ACCOUNT' and source_address_id is not null;
create index stablecoin_operations_source on stablecoin_operations (source_account_id);
create index stablecoin_operations_destination on stablecoin_operations (destination_account_id);
create index stablecoin_operations_open on stablecoin_operations (updated_at, id)
  where status in ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING');
create index stablecoin_operations_cases on stablecoin_operations (created_at) where case_reason is not null;

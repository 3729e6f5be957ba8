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

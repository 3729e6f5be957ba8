-- A uuid's text has one length: no two pairs share a key.
create function list_key(p_owner uuid, p_what text) returns text
language sql immutable strict parallel safe as $$ select p_owner::text || '/' || p_what $$;

create table customers (
  id uuid primary key,
  platform_id uuid not null references platforms,
  platform_customer_id text not null,
  customer_type text not null check (customer_type in ('INDIVIDUAL', 'BUSINESS')),
  uma_address text not null,
  email text,
  phone_number text,
  region text,
  currencies text[],
  -- the other submitted fields as received; `identifier` is never returned
  profile jsonb not null default '{}',
  identity_number text,
  kyc_status text not null,
  onboarding_attempt integer not null default 1,
  is_deleted boolean not null default false,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create unique index customers_platform_customer on customers (platform_id, platform_customer_id) where not is_deleted;
create unique index customers_uma on customers (lower(uma_address)) where not is_deleted;
create index customers_list on customers (platform_id, is_deleted, created_at desc, id desc);
create index customers_type on customers
  (list_key(platform_id, customer_type || '/' || is_deleted::text), created_at desc, id desc);
create index customers_region on customers
  (list_key(platform_id, region || '/' || is_deleted::text), created_at desc, id desc);
create index customers_updated on customers (platform_id, updated_at);
-- Deleted customers included: their transactions still refer to them.
create index customers_platform_customer_all on customers (platform_id, platform_customer_id);
create index customers_uma_all on customers (platform_id, lower(uma_address));
create index customers_currencies on customers using gin (currencies) with (fastupdate = off);

create table internal_accounts (
  id uuid primary key references ledger_accounts,
  platform_id uuid not null references platforms,
  customer_id uuid references customers,
  type text not null check (type in ('INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET')),
  currency text not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED')),
  private_enabled boolean not null default false,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index internal_accounts_customer on internal_accounts (customer_id);
create unique index internal_accounts_wallet on internal_accounts (customer_id) where type = 'EMBEDDED_WALLET';
create index internal_accounts_pending on internal_accounts (updated_at) where status = 'PENDING';
create index internal_accounts_list on internal_accounts (platform_id, created_at, id)
  where customer_id is not null;
create index internal_accounts_type on internal_accounts (list_key(platform_id, type), created_at, id);
create index internal_accounts_currency on internal_accounts
  (list_key(platform_id, currency || '/' || type), created_at, id);
-- A platform's own accounts: listed, and looked up by every settlement.
create index internal_accounts_own on internal_accounts (platform_id, currency) where customer_id is null;

-- An internal account as the API and the events show it, before its currency is spelled out.
create view internal_account_views as
select a.id, a.platform_id, a.customer_id, a.type, a.currency, a.status, a.private_enabled,
  b.posted - b.pending_out as spendable, b.posted + b.pending_in as total, a.created_at, a.updated_at
from internal_accounts a join ledger_balances b on b.account_id = a.id;

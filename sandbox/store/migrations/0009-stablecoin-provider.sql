-- The stablecoin provider. Amounts are cents of US dollars.
alter table faults drop constraint faults_party_check,
  add constraint faults_party_check
    check (party in ('provider', 'rail', 'verification', 'messages', 'cards', 'stablecoins'));

-- An application: the first secret that comes with its id is its secret.
create table coin_clients (
  id text primary key,
  secret_hash bytea not null,
  -- answered with 401 from then on, whatever token comes
  is_shut boolean not null default false
);

create table coin_tokens (
  token_hash bytea primary key,
  client_id text not null references coin_clients on delete cascade,
  expires_at timestamptz not null
);
create index coin_tokens_client on coin_tokens (client_id);

create table coin_accounts (
  id text primary key,
  ordinal bigint generated always as identity,
  client_id text not null references coin_clients,
  name text not null,
  created_at timestamptz not null default store_now()
);
create index coin_accounts_client on coin_accounts (client_id);

create table coin_addresses (
  id text primary key,
  ordinal bigint generated always as identity,
  account_id text not null references coin_accounts,
  type text not null check (type in ('internal', 'external')),
  name text not null,
  address text,
  transfer_types text[] not null,
  status text not null check (status in ('pending', 'active', 'archived')),
  account_number text,
  routing_number text,
  -- when a pending one becomes active, and what is paid to it then
  active_at timestamptz,
  deposit_at timestamptz,
  deposit_cents bigint,
  deposit_value_type text,
  created_at timestamptz not null default store_now()
);
create index coin_addresses_account on coin_addresses (account_id, ordinal);
create index coin_addresses_active on coin_addresses (active_at) where active_at is not null;
create index coin_addresses_deposit on coin_addresses (deposit_at) where deposit_at is not null;

-- Coins at an address on the chain, of any owner.
create table coin_balances (
  address text not null,
  value_type text not null,
  cents bigint not null check (cents >= 0),
  primary key (address, value_type)
);

create table coin_transfers (
  id text primary key,
  ordinal bigint generated always as identity,
  account_id text not null references coin_accounts,
  cents bigint not null check (cents > 0),
  source jsonb not null,
  destination jsonb not null,
  note text,
  status text not null check (status in ('pending', 'processing', 'complete', 'canceled', 'failed')),
  failure jsonb,
  wire_instructions jsonb,
  -- [{afterMs, status, failure}]: what is still to happen
  steps jsonb not null,
  next_at timestamptz,
  -- whether coins have been made, or taken, for it
  is_moved boolean not null default false,
  created_at timestamptz not null default store_now(),
  updated_at timestamptz not null default store_now()
);
create index coin_transfers_account on coin_transfers (account_id, ordinal);
create index coin_transfers_due on coin_transfers (next_at) where next_at is not null;

-- What a key has made; the answer is that of the first call.
create table coin_keys (
  client_id text not null,
  key uuid not null,
  request_hash bytea not null,
  status integer not null,
  body jsonb not null,
  calls integer not null default 1,
  primary key (client_id, key)
);

-- The outside parties' own store. Columns named sealed_* hold AES-256-GCM under SANDBOX_STORE_KEY.

-- The parties' only clock. A test clock that is ahead of the machine's replaces both (`store/clock.ts`).
create function store_now() returns timestamptz language sql stable as $$ select now() $$;
create function store_clock() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

create table test_clock (
  is_only boolean primary key default true check (is_only),
  -- how far it is ahead of the machine's
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);
insert into test_clock default values;

create table faults (
  id uuid primary key,
  ordinal bigint generated always as identity,
  party text not null check (party in ('provider', 'rail')),
  operation text not null,
  kind text not null,
  remaining integer not null check (remaining >= 0),
  delay_ms integer check (delay_ms >= 0),
  match text
);

-- What the parties really did, written in the transaction that did it.
create table acts (
  ordinal bigint generated always as identity primary key,
  party text not null,
  operation text not null,
  reference text not null,
  at timestamptz not null default store_now()
);
create index acts_by_reference on acts (reference);

-- Wallet provider

create table signers (
  name text primary key,
  sealed_private_key bytea not null
);

create table sub_organizations (
  id text primary key,
  name text not null,
  created_at timestamptz not null default store_now()
);
create index sub_organizations_by_name on sub_organizations (name);

create table users (
  id text primary key,
  organization_id text not null references sub_organizations,
  name text not null,
  email text,
  phone_number text,
  created_at timestamptz not null default store_now()
);
create index users_by_organization on users (organization_id);

create table wallets (
  id text primary key,
  organization_id text not null references sub_organizations,
  name text not null,
  sealed_mnemonic bytea not null,
  created_at timestamptz not null default store_now()
);

create table wallet_accounts (
  organization_id text not null references sub_organizations,
  address text not null,
  wallet_id text not null references wallets,
  path text not null,
  sealed_private_key bytea not null,
  primary key (organization_id, address)
);

create table api_keys (
  id text primary key,
  ordinal bigint generated always as identity,
  organization_id text not null references sub_organizations,
  user_id text not null references users,
  name text not null,
  public_key text not null,
  expiration_seconds integer not null check (expiration_seconds > 0),
  created_at timestamptz not null default store_now(),
  expires_at timestamptz not null,
  unique (organization_id, public_key)
);
create index api_keys_by_user on api_keys (user_id);

create table one_time_codes (
  id text primary key,
  ordinal bigint generated always as identity,
  otp_type text not null,
  contact text not null,
  app_name text not null,
  sealed_code bytea not null,
  sealed_target_key bytea not null,
  wrong_codes integer not null default 0,
  created_at timestamptz not null default store_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_by_contact on one_time_codes (contact);

create table verification_tokens (
  id text primary key,
  one_time_code_id text not null references one_time_codes,
  public_key text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table activities (
  id text primary key,
  ordinal bigint generated always as identity,
  organization_id text not null,
  type text not null,
  fingerprint text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  sealed_body bytea not null,
  sealed_result bytea,
  failure jsonb,
  -- A PENDING activity acts when nothing holds it: no fault, no instant still to come.
  held_by uuid references faults on delete set null,
  held_until timestamptz,
  created_at timestamptz not null default store_now(),
  updated_at timestamptz not null default store_now(),
  unique (organization_id, fingerprint)
);
create index activities_pending on activities (ordinal) where status = 'PENDING';

-- Payout rail

create table payouts (
  reference text primary key,
  instruction jsonb not null,
  state text not null default 'PENDING'
    check (state in ('PENDING', 'SETTLED', 'FAILED', 'RETURNED')),
  reason text,
  refund text,
  cause text,
  settled_at timestamptz,
  -- Steps still to come, [{afterMs, state, reason?, refund?, cause?}]; the first is due at due_at.
  plan jsonb not null,
  due_at timestamptz,
  held_by uuid references faults on delete set null,
  held_until timestamptz,
  created_at timestamptz not null default store_now()
);
create index payouts_due on payouts (due_at) where due_at is not null;

-- Appended under an advisory lock, so that a reader of the feed never misses a lower sequence that
-- commits later.
create table notices (
  sequence bigint generated always as identity primary key,
  reference text not null references payouts,
  state text not null,
  reason text,
  -- once the feed is locked: a later notice has no earlier time
  at timestamptz not null default store_clock()
);

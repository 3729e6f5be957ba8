-- The bank. Amounts are cents of US dollars.
alter table faults drop constraint faults_party_check,
  add constraint faults_party_check
    check (party in ('provider', 'rail', 'verification', 'messages', 'cards', 'stablecoins', 'bank'));

-- Every object of its API, an event too.
create table bank_objects (
  id text primary key,
  ordinal bigint generated always as identity,
  type text not null,
  account_id text,
  -- belongs to the object for ever
  idempotency_key text unique,
  request_hash bytea,
  -- as it is answered
  body jsonb not null,
  created_at timestamptz not null default store_now(),
  -- [{afterMs, act, with}]: what is still to happen by itself
  steps jsonb not null default '[]',
  next_at timestamptz,
  -- nothing happens by itself while a fault holds it, or before the instant
  held_by uuid references faults on delete set null,
  held_until timestamptz,
  -- of a transfer that comes back by order of a fault: so long after it has been settled
  returned_after_ms double precision
);
create index bank_objects_listed on bank_objects (type, ordinal);
create index bank_objects_account on bank_objects (account_id, type, ordinal);
create index bank_objects_due on bank_objects (next_at) where next_at is not null;
create index bank_objects_held on bank_objects (held_by) where held_by is not null;

-- The bank's own books: each posting moves cents between two of `account:ID`, `network:NAME`,
-- `outside:ROUTING:NUMBER` and `sample`, so that all of them together are always zero.
create table bank_postings (
  ordinal bigint generated always as identity primary key,
  from_ledger text not null,
  to_ledger text not null check (to_ledger <> from_ledger),
  cents bigint not null check (cents > 0),
  transaction_id text references bank_objects,
  at timestamptz not null default store_now()
);
create index bank_postings_from on bank_postings (from_ledger);
create index bank_postings_to on bank_postings (to_ledger);

create table bank_subscription_secrets (
  subscription_id text primary key references bank_objects,
  sealed_secret bytea not null
);

create table bank_deliveries (
  id uuid primary key default gen_random_uuid(),
  event_id text not null references bank_objects,
  subscription_id text not null references bank_objects,
  attempts integer not null default 0,
  next_at timestamptz default store_now(),
  delivered_at timestamptz,
  last_status integer
);
create index bank_deliveries_due on bank_deliveries (next_at) where next_at is not null;

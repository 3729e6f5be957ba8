-- What a token may do; everything without it.
alter table coin_tokens add column scopes text[];

-- Webhooks of the stablecoin provider. An archived subscription is sent nothing, and its deliveries stay.
create table coin_subscriptions (
  id text primary key,
  ordinal bigint generated always as identity,
  account_id text not null references coin_accounts,
  url text not null,
  -- names of events, or `transfer.*`
  events text[] not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  sealed_secret bytea not null
);
create index coin_subscriptions_account on coin_subscriptions (account_id, ordinal);

create table coin_events (
  id text primary key,
  ordinal bigint generated always as identity,
  account_id text not null references coin_accounts,
  type text not null,
  -- the bytes that are sent, each time the same
  body text not null
);

create table coin_deliveries (
  id uuid primary key default gen_random_uuid(),
  ordinal bigint generated always as identity,
  event_id text not null references coin_events,
  subscription_id text not null references coin_subscriptions,
  attempts integer not null default 0,
  next_at timestamptz default store_now(),
  delivered_at timestamptz,
  last_status integer
);
create index coin_deliveries_due on coin_deliveries (next_at) where next_at is not null;
create index coin_deliveries_subscription on coin_deliveries (subscription_id, ordinal);

create index coin_addresses_internal on coin_addresses (address) where type = 'internal';

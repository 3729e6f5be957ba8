-- The card issuer. Numbers, security codes and what events carry are kept sealed.
alter table faults drop constraint faults_party_check,
  add constraint faults_party_check
    check (party in ('provider', 'rail', 'verification', 'messages', 'cards'));

create table issuer_holders (
  token uuid primary key,
  ordinal bigint generated always as identity,
  account_token uuid not null unique,
  external_id text,
  status text not null,
  created_at timestamptz not null default store_now()
);
create index issuer_holders_external on issuer_holders (external_id);

create table issuer_cards (
  token uuid primary key,
  ordinal bigint generated always as identity,
  account_token uuid not null,
  program_token uuid not null,
  memo text not null,
  state text not null check (state in ('OPEN', 'PAUSED', 'CLOSED')),
  spend_limit bigint not null,
  spend_limit_duration text not null,
  last_four text not null,
  exp_month text not null,
  exp_year text not null,
  -- {pan, cvv}
  sealed_numbers bytea not null,
  -- of a card in review: when it is opened, 'infinity' for never
  opens_at timestamptz,
  changes integer not null default 0,
  created_at timestamptz not null default store_now()
);
create index issuer_cards_last_four on issuer_cards (last_four);
create index issuer_cards_memo on issuer_cards (memo);
create index issuer_cards_opened on issuer_cards (opens_at) where opens_at is not null;

-- What a key of POST /v1/cards has made; the answer is made anew from the card.
create table issuer_keys (
  key uuid primary key,
  body_hash bytea not null,
  card_token uuid not null references issuer_cards
);
create index issuer_keys_card on issuer_keys (card_token);

-- Amounts in cents; a debit is positive, a credit negative.
create table issuer_transactions (
  token uuid primary key,
  ordinal bigint generated always as identity,
  card_token uuid not null references issuer_cards,
  merchant jsonb not null,
  authorized bigint not null,
  pending bigint not null default 0,
  settled bigint not null default 0,
  status text not null,
  result text not null,
  created_at timestamptz not null default store_clock(),
  updated_at timestamptz not null default store_clock()
);
create index issuer_transactions_card on issuer_transactions (card_token, ordinal);

create table issuer_transaction_events (
  token uuid primary key,
  ordinal bigint generated always as identity,
  transaction_token uuid not null references issuer_transactions,
  type text not null,
  result text not null,
  detailed_result text not null,
  polarity text not null check (polarity in ('DEBIT', 'CREDIT')),
  amount bigint not null check (amount >= 0),
  created_at timestamptz not null default store_clock()
);
create index issuer_transaction_events_of on issuer_transaction_events (transaction_token, ordinal);

-- Disputes of cardholders. A dispute's amount is that of its first event.
create table issuer_disputes (
  token uuid primary key,
  transaction_token uuid not null references issuer_transactions,
  amount bigint not null check (amount > 0),
  credited bigint not null default 0 check (credited between 0 and amount),
  recovered bigint not null default 0 check (recovered between 0 and amount),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  disposition text,
  created_at timestamptz not null default store_clock(),
  updated_at timestamptz not null default store_clock()
);
create unique index issuer_disputes_open on issuer_disputes (transaction_token) where status = 'OPEN';
create index issuer_disputes_of on issuer_disputes (transaction_token);

create table issuer_dispute_events (
  token uuid primary key,
  ordinal bigint generated always as identity,
  dispute_token uuid not null references issuer_disputes,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default store_clock()
);
create index issuer_dispute_events_of on issuer_dispute_events (dispute_token, ordinal);

create table issuer_responders (
  type text primary key,
  url text not null
);

create table issuer_subscriptions (
  token uuid primary key,
  ordinal bigint generated always as identity,
  url text not null,
  description text not null default '',
  disabled boolean not null default false,
  -- all types without it
  event_types text[]
);

-- Of a subscription, or of the live decisions (`auth_stream`); the previous one is good for a day.
create table issuer_secrets (
  owner text primary key,
  sealed bytea not null,
  sealed_previous bytea,
  previous_until timestamptz
);

create table issuer_events (
  token uuid primary key,
  ordinal bigint generated always as identity,
  event_type text not null,
  sealed_payload bytea not null,
  created_at timestamptz not null default store_clock()
);

create table issuer_deliveries (
  event_token uuid not null references issuer_events,
  subscription_token uuid not null references issuer_subscriptions on delete cascade,
  attempts integer not null default 0,
  next_at timestamptz default store_now(),
  delivered_at timestamptz,
  primary key (event_token, subscription_token)
);
create index issuer_deliveries_due on issuer_deliveries (next_at) where next_at is not null;
create index issuer_deliveries_subscription on issuer_deliveries (subscription_token);

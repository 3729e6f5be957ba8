-- One row an instruction to the payout rail: a payout, a collection, or an attempt of a refund. The
-- function rail_order_may_move says which states may follow which.
create table rail_orders (
  payment_id uuid not null references payments,
  kind text not null check (kind in ('PAYOUT', 'COLLECTION', 'REFUND')),
  -- of a refund: a rail takes an instruction once for a reference
  attempt integer not null check (attempt = 1 or kind = 'REFUND'),
  -- also the idempotency key at the rail
  reference text not null unique,
  state text not null check (state in
    ('CREATED', 'SUBMITTED', 'SETTLED', 'FAILED', 'RETURNED', 'CANCELLED', 'MADE_GOOD')),
  -- which workflow carries it: the payment's own, or a correction
  workflow text not null check (workflow in ('PAYMENT', 'RETURNED', 'REVERSED', 'COLLECTED_LATE', 'REFUND_RETRY')),
  -- who carries it, chosen when it is first submitted and never changed: what has left cannot move to another
  provider text not null default 'RAIL' check (provider in ('RAIL', 'BANK')),
  -- as it was first submitted, with its sender, so that it can be submitted again unchanged; null once it has ended
  instruction jsonb,
  -- of a provider with a wire of its own: {network, path, body}, made once; null once it has ended
  request jsonb,
  -- the way that it takes, the provider's own id of it, and the network's code of a failure or return
  network text,
  handle text,
  code text,
  -- of a payout: by that code its money may come back, and must not go on to the payer by itself
  is_refund_refused boolean not null default false,
  -- of a refund: the provider's id of the deposit that it sends back
  deposit_id text,
  -- of a refund: from here on it is not submitted, and is stopped if it may have left
  stop_requested_at timestamptz,
  -- an operator has recorded it as paid; the rail has not said so yet
  unconfirmed_since timestamptz,
  -- the rail has reported it as failed after it had settled
  reversed_at timestamptz,
  submitted_at timestamptz,
  settled_at timestamptz,
  returned_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  primary key (payment_id, kind, attempt)
);
create index rail_orders_open_refunds on rail_orders (updated_at)
  where kind = 'REFUND' and state in ('CREATED', 'SUBMITTED');
-- What alarms and the sweep look for: a few rows of many.
create index rail_orders_contradicted on rail_orders (unconfirmed_since, reversed_at)
  where unconfirmed_since is not null or reversed_at is not null;

-- Refunds by the deposits that they send back.
create index rail_orders_deposits on rail_orders (deposit_id) where deposit_id is not null;

-- How far the feed of each provider of an environment has been read, in its own words, and who reads it.
create table rail_cursors (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  provider text not null check (provider in ('RAIL', 'BANK')),
  position text not null default '',
  -- By the machine's clock: a process that has died holds it no longer.
  held_by uuid,
  held_until timestamptz,
  primary key (environment, provider)
);

insert into rail_cursors (environment, provider)
  select e, p from unnest(array['SANDBOX', 'PRODUCTION']) e, unnest(array['RAIL', 'BANK']) p;

-- Notices of a provider that could not be booked: the feed continues without them, every round retries
-- them, and an alarm counts them.
create table rail_notice_dead_letters (
  environment text not null
    constraint rail_notice_dead_letters_environment check (environment in ('SANDBOX', 'PRODUCTION')),
  provider text not null default 'RAIL' check (provider in ('RAIL', 'BANK')),
  -- as they have come to us
  sequence bigint not null generated always as identity unique,
  -- the provider's own id of what has happened
  event_id text not null,
  notice text not null,
  error text not null,
  -- of what the provider did not say in a way that could be read: when it is asked again
  read_again_at timestamptz,
  created_at timestamptz not null default service_now(),
  primary key (environment, provider, event_id)
);

-- Notices of a provider about a reference that is not ours, as after a restore of the database to an earlier
-- point; kept until it is.
create table unknown_rail_notices (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  provider text not null default 'RAIL' check (provider in ('RAIL', 'BANK')),
  sequence bigint not null generated always as identity unique,
  event_id text not null,
  reference text not null,
  notice text not null,
  -- The reference has the form of ours, and the rail has an instruction under it when it is asked: we gave that, and
  -- the database has lost it. What else a rail reports is listed, and stops nothing.
  is_confirmed boolean not null default false,
  created_at timestamptz not null default service_now(),
  primary key (environment, provider, event_id)
);
create index unknown_rail_notices_reference on unknown_rail_notices (reference);
-- Each process asks every second whether there is one.
create index unknown_rail_notices_confirmed on unknown_rail_notices (reference) where is_confirmed;

-- What a failure, a return or a correction has asked of people and of other records, once each. One without a decision is
-- open: it is in the operators' inbox.
create table rail_consequences (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  provider text not null check (provider in ('RAIL', 'BANK')),
  reference text not null,
  consequence text not null check (consequence in
    ('ACCOUNT_INVALID', 'PULLS_BLOCKED', 'CORRECTION', 'COMPLIANCE_CASE', 'CASE', 'ALARM')),
  -- the network's
  code text not null default '',
  closed_at timestamptz,
  closed_by text,
  closed_why text,
  created_at timestamptz not null default service_now(),
  primary key (environment, provider, reference, consequence, code)
);
create index rail_consequences_open on rail_consequences (reference) where closed_at is null;

-- What the issuer has reported of card transactions, each event once. `issuer_token` is the issuer's
-- transaction: the purchase's own, or a return's that belongs to the purchase.
create table card_events (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  token text not null,
  transaction_id uuid not null references card_transactions,
  issuer_token text not null,
  type text not null,
  is_approved boolean not null,
  cents bigint not null check (cents >= 0),
  -- by the issuer's clock, and its place among the events of its transaction
  at timestamptz not null,
  ordinal integer not null,
  created_at timestamptz not null default service_now(),
  primary key (environment, token)
);
create index card_events_transaction on card_events (transaction_id, at, ordinal);
create index card_events_issuer_token on card_events (environment, issuer_token);

-- Money that a cleared event takes out of the wallet, each part with a signature of its own. A part that could
-- not be taken was advanced by the service: what is taken later goes back to it.
create table card_pulls (
  id uuid primary key,
  transaction_id uuid not null references card_transactions,
  number integer not null,
  event_token text not null,
  cents bigint not null check (cents > 0),
  state text not null default 'PENDING' check (state in ('PENDING', 'DONE', 'EXCEPTION')),
  -- why it could not be made
  code text,
  is_advanced boolean not null default false,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  unique (transaction_id, number)
);
create index card_pulls_open on card_pulls (updated_at, id) where state = 'PENDING';

-- A return that the sandbox was asked to play: the issuer does not say which purchase it belongs to. `token`:
-- the issuer's name of it, once its answer is there.
create table card_return_intents (
  id uuid primary key,
  transaction_id uuid not null references card_transactions,
  cents bigint not null check (cents > 0),
  token text,
  is_taken boolean not null default false,
  created_at timestamptz not null default service_now()
);
create index card_return_intents_transaction on card_return_intents (transaction_id, created_at);

-- How far the issuer's list of transactions has been read: NEW, of what is created; AGAIN, once a day from the
-- time on in which a transaction may still change, begun at `began_at`.
create table card_list_cursors (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  kind text not null check (kind in ('NEW', 'AGAIN')),
  began_at timestamptz not null default service_now(),
  read_until timestamptz not null,
  primary key (environment, kind)
);

-- Card transactions are listed with the others: what only they have is in `card`.
alter table transactions add column card jsonb;
alter table transactions drop constraint transactions_type_check,
  add constraint transactions_type_check check (type in ('INCOMING', 'OUTGOING', 'CARD')) not valid,
  drop constraint transactions_status_check,
  add constraint transactions_status_check check (status in
    ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'REJECTED', 'FAILED', 'EXPIRED',
     'AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'EXCEPTION')) not valid;

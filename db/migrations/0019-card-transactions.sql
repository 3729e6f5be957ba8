-- What the issuer was answered about an authorization: a repeat of its token with the same amount, of the same event
-- where the issuer names it, gets the same answer. Anything else under the token is an increment, and is judged.
create table card_decisions (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  token text not null,
  cents bigint not null check (cents >= 0),
  -- the issuer's name of this request; empty where it gives none
  event_token text not null default '',
  -- APPROVED, or why it was declined, in our words
  result text not null,
  created_at timestamptz not null default service_now(),
  primary key (environment, token, cents, event_token)
);
create index card_decisions_age on card_decisions (created_at);

-- What a merchant does with a card, from the live decision or the issuer's first word of it. Amounts in
-- cents; `units_per_cent` of the account's currency are one.
create table card_transactions (
  id uuid primary key,
  platform_id uuid not null references platforms,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  customer_id uuid not null references customers,
  card_id uuid not null references cards,
  account_id uuid not null references internal_accounts,
  currency text not null,
  units_per_cent bigint not null check (units_per_cent > 0),
  -- the issuer's name of it
  token text not null,
  direction text not null default 'DEBIT' check (direction in ('DEBIT', 'CREDIT')),
  merchant jsonb not null,
  acceptor_id text not null default '',
  -- what the ledger holds of the account, and how many holds there have been
  held bigint not null default 0 check (held >= 0),
  -- what the live decision approved: it may foresee a tip, and is held until anything follows the authorization
  decided bigint not null default 0 check (decided >= 0),
  -- by the issuer's events: authorized, and neither cleared nor released; below zero, a credit that is announced
  pending bigint not null default 0,
  -- What the customer is charged of the issuer's net claim (below zero: credited), and what is disputed of it; how much
  -- of the latter a person has contested. What a person has found to be the customer's, to be charged and to be credited.
  charged bigint not null default 0,
  disputed bigint not null default 0,
  contested bigint not null default 0,
  -- Of disputes of the cardholder: what they give back to the customer, and how much of that is at the service's risk: below
  -- zero, what a network has given and the customer has not got.
  given_back bigint not null default 0 check (given_back >= 0),
  provisional bigint not null default 0,
  accepted_debit bigint not null default 0 check (accepted_debit >= 0),
  accepted_credit bigint not null default 0 check (accepted_credit >= 0),
  hold_number integer not null default 0,
  -- false until the issuer has reported it: what it declines after our approval is not shown
  is_reported boolean not null default false,
  -- when the issuer was last asked about it
  asked_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create unique index card_transactions_token on card_transactions (environment, token);
create index card_transactions_card on card_transactions (card_id, created_at);
create index card_transactions_customer on card_transactions (customer_id, created_at);
create index card_transactions_account on card_transactions (account_id, created_at);
create index card_transactions_platform on card_transactions (platform_id, created_at);
create index card_transactions_unreported on card_transactions (updated_at, id) where held > 0 and not is_reported;
create index card_transactions_disputed on card_transactions (updated_at, id) where disputed <> contested;
create index card_transactions_held on card_transactions (coalesce(asked_at, updated_at), id) where held > 0;

-- What the issuer has reported of card transactions, each event once. `issuer_token` is the issuer's
-- transaction: the purchase's own, or a return's that belongs to the purchase.
create table card_events (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  token text not null,
  transaction_id uuid not null references card_transactions,
  issuer_token text not null,
  type text not null,
  is_approved boolean not null,
  -- of a declined one: our reason, where we have decided, else the issuer's
  declined_reason text,
  cents bigint not null check (cents >= 0),
  -- what it has added to the disputed claim of its transaction
  disputed bigint not null default 0,
  -- by the issuer's clock, and its place among the events of its transaction
  at timestamptz not null,
  ordinal integer not null,
  created_at timestamptz not null default service_now(),
  primary key (environment, token)
);
create index card_events_transaction on card_events (transaction_id, at, ordinal);
create index card_events_issuer_token on card_events (environment, issuer_token);

-- Disputes of cardholders about purchases, as the issuer conducts them.
create table card_disputes (
  id uuid primary key,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  transaction_id uuid not null references card_transactions,
  -- the issuer's name of it
  token text not null,
  reason text,
  -- what is disputed
  cents bigint not null default 0 check (cents >= 0),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  disposition text check (disposition in ('WON', 'PARTIALLY_WON', 'LOST', 'WITHDRAWN', 'DENIED')),
  -- The sums of its events: what was credited until it is decided, less what was taken back; what the network has given,
  -- less what it took back; what the issuer's program writes off.
  credited bigint not null default 0,
  recovered bigint not null default 0,
  written_off bigint not null default 0,
  -- of one that was opened again: what the customer had by its decision, less what the issuer has taken back since
  kept bigint not null default 0,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create unique index card_disputes_token on card_disputes (environment, token);
create index card_disputes_transaction on card_disputes (transaction_id, created_at);
create index card_disputes_open on card_disputes (created_at, id) where status = 'OPEN';

-- What the issuer has reported of disputes, each event once.
create table card_dispute_events (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  token text not null,
  dispute_id uuid not null references card_disputes,
  type text not null check (type in ('OPENED', 'REOPENED', 'CLOSED', 'CREDITED', 'CREDIT_REVERSED', 'RECOVERED',
    'RECOVERY_LOST', 'WRITTEN_OFF')),
  cents bigint not null check (cents >= 0),
  -- of CLOSED
  disposition text,
  -- by the issuer's clock, and its place among the events of its dispute
  at timestamptz not null,
  ordinal integer not null,
  created_at timestamptz not null default service_now(),
  primary key (environment, token)
);
create index card_dispute_events_dispute on card_dispute_events (dispute_id, at, ordinal);

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
-- Pulls that could not be made, for operators and their alarms.
create index card_pulls_exception on card_pulls (created_at, id) where state = 'EXCEPTION';

-- What a delegated key has signed, or is signing: the exact body at the provider, by the pull's id.
create table card_pull_signatures (
  pull_id uuid primary key,
  account_id uuid not null references internal_accounts,
  key_id uuid not null references delegated_keys,
  body text not null,
  provider_activity_id text,
  signature jsonb,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index card_pull_signatures_account on card_pull_signatures (account_id);
create index card_pull_signatures_key on card_pull_signatures (key_id);

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

-- How far the issuer's lists have been read: NEW, of the transactions that are made; AGAIN, once a day from the
-- time on in which a transaction may still change, begun at `began_at`; DISPUTES, of the events of disputes.
create table card_list_cursors (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  kind text not null check (kind in ('NEW', 'AGAIN', 'DISPUTES')),
  began_at timestamptz not null default service_now(),
  read_until timestamptz not null,
  primary key (environment, kind)
);

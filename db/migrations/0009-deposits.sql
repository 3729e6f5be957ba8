-- Our own id of a deposit, of what the rail calls it: `Deposit:<uuid>`, and that of the incoming transaction
-- which it becomes. It does not change with a restore of the database.
create function deposit_uuid(p_environment text, p_id text) returns uuid
language sql immutable strict parallel safe as $$
  select md5('deposit ' || p_environment || ' ' || p_id)::uuid
$$;

-- Deposits that a rail reports. A deposit starts the payment that waits for its reference, or is credited
-- to the account whose reference it names; others are unapplied funds, in suspense until an operator
-- decides.
create table deposits (
  environment text not null
    constraint deposits_environment check (environment in ('SANDBOX', 'PRODUCTION')),
  -- its rail's id of the deposit, which makes notices idempotent
  id text not null,
  funding_reference text not null,
  -- who has it: what goes back goes over the same
  provider text not null default 'RAIL' check (provider in ('RAIL', 'BANK')),
  -- who has paid it, as far as the network says: {name, routingNumber, accountTail, traceNumber, ..}
  payer jsonb,
  -- the transaction of a chain that it came by: {transactionHash, network}
  on_chain jsonb,
  amount bigint not null check (amount > 0),
  currency text not null,
  payment_id uuid references payments,
  -- whose reference it came under, or whom an operator has given it to
  account_id uuid constraint deposits_account references internal_accounts,
  -- RETURNING, RETURNED: it is sent back over the rail.
  outcome text constraint deposits_outcomes check (outcome in ('APPLIED', 'UNAPPLIED', 'RETURNING', 'RETURNED')),
  -- why it is unapplied
  reason text,
  -- the last decision of an operator
  decided_by text,
  decided_why text,
  changed_at timestamptz,
  created_at timestamptz not null default service_now(),
  primary key (environment, id)
);
create unique index deposits_applied on deposits (payment_id) where outcome is distinct from 'UNAPPLIED';
-- Deposits by our own id, as operators name them.
create unique index deposits_uuid on deposits (deposit_uuid(environment, id));
-- Deposits that an operator is to decide about.
create index deposits_unapplied on deposits (created_at, environment, id) where outcome in ('UNAPPLIED', 'RETURNING');
-- What a payer has written is what an operator searches by.
create index deposits_reference on deposits (funding_reference);
-- Who has paid goes with the customer that was paid.
create index deposits_payer_account on deposits (account_id) where payer is not null;
create index deposits_payer_payment on deposits (payment_id) where payer is not null;

-- Deposits of RULE_BASED accounts, each of which is swept once. WAITING: the money is on its way into the account, and a
-- job prices the sweep. EXECUTED: its payment has the money. GIVEN: the holder's own account has it.
create table deposit_sweeps (
  environment text not null,
  deposit_id text not null,
  account_id uuid not null references internal_accounts,
  -- the account's
  platform_id uuid not null,
  state text not null check (state in ('WAITING', 'EXECUTED', 'GIVEN')),
  payment_id uuid unique references payments,
  -- why it was not swept, and what the judgement said
  reason text,
  refusal text,
  created_at timestamptz not null default service_now(),
  changed_at timestamptz not null default service_now(),
  primary key (environment, deposit_id),
  foreign key (environment, deposit_id) references deposits (environment, id),
  check ((state = 'WAITING') <= (payment_id is null and reason is null))
);
create index deposit_sweeps_waiting on deposit_sweeps (created_at) where state = 'WAITING';
-- How many a platform has that wait.
create index deposit_sweeps_platform on deposit_sweeps (platform_id) where state = 'WAITING';

-- Instructions to send a deposit back; the reference is also the idempotency key at the rail. An attempt after one
-- that has failed has a reference of its own.
create table deposit_returns (
  reference text primary key,
  environment text not null,
  deposit_id text not null,
  attempt integer not null check (attempt > 0),
  state text not null check (state in ('CREATED', 'SUBMITTED', 'SETTLED', 'FAILED', 'RETURNED')),
  -- as the rail's port takes it, and as in rail_orders
  instruction jsonb not null,
  provider text not null default 'RAIL' check (provider in ('RAIL', 'BANK')),
  request jsonb,
  network text,
  handle text,
  code text,
  -- The rail has reported the return as failed after it had reported it as paid: a person finds out which is
  -- true. Null: it has not, or that is decided.
  contradicted_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  unique (environment, deposit_id, attempt),
  foreign key (environment, deposit_id) references deposits (environment, id)
);
create index deposit_returns_open on deposit_returns (updated_at) where state in ('CREATED', 'SUBMITTED');
-- Returns that an operator is to decide about.
create index deposit_returns_contradicted on deposit_returns (contradicted_at) where contradicted_at is not null;

-- Deposits that their bank has taken back after an account had taken them, each of which is booked once, against its
-- holder. What the account has not is owed, and taken as money comes; until then the service has advanced it.
create table taken_back_deposits (
  environment text not null,
  deposit_id text not null,
  -- the holder's own account: of a deposit that was swept, the one beside the account that swept it
  account_id uuid not null references internal_accounts,
  -- the deposit's, for lists of what is owed
  amount bigint not null check (amount > 0),
  owed bigint not null check (owed >= 0),
  -- how many times something was taken of the account
  recoveries integer not null default 0,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  primary key (environment, deposit_id),
  foreign key (environment, deposit_id) references deposits (environment, id),
  check (owed <= amount)
);
create index taken_back_deposits_owed on taken_back_deposits (account_id, created_at) where owed > 0;

-- Where to send money for an account, as the rail of its environment says and the interface shows it. Null until
-- the rail has been asked; an empty list: the rail takes no such money.
alter table internal_accounts add column funding_instructions jsonb;

create or replace view internal_account_views as
select a.id, a.platform_id, a.customer_id, a.type, a.currency, a.status, a.private_enabled,
  b.posted - b.pending_out as spendable, b.posted + b.pending_in as total, a.created_at, a.updated_at,
  a.funding_instructions
from internal_accounts a join ledger_balances b on b.account_id = a.id;

-- A deposit is of a payment or of an account. `account_id`: whose reference it came under, or whom an operator
-- has given it to. RETURNING, RETURNED: it is sent back over the rail.
alter table deposits
  add column account_id uuid,
  -- why it is unapplied
  add column reason text,
  add column changed_at timestamptz,
  -- the last decision of an operator
  add column decided_by text,
  add column decided_why text,
  add constraint deposits_account foreign key (account_id) references internal_accounts not valid,
  add constraint deposits_outcomes check (outcome in ('APPLIED', 'UNAPPLIED', 'RETURNING', 'RETURNED')) not valid,
  drop constraint deposits_outcome_check;

-- Instructions to send a deposit back; the reference is also the idempotency key at the rail. An attempt after one
-- that has failed has a reference of its own.
create table deposit_returns (
  reference text primary key,
  environment text not null,
  deposit_id text not null,
  attempt integer not null check (attempt > 0),
  state text not null check (state in ('CREATED', 'SUBMITTED', 'SETTLED', 'FAILED', 'RETURNED')),
  -- as the rail's port takes it
  instruction jsonb not null,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  unique (environment, deposit_id, attempt),
  foreign key (environment, deposit_id) references deposits (environment, id)
);
create index deposit_returns_open on deposit_returns (updated_at) where state in ('CREATED', 'SUBMITTED');

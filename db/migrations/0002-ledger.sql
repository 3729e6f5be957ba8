-- Double entry. A balance is credits minus debits: our liability to the holder of the account.
create table ledger_accounts (
  id uuid primary key,
  -- CARD_SETTLEMENT: where card money is settled; CARD_EXCEPTION: what the service has advanced for a pull
  -- that could not be made; CARD_DISPUTE: what the issuer claims, and no customer is charged with;
  -- CARD_PROVISIONAL: what the service has credited for cardholders' disputes, less what networks have given for them;
  -- DEPOSIT_EXCEPTION: what the service has advanced for deposits that their bank has taken back;
  -- VALIDATION_EXPENSE: what the service has paid in micro-entries to accounts that it validates.
  kind text not null check (kind in
    ('HOLDER', 'LIQUIDITY', 'FEES', 'RAIL', 'FUNDING', 'SUSPENSE', 'CARD_SETTLEMENT', 'CARD_EXCEPTION',
      'CARD_DISPUTE', 'CARD_PROVISIONAL', 'DEPOSIT_EXCEPTION', 'VALIDATION_EXPENSE')),
  environment text not null
    constraint ledger_accounts_environment check (environment in ('SANDBOX', 'PRODUCTION')),
  currency text not null,
  has_floor boolean not null,
  name text unique,
  created_at timestamptz not null default service_now(),
  check (has_floor = (kind = 'HOLDER'))
);
-- What the foreign keys of transfers and internal accounts refer to.
create unique index ledger_accounts_place on ledger_accounts (id, environment, currency);
-- The service's own accounts: one of each kind for an environment and a currency.
create unique index ledger_accounts_service on ledger_accounts (environment, kind, currency) where not has_floor;

-- Only accounts with a floor keep a running balance; the constraint is the floor.
create table ledger_balances (
  account_id uuid primary key references ledger_accounts,
  posted bigint not null default 0,
  pending_in bigint not null default 0 check (pending_in >= 0),
  pending_out bigint not null default 0 check (pending_out >= 0),
  constraint balance_floor check (posted - pending_out >= 0)
) with (fillfactor = 70);

create table ledger_transfers (
  id text primary key,
  kind text not null check (kind in ('POSTED', 'PENDING', 'POST_PENDING', 'VOID_PENDING')),
  environment text not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  pending_id text unique references ledger_transfers,
  reference text not null,
  created_at timestamptz not null default service_now(),
  -- No transfer crosses environments or currencies.
  constraint ledger_transfers_debit_account foreign key (debit_account_id, environment, currency)
    references ledger_accounts (id, environment, currency),
  constraint ledger_transfers_credit_account foreign key (credit_account_id, environment, currency)
    references ledger_accounts (id, environment, currency),
  check (debit_account_id <> credit_account_id),
  check ((kind in ('POST_PENDING', 'VOID_PENDING')) = (pending_id is not null))
);
create index ledger_transfers_debit on ledger_transfers (debit_account_id, created_at);
create index ledger_transfers_credit on ledger_transfers (credit_account_id, created_at);
create index ledger_transfers_reference on ledger_transfers (reference);

-- Sums of accounts without a floor up to an instant, so that a balance does not scan all transfers.
create table ledger_rollups (
  account_id uuid primary key references ledger_accounts,
  up_to timestamptz not null,
  posted bigint not null
);

-- What the last check of the ledger by a worker has found. Null: none has finished yet.
create table last_ledger_check (
  is_only boolean primary key default true check (is_only),
  is_ok boolean,
  findings jsonb not null default '[]',
  finished_at timestamptz
);
insert into last_ledger_check default values;

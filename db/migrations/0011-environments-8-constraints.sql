-- Nobody writes meanwhile: a row of the release before must not come between backfill and constraint.
lock table platforms, ledger_accounts, internal_accounts, payments, deposits, rail_notice_dead_letters,
  ledger_transfers in share row exclusive mode;

-- Production platforms have accounts and quotes; they have no transfers (part 1).
update ledger_accounts l set environment = p.environment from internal_accounts a join platforms p on p.id = a.platform_id
  where l.id = a.id and l.environment <> p.environment;
update internal_accounts a set environment = p.environment from platforms p
  where p.id = a.platform_id and a.environment <> p.environment;
update payments q set environment = p.environment from platforms p
  where p.id = q.platform_id and q.environment <> p.environment;

alter table ledger_accounts
  add constraint ledger_accounts_environment check (environment in ('SANDBOX', 'PRODUCTION')) not valid;
alter table internal_accounts
  add constraint internal_accounts_platform foreign key (platform_id, environment)
    references platforms (id, environment) not valid,
  add constraint internal_accounts_ledger foreign key (id, environment, currency)
    references ledger_accounts (id, environment, currency) not valid,
  drop constraint internal_accounts_platform_id_fkey,
  drop constraint internal_accounts_id_fkey;
alter table payments
  add constraint payments_platform foreign key (platform_id, environment)
    references platforms (id, environment) not valid,
  drop constraint payments_platform_id_fkey,
  drop constraint payments_funding_reference_key;

-- No transfer crosses environments or currencies.
alter table ledger_transfers
  add constraint ledger_transfers_debit_account foreign key (debit_account_id, environment, currency)
    references ledger_accounts (id, environment, currency) not valid,
  add constraint ledger_transfers_credit_account foreign key (credit_account_id, environment, currency)
    references ledger_accounts (id, environment, currency) not valid,
  drop constraint ledger_transfers_debit_account_id_fkey,
  drop constraint ledger_transfers_credit_account_id_fkey;

alter table deposits
  add constraint deposits_environment check (environment in ('SANDBOX', 'PRODUCTION')) not valid,
  drop constraint deposits_pkey,
  add constraint deposits_pkey primary key using index deposits_place;
alter table rail_notice_dead_letters
  add constraint rail_notice_dead_letters_environment check (environment in ('SANDBOX', 'PRODUCTION')) not valid,
  drop constraint rail_notice_dead_letters_pkey,
  add constraint rail_notice_dead_letters_pkey primary key using index rail_notice_dead_letters_place;

-- What the issuer was answered about an authorization: a repeat of its token gets the same answer.
create table card_decisions (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  token text not null,
  -- null only inside the transaction that decides
  result text,
  created_at timestamptz not null default service_now(),
  primary key (environment, token)
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
create index card_transactions_held on card_transactions (coalesce(asked_at, updated_at), id) where held > 0;

-- Where card money is settled, and what the service has advanced for a pull that could not be made.
alter table ledger_accounts drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in
    ('HOLDER', 'LIQUIDITY', 'FEES', 'RAIL', 'FUNDING', 'SUSPENSE', 'CARD_SETTLEMENT', 'CARD_EXCEPTION')) not valid;

create table external_accounts (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid references customers,
  account_type text not null,
  currency text not null,
  status text not null check (status in
    ('PENDING', 'ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'INACTIVE')),
  -- Why an account is INACTIVE for good, or UNDER_REVIEW: a code of the networks, or what its validation has found.
  status_reason text,
  platform_account_id text,
  ownership_type text,
  -- A beneficiary that the customer trusts: payments to it need no proof of their own.
  trusted_at timestamptz,
  default_uma_deposit_account boolean not null default false,
  beneficiary_verification_status text,
  beneficiary_verified_data jsonb,
  account_info jsonb not null,
  -- what makes two accounts of one owner the same: the variant's primary identifier
  identity text not null,
  -- The numbers that the account's bank has corrected: {accountNumber?, routingNumber?}. Used, and not shown.
  corrected_info jsonb,
  -- Its holder has disputed a pull: nothing is collected from it any more.
  disputed_at timestamptz,
  -- of a Lightning invoice: what it is paid by, and until when
  invoice_hash text,
  invoice_expires_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  deleted_at timestamptz,
  check ((invoice_hash is null) = (invoice_expires_at is null))
);
-- Finds every registration of one bank account, in any spelling of its number (bank_number_key).
create index external_accounts_holders on external_accounts
  (platform_id, (ltrim(regexp_replace(upper(split_part(identity, '/', 1)), '[^0-9A-Z]', '', 'g'), '0')));
create unique index external_accounts_identity on external_accounts
  (platform_id, coalesce(customer_id, platform_id), account_type, currency, identity) where deleted_at is null;
create unique index external_accounts_default_uma on external_accounts (customer_id)
  where default_uma_deposit_account and deleted_at is null;
create index external_accounts_platform on external_accounts (platform_id, created_at, id) where deleted_at is null;
create index external_accounts_customer on external_accounts (customer_id, created_at, id) where deleted_at is null;
create index external_accounts_under_review on external_accounts (updated_at) where status = 'UNDER_REVIEW' and deleted_at is null;
-- Deleted ones too, which the list's index leaves out.
create index external_accounts_of_customer on external_accounts (customer_id) where customer_id is not null;

-- An attempt to prove that a self-custody wallet is one's own. An account has at most one open.
create table external_account_challenges (
  id uuid primary key,
  account_id uuid not null references external_accounts,
  method text not null check (method in ('WALLET_SIGNATURE', 'LIVENESS')),
  state text not null check (state in ('OPEN', 'SUCCEEDED', 'FAILED', 'ABANDONED')),
  message text,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  expires_at timestamptz not null
);
create unique index external_account_challenges_open on external_account_challenges (account_id) where state = 'OPEN';
create index external_account_challenges_failed on external_account_challenges (account_id) where state = 'FAILED';

-- The validation of an account, begun with it: BANK, by its routing number and a prenotification; MICRO_ENTRIES, by two small
-- credits whose amounts its holder reads; NAME, of its holder's name.
create table account_validations (
  account_id uuid primary key references external_accounts,
  method text not null check (method in ('BANK', 'MICRO_ENTRIES', 'NAME')),
  -- Who is asked, or carries the micro-entries: the bank, or in a sandbox without one the end of the account's number and the rail.
  provider text not null check (provider in ('BANK', 'SANDBOX')),
  -- UNDER_REVIEW: the bank has answered, and an operator decides what the account is.
  state text not null check (state in ('OPEN', 'PASSED', 'FAILED', 'UNDER_REVIEW', 'ABANDONED')),
  -- Of a prenotification that the bank has sent: silence until then is consent. Of micro-entries that have settled: until then
  -- their amounts may be said.
  silent_until timestamptz,
  -- of the amounts of micro-entries: wrong ones
  guesses integer not null default 0 check (guesses between 0 and 3),
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index account_validations_open on account_validations (updated_at, account_id) where state = 'OPEN';

-- The two credits of an account that is validated by them, drawn with its validation and each sent once.
create table micro_entries (
  account_id uuid not null references account_validations,
  number integer not null check (number in (1, 2)),
  environment text not null
    constraint micro_entries_environment check (environment in ('SANDBOX', 'PRODUCTION')),
  -- also the idempotency key at the rail
  reference text not null unique,
  state text not null check (state in ('CREATED', 'SUBMITTED', 'SETTLED', 'FAILED', 'RETURNED')),
  -- Cents. Null once the validation has ended and nothing is to be sent: what was paid is in the ledger.
  amount bigint check (amount between 1 and 99),
  provider text not null check (provider in ('RAIL', 'BANK')),
  -- as in rail_orders; null once it has ended
  instruction jsonb,
  request jsonb,
  network text,
  handle text,
  code text,
  submitted_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  primary key (account_id, number)
);

-- Results of receiver lookups. A quote that names the lookup is checked against them.
create table receiver_lookups (
  id uuid primary key,
  platform_id uuid not null references platforms,
  kind text not null check (kind in ('UMA', 'EXTERNAL_ACCOUNT')),
  -- a UMA address in lower case, or the id of an external account
  receiver text not null,
  -- the customer at the address when it was looked up; null if the address is not one of ours
  receiver_customer_id uuid,
  customer_id uuid references customers,
  sender_uma_address text,
  -- what the counterparty answered, for the quote that follows
  facts jsonb not null default '{}',
  created_at timestamptz not null default service_now(),
  expires_at timestamptz not null
);
create index receiver_lookups_expired on receiver_lookups (expires_at);

-- Banks and wallets that a `bankName` can name, for the countries whose accounts need one.
create table banks (
  country text not null,
  currency text not null,
  bank_name text not null,
  display_name text not null,
  primary key (country, bank_name)
);
create index banks_currency on banks (currency, bank_name);

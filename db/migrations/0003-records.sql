create table customers (
  id uuid primary key,
  platform_id uuid not null references platforms,
  platform_customer_id text not null,
  customer_type text not null check (customer_type in ('INDIVIDUAL', 'BUSINESS')),
  uma_address text not null,
  email text,
  phone_number text,
  region text,
  currencies text[],
  -- the other submitted fields, as they came; `identifier` is never answered
  profile jsonb not null default '{}',
  identity_number text,
  kyc_status text not null,
  onboarding_attempt integer not null default 1,
  is_deleted boolean not null default false,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create unique index customers_platform_customer on customers (platform_id, platform_customer_id) where not is_deleted;
create unique index customers_uma on customers (lower(uma_address)) where not is_deleted;

create table internal_accounts (
  id uuid primary key references ledger_accounts,
  platform_id uuid not null references platforms,
  customer_id uuid references customers,
  type text not null check (type in ('INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET')),
  currency text not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED')),
  private_enabled boolean not null default false,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index internal_accounts_customer on internal_accounts (customer_id);
create index internal_accounts_platform on internal_accounts (platform_id, created_at, id);
create unique index internal_accounts_wallet on internal_accounts (customer_id) where type = 'EMBEDDED_WALLET';

-- What the wallet provider knows a wallet by. `create_body` is written before it is first sent.
create table wallets (
  account_id uuid primary key references internal_accounts,
  create_body text,
  create_activity_id text,
  sub_organization_id text,
  provider_user_id text,
  provider_wallet_id text,
  address text,
  last_timestamp_ms bigint not null default 0,
  provisioned_at timestamptz
);

-- The next instant of a provider body: no two bodies of a wallet share one.
create function next_timestamp_ms(p_account uuid) returns bigint language sql as $$
  update wallets set last_timestamp_ms = greatest(
    (extract(epoch from service_now()) * 1000)::bigint, last_timestamp_ms + 1)
  where account_id = p_account returning last_timestamp_ms;
$$;

create table credentials (
  id uuid primary key,
  platform_id uuid not null references platforms,
  account_id uuid not null references internal_accounts,
  type text not null check (type in ('PASSKEY', 'OAUTH', 'EMAIL_OTP', 'SMS_OTP')),
  nickname text not null,
  contact text,
  otp_issuance integer not null default 0,
  -- generic cell rate: the theoretical arrival time of the next one-time code
  otp_arrival_at timestamptz not null default '-infinity',
  consecutive_failures integer not null default 0,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  revoked_at timestamptz
);
create index credentials_account on credentials (account_id);
create unique index credentials_one_otp on credentials (account_id, type)
  where type in ('EMAIL_OTP', 'SMS_OTP') and revoked_at is null;

create table otp_issuances (
  credential_id uuid not null references credentials,
  number integer not null,
  status text not null check (status in ('PENDING', 'SETTLED', 'FAILED')),
  body text,
  provider_activity_id text,
  otp_id text,
  target_bundle text,
  attempts integer not null default 0,
  failure text,
  spent_at timestamptz,
  shown_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  primary key (credential_id, number)
);
create index otp_issuances_open on otp_issuances (updated_at) where status = 'PENDING';

-- One attempt at a code. The id is derived from the issuance and the bundle: one bundle, one attempt.
create table otp_verifications (
  id uuid primary key,
  platform_id uuid not null references platforms,
  credential_id uuid not null,
  issuance_number integer not null,
  status text not null check (status in ('PENDING', 'SETTLED', 'REFUSED')),
  request_path text not null,
  request_hash bytea not null,
  encrypted_bundle text not null,
  body text,
  provider_activity_id text,
  refusal jsonb,
  request_id uuid,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  foreign key (credential_id, issuance_number) references otp_issuances (credential_id, number)
);
create index otp_verifications_open on otp_verifications (updated_at) where status = 'PENDING';

create table sessions (
  id uuid primary key,
  platform_id uuid not null references platforms,
  account_id uuid not null references internal_accounts,
  credential_id uuid not null references credentials,
  type text not null,
  nickname text not null,
  public_key text not null,
  api_key_id text not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index sessions_key on sessions (account_id, public_key);

-- A signed-retry challenge and, once claimed, the operation it stands for.
create table requests (
  id uuid primary key,
  platform_id uuid not null references platforms,
  account_id uuid not null references internal_accounts,
  credential_id uuid references credentials,
  operation text not null,
  method text not null,
  path text not null,
  body_hash bytea not null,
  payload_to_sign text not null,
  required_public_key text,
  -- a verification token: needed until the login is submitted, then removed
  secret text,
  status text not null check (status in ('OPEN', 'CLAIMED', 'SUCCEEDED', 'FAILED')),
  attempt integer not null default 1,
  claimed_attempt integer,
  claimed_at timestamptz,
  claimed_public_key text,
  provider_body text,
  provider_activity_id text,
  refusals jsonb not null default '{}',
  result jsonb,
  answered_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index requests_account on requests (account_id, created_at);
create index requests_open on requests (updated_at) where status = 'CLAIMED';

create table external_accounts (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid references customers,
  account_type text not null,
  currency text not null,
  status text not null check (status in
    ('PENDING', 'ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'INACTIVE')),
  platform_account_id text,
  ownership_type text,
  default_uma_deposit_account boolean not null default false,
  beneficiary_verification_status text,
  beneficiary_verified_data jsonb,
  account_info jsonb not null,
  -- what makes two accounts of one owner the same: the variant's primary identifier
  identity text not null,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  deleted_at timestamptz
);
create unique index external_accounts_identity on external_accounts
  (platform_id, coalesce(customer_id, platform_id), account_type, currency, identity) where deleted_at is null;
create unique index external_accounts_default_uma on external_accounts (customer_id)
  where default_uma_deposit_account and deleted_at is null;

create table exchange_rates (
  currency text primary key,
  -- units of the currency for one US dollar, as a fraction of integers
  per_usd_numerator bigint not null check (per_usd_numerator > 0),
  per_usd_denominator bigint not null check (per_usd_denominator > 0),
  spread_basis_points integer not null check (spread_basis_points between 0 and 1000),
  updated_at timestamptz not null default service_now()
);

create table service_fees (
  sending_currency text not null,
  -- 'FIAT' or a currency code
  receiving text not null,
  fixed_amount bigint not null check (fixed_amount >= 0),
  variable_basis_points integer not null check (variable_basis_points between 0 and 9999),
  amount_max bigint not null check (amount_max > 0),
  primary key (sending_currency, receiving)
);

create table transactions (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid references customers,
  platform_customer_id text,
  type text not null check (type in ('INCOMING', 'OUTGOING')),
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  status text not null check (status in
    ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'REJECTED', 'FAILED', 'EXPIRED')),
  quote_id uuid,
  source jsonb not null,
  destination jsonb not null,
  sent_amount bigint,
  sent_currency text,
  received_amount bigint,
  received_currency text,
  fees bigint,
  platform_fees bigint,
  exchange_rate text,
  description text,
  failure_reason text,
  refund jsonb,
  -- of a PENDING one: whoever reads past it sees EXPIRED
  expires_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index transactions_platform on transactions (platform_id, created_at desc, id desc);
create index transactions_customer on transactions (customer_id, created_at desc, id desc);

create table quotes (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid references customers,
  transaction_id uuid not null references transactions,
  source_account_id uuid not null references internal_accounts,
  source_type text not null,
  destination_account_id uuid not null references external_accounts,
  payment_rail text,
  sending_currency text not null,
  receiving_currency text not null,
  sending_amount bigint not null check (sending_amount > 0),
  receiving_amount bigint not null check (receiving_amount > 0),
  service_fee bigint not null check (service_fee >= 0),
  platform_fee bigint not null check (platform_fee >= 0),
  exchange_rate text not null,
  locked_side text not null,
  description text,
  status text not null check (status in
    ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  payload_to_sign text,
  expires_at timestamptz not null,
  -- the execution: which attempt holds the quote, with which key and stamp
  attempt integer not null default 1,
  executed_attempt integer,
  executed_at timestamptz,
  winning_key text,
  stamp text,
  provider_activity_id text,
  transfer_signature jsonb,
  payout_submitted_at timestamptz,
  refusals jsonb not null default '{}',
  first_answer jsonb,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index quotes_open on quotes (updated_at) where status = 'PROCESSING';

-- What happened to a payment or wallet operation, what it waits for, and who must act.
create table timeline (
  id bigint generated always as identity primary key,
  platform_id uuid not null,
  subject text not null,
  at timestamptz not null default service_now(),
  what text not null,
  attempt integer,
  next_actor text,
  waits_for text
);
create index timeline_subject on timeline (subject, id);

create table events (
  id uuid primary key,
  platform_id uuid not null references platforms,
  type text not null,
  subject text not null,
  -- the resource's row when the event became true; the delivery shapes it as its GET would
  snapshot jsonb not null,
  sequence bigint generated always as identity,
  created_at timestamptz not null default service_now()
);
create index events_platform on events (platform_id, sequence);

create table webhook_deliveries (
  id uuid primary key,
  event_id uuid not null references events,
  platform_id uuid not null references platforms,
  endpoint text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'STOPPED')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default service_now(),
  last_status integer,
  last_error text,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index webhook_deliveries_open on webhook_deliveries (created_at) where status = 'PENDING';
create index webhook_deliveries_event on webhook_deliveries (event_id);

-- How an endpoint behaves, in one place for all workers: slots in use and time-outs in a row.
create table webhook_endpoints (
  endpoint text primary key,
  timeouts_in_a_row integer not null default 0
);
create table webhook_slots (
  delivery_id uuid primary key references webhook_deliveries,
  endpoint text not null,
  taken_at timestamptz not null default service_now()
);
create index webhook_slots_endpoint on webhook_slots (endpoint);

-- Heartbeats of the job pools: jobs of a silent one are unlocked.
create table job_pools (
  pool_id text primary key,
  beat_at timestamptz not null
);

-- How far the rail's feed of notices has been read.
create table rail_cursor (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null default 0
);
insert into rail_cursor default values;

-- The search key of one side of a transaction: the account's id, or the UMA address in lower case.
create function account_identifier(p_side jsonb) returns text
language sql immutable parallel safe as $$
  select coalesce(p_side ->> 'accountId', lower(p_side ->> 'umaAddress'))
$$;

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
  -- of a PENDING one: after this instant it is shown as EXPIRED
  expires_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  -- Lists. Every filter that a list offers has an index whose first column must be equal and that goes
  -- on in the list's order (created_at, id): a page reads its own rows, however many lie around them.
  -- What must be equal is one key where it has several parts. With the parts as columns, the planner
  -- takes the index of the whole list and expects such rows early in it; they may all be at its end.
  -- None is partial (but for `customer_id is null`): PostgreSQL reads no statistics of a partial index.
  
  -- The payment's reference at its bank or payer; shown in `reconciliationInstructions`.
  reference text,
  payment_rail text,
  rail_selection_mode text check (rail_selection_mode in ('AUTO', 'MANUAL')),
  counterparty jsonb,
  payment_instructions jsonb,
  purpose_of_payment text,
  receipt_delivery_confirmed_at timestamptz
);
create index transactions_platform on transactions (platform_id, created_at desc, id desc);
create index transactions_customer on transactions (customer_id, created_at desc, id desc);
create index transactions_own on transactions (platform_id, created_at desc, id desc) where customer_id is null;
create index transactions_state on transactions
  (list_key(platform_id, type || '/' || status), created_at desc, id desc);
create index transactions_owner_state on transactions
  (list_key(coalesce(customer_id, platform_id), type || '/' || status), created_at desc, id desc);
create index transactions_sender on transactions
  (list_key(platform_id, account_identifier(source)), created_at desc, id desc);
create index transactions_receiver on transactions
  (list_key(platform_id, account_identifier(destination)), created_at desc, id desc);
create index transactions_reference on transactions
  (list_key(platform_id, reference), created_at desc, id desc);

-- A payment: from an internal account, a deposit or a collection from a bank account; to a bank, an
-- internal account or a UMA address. A quote is a payment that has not
-- been executed; transfers and incoming payments are payments too. `steps` says what its workflow
-- does after the synchronous decision.
create table payments (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid references customers,
  transaction_id uuid not null references transactions,
  kind text not null check (kind in ('QUOTE', 'TRANSFER_IN', 'TRANSFER_OUT', 'INCOMING')),
  steps text[] not null check (steps <@ array['COLLECT', 'SIGN', 'APPROVE', 'PAY_OUT']),
  status text not null check (status in
    ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  -- as the interface shows them
  source jsonb not null,
  destination jsonb not null,
  source_type text not null,
  source_account_id uuid references internal_accounts,
  source_external_id uuid references external_accounts,
  destination_account_id uuid references external_accounts,
  destination_internal_id uuid references internal_accounts,
  destination_uma text,
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
  -- real-time funding: what the payer writes on the transfer, and where to send it
  funding_reference text unique,
  payment_instructions jsonb,
  -- the money received for the payment, from a deposit or a collection
  funded_amount bigint,
  -- the receiver's transaction, where the receiver is a customer of ours too
  incoming_transaction_id uuid,
  sender_customer_info jsonb,
  payload_to_sign text,
  expires_at timestamptz not null,
  -- the execution: which attempt holds the payment, with which key and stamp
  attempt integer not null default 1,
  executed_attempt integer,
  executed_at timestamptz,
  winning_key text,
  stamp text,
  -- An execute of this attempt was answered 503 and its workflow may still decide: until then no
  -- request is refused from the row alone, or the workflow could pay after a refusal.
  unknown_attempt integer,
  refusals jsonb not null default '{}',
  original_response jsonb,
  provider_activity_id text,
  transfer_signature jsonb,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index payments_open on payments (updated_at) where status = 'PROCESSING';
create index payments_source on payments (source_account_id, created_at desc);
create unique index payments_transaction on payments (transaction_id);
create unique index payments_incoming on payments (incoming_transaction_id) where incoming_transaction_id is not null;
create index payments_pending_source on payments (source_external_id) where status = 'PENDING';
create index payments_pending_destination on payments (destination_account_id) where status = 'PENDING';
create index payments_destination on payments (destination_account_id) where status in ('PROCESSING', 'COMPLETED');

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
  workflow text not null check (workflow in ('PAYMENT', 'RETURNED', 'COLLECTED_LATE', 'REFUND_RETRY')),
  submitted_at timestamptz,
  settled_at timestamptz,
  returned_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  primary key (payment_id, kind, attempt)
);
create index rail_orders_open_refunds on rail_orders (updated_at)
  where kind = 'REFUND' and state in ('CREATED', 'SUBMITTED');

-- The receiver's platform approves a payment over UMA before it is credited. The first decision
-- counts: the response of the webhook, a call, or the timeout.
create table incoming_approvals (
  transaction_id uuid primary key references transactions,
  payment_id uuid not null unique references payments,
  platform_id uuid not null references platforms,
  event_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  requested_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  failure_reason text,
  reason text,
  receiver_customer_info jsonb
);

-- A rejected immediate execution leaves no payment: only the next attempt's number, and the refusals
-- of earlier attempts.
create table rejected_executions (
  payment_id uuid primary key,
  attempt integer not null,
  refusals jsonb not null,
  created_at timestamptz not null default service_now(),
  unknown_attempt integer,
  unknown_order jsonb
);
create index rejected_executions_age on rejected_executions (created_at);

-- Deposits that a rail reports. A deposit starts the payment that waits for its reference; others are
-- unapplied funds, in suspense until an operator decides.
create table deposits (
  -- the rail's id of the deposit, which makes notices idempotent
  id text primary key,
  funding_reference text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  payment_id uuid references payments,
  -- the attempt of the payment that is to take the money
  attempt integer,
  outcome text check (outcome in ('APPLIED', 'UNAPPLIED')),
  created_at timestamptz not null default service_now()
);
create index deposits_open on deposits (created_at) where outcome is null;
create unique index deposits_applied on deposits (payment_id) where outcome is distinct from 'UNAPPLIED';

-- How far the rail's feed of notices has been read.
create table rail_cursor (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null default 0
);

insert into rail_cursor default values;

-- Notices of a rail that could not be booked: the feed continues without them, every round retries
-- them, and an alarm counts them.
create table rail_notice_dead_letters (
  sequence bigint primary key,
  notice text not null,
  error text not null,
  created_at timestamptz not null default service_now()
);

-- What happened to a payment or wallet operation, what it waits for, and who must act.
create table timeline (
  id bigint generated always as identity primary key,
  platform_id uuid not null,
  subject text not null,
  at timestamptz not null default service_now(),
  -- codes; contract/present/timeline.ts has the sentences
  code text not null,
  parameters jsonb not null default '{}',
  attempt integer,
  waiting_party text,
  waiting_reason text
);
create index timeline_subject on timeline (subject, id);

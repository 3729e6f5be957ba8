-- What a currency is worth now, in each environment: a row of one never prices a payment of the other. A row's rate is
-- used until its age limit (`usable_rate`), and never after it.
create table exchange_rates (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  currency text not null,
  -- How it is priced: FIXED is a dollar by what it is; PEGGED is one as long as the market agrees.
  class text not null check (class in ('FIXED', 'FIAT', 'CRYPTO', 'PEGGED')),
  -- units of the currency for one US dollar, as a fraction of integers; null: no feed has said any
  per_usd_numerator bigint check (per_usd_numerator > 0),
  per_usd_denominator bigint check (per_usd_denominator > 0),
  spread_basis_points integer not null check (spread_basis_points between 0 and 1000),
  -- the accepted observation that it is of; null: of this file
  observation_id bigint,
  -- By the feed's clock. Null: without an age. What is FIXED, and the sandbox's prices until its feeds are read.
  source_time timestamptz,
  -- a rate that is too far from the last one, or from the second source
  waiting_id bigint,
  updated_at timestamptz not null default service_now(),
  primary key (environment, currency),
  check ((per_usd_numerator is null) = (per_usd_denominator is null))
);

-- What feeds have said, each instant of theirs once, and what became of it.
create table exchange_rate_observations (
  id bigint generated always as identity primary key,
  environment text not null,
  currency text not null,
  -- OPEN_EXCHANGE_RATES, ECB or TICKER
  source text not null,
  -- by the source's clock; of the ECB the beginning of a day
  source_time timestamptz not null,
  fetched_at timestamptz not null default service_now(),
  per_usd_numerator bigint not null check (per_usd_numerator > 0),
  per_usd_denominator bigint not null check (per_usd_denominator > 0),
  -- COMPARED: of a second source, which prices nothing
  outcome text not null check (outcome in ('ACCEPTED', 'WAITING', 'REFUSED', 'COMPARED')),
  -- why it waits or was refused
  reason text check (reason in ('JUMP', 'APART', 'PEG', 'FUTURE', 'UNCONFIRMED')),
  -- the operators who have accepted one that waited
  accepted_by text
);
create index exchange_rate_observations_pair on exchange_rate_observations (environment, currency, id desc);
create index exchange_rate_observations_compared on exchange_rate_observations (environment, currency, id desc)
  where source = 'ECB';
create index exchange_rate_observations_fetched on exchange_rate_observations (fetched_at);

-- The reading of each feed: whose turn it is, and how it goes.
create table exchange_rate_sources (
  environment text not null,
  source text not null,
  -- no worker reads it before then: the lease of the one that is reading it, and then the time of the next reading
  due_at timestamptz not null default service_now(),
  asked_since timestamptz not null default service_now(),
  answered_at timestamptz,
  failing_since timestamptz,
  failure text,
  -- asked for and not in the last answer
  missing text[] not null default '{}',
  -- so many since ever
  readings bigint not null default 0,
  failures bigint not null default 0,
  rates_missed bigint not null default 0,
  -- what the source said of its last answer, for a conditional request
  validators jsonb not null default '{}',
  primary key (environment, source)
);

-- Rates that operators have set in a feed's place; each ends by itself.
create table exchange_rate_overrides (
  id uuid primary key default gen_random_uuid(),
  environment text not null,
  currency text not null,
  per_usd_numerator bigint not null check (per_usd_numerator > 0),
  per_usd_denominator bigint not null check (per_usd_denominator > 0),
  reason text not null check (reason <> ''),
  set_by text not null,
  set_at timestamptz not null default service_now(),
  ends_at timestamptz not null,
  ended_by text,
  ended_at timestamptz
);
create index exchange_rate_overrides_pair on exchange_rate_overrides (environment, currency, ends_at);

-- Spreads of a pair, in place of those of its currencies: of everybody, or of one platform.
create table exchange_rate_spreads (
  environment text not null,
  sending_currency text not null,
  receiving_currency text not null,
  platform_id uuid references platforms,
  basis_points integer not null check (basis_points between 0 and 1000),
  reason text not null check (reason <> ''),
  set_by text not null,
  set_at timestamptz not null default service_now()
);
create unique index exchange_rate_spreads_pair on exchange_rate_spreads (environment, sending_currency,
  receiving_currency, coalesce(platform_id, '00000000-0000-0000-0000-000000000000'));
create index exchange_rate_spreads_platform on exchange_rate_spreads (platform_id) where platform_id is not null;

-- What the service takes of a payment, and what payments may come to: of everybody or of one platform, from an instant on.
-- The one in force is the latest of those that have begun; none is ever changed.
create table service_fees (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  -- null: of every platform that has none of its own
  platform_id uuid references platforms,
  sending_currency text not null,
  -- 'FIAT' or a currency code
  receiving text not null,
  -- both null: from then on the platform pays what everybody pays
  fixed_amount bigint check (fixed_amount >= 0),
  variable_basis_points integer check (variable_basis_points between 0 and 9999),
  effective_from timestamptz not null,
  reason text not null check (reason <> ''),
  set_by text not null,
  set_at timestamptz not null default service_now(),
  check ((fixed_amount is null) = (variable_basis_points is null) and (fixed_amount is not null or platform_id is not null))
);
create index service_fees_corridor on service_fees (environment, sending_currency, receiving, platform_id,
  effective_from desc, id desc);
create index service_fees_platform on service_fees (platform_id) where platform_id is not null;

create table payment_limits (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  platform_id uuid references platforms,
  -- What it limits: one of `limits.sql`, or the largest payment of a corridor, as 'USD-FIAT'.
  name text not null,
  -- of an amount; null: a number of payments
  currency text,
  -- smallest unit; null: none
  maximum bigint check (maximum >= 0),
  -- from then on the platform's is what everybody's is
  is_ended boolean not null default false,
  effective_from timestamptz not null,
  reason text not null check (reason <> ''),
  set_by text not null,
  set_at timestamptz not null default service_now(),
  check (maximum is null or not is_ended), check (platform_id is not null or not is_ended)
);
create index payment_limits_name on payment_limits (environment, name, platform_id, effective_from desc, id desc);
-- Those of a day, as an execution looks for them.
create function is_daily_limit(p_name text) returns boolean language sql immutable parallel safe as $$
  select p_name in ('DAILY_VOLUME', 'DAILY_PAYMENTS', 'PAYEE_DAILY_VOLUME', 'PAYEE_DAILY_PAYMENTS')
$$;
create index payment_limits_daily on payment_limits (environment, platform_id) where is_daily_limit(name);
create index payment_limits_platform on payment_limits (platform_id) where platform_id is not null;

create function refuse_terms_change() returns trigger language plpgsql as $$
begin
  raise exception 'a fee or a limit is neither changed nor deleted: another one follows it';
end $$;
create trigger service_fees_stay before update or delete on service_fees
  for each row execute function refuse_terms_change();
create trigger payment_limits_stay before update or delete on payment_limits
  for each row execute function refuse_terms_change();

-- What a platform's payments of a day (UTC) come to where something limits them: all of them, or those to one payee.
create table payment_usage (
  platform_id uuid not null references platforms,
  -- 'PLATFORM', or 'PAYEE/' and 'UNPROVEN/' with a digest of the payee
  counted text not null,
  day date not null,
  -- that of the limit; null: a number alone is limited
  currency text,
  amount bigint not null,
  payments integer not null,
  primary key (platform_id, counted, day)
);
create index payment_usage_age on payment_usage (day);

-- What payments that have failed since give back of it; below zero: what has settled after that. The next payment that
-- counts takes it off, so that no failure waits for a payment.
create table payment_usage_returns (
  id bigint generated always as identity primary key,
  platform_id uuid not null,
  counted text not null,
  day date not null,
  currency text not null,
  amount bigint not null
);
create index payment_usage_returns_of on payment_usage_returns (platform_id, counted, day);
create index payment_usage_returns_age on payment_usage_returns (day);

-- The search key of one side of a transaction: the account's id, or the UMA address in lower case.
create function account_identifier(p_side jsonb) returns text
language sql immutable parallel safe as $$
  select coalesce(p_side ->> 'accountId', lower(p_side ->> 'umaAddress'))
$$;

create table transactions (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid references customers,
  platform_customer_id text,
  -- the agent that has made its payment
  agent_id uuid,
  type text not null check (type in ('INCOMING', 'OUTGOING', 'CARD')),
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  status text not null check (status in
    ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'REJECTED', 'FAILED', 'EXPIRED',
     'AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'DECLINED', 'VOIDED', 'EXCEPTION')),
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
  -- What the exchange rate and the fees are made of; null without a conversion and without a fee.
  rate_details jsonb,
  description text,
  failure_reason text,
  refund jsonb,
  -- of a PENDING one: after this instant it is shown as EXPIRED
  expires_at timestamptz,
  settled_at timestamptz,
  -- The payment's reference at its bank or payer; shown in `reconciliationInstructions`.
  reference text,
  payment_rail text,
  rail_selection_mode text check (rail_selection_mode in ('AUTO', 'MANUAL')),
  -- What a payout over the rail usually takes; and when it is expected to settle, of one that is executed.
  settlement_seconds integer,
  expected_settlement_at timestamptz,
  -- What a payment that is held waits for.
  pending_reason text,
  counterparty jsonb,
  payment_instructions jsonb,
  purpose_of_payment text,
  -- Of a sweep, and of what could not be swept: the deposit that it is of.
  original_transaction_id uuid references transactions,
  receipt_delivery_confirmed_at timestamptz,
  -- Card transactions are listed with the others: what only they have.
  card jsonb,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
-- Lists. Every filter that a list offers has an index whose first column must be equal and that goes
-- on in the list's order (created_at, id): a page reads its own rows, however many lie around them.
-- What must be equal is one key where it has several parts. With the parts as columns, the planner
-- takes the index of the whole list and expects such rows early in it; they may all be at its end.
-- None is partial (but for `customer_id is null`): PostgreSQL reads no statistics of a partial index.
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
-- By an exact amount, sent or received.
create index transactions_sent_amount on transactions
  (list_key(platform_id, sent_currency || '/' || sent_amount::text), created_at desc, id desc);
create index transactions_received_amount on transactions
  (list_key(platform_id, received_currency || '/' || received_amount::text), created_at desc, id desc);
create index transactions_card on transactions
  (list_key(platform_id, card ->> 'cardId'), created_at desc, id desc);
-- By the time of settlement, which is another order than the list's: for periods in which few have settled.
create index transactions_settled on transactions (platform_id, settled_at);

-- A payment: from an internal account, a deposit or a collection from a bank account; to a bank, an
-- internal account or a UMA address. A quote is a payment that has not been executed; transfers and
-- incoming payments are payments too. `steps` says what its workflow does after its
-- decision.
create table payments (
  id uuid primary key,
  platform_id uuid not null,
  environment text not null,
  customer_id uuid references customers,
  -- The agent that has made it; never changed. Set for a quote that an agent has created too.
  agent_id uuid,
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
  rate_details jsonb,
  -- of a conversion: the rows that it was priced by, and the spread (contract/money.ts)
  rate_used jsonb,
  locked_side text not null,
  description text,
  -- real-time funding: what the payer writes on the transfer, and where to send it
  funding_reference text,
  payment_instructions jsonb,
  -- real-time funding: where to send the money, until the payer has authorized the payment
  withheld_instructions jsonb,
  -- the money received for the payment, from a deposit or a collection
  funded_amount bigint,
  -- the receiver's transaction, where the receiver is a customer of ours too
  incoming_transaction_id uuid,
  sender_customer_info jsonb,
  payload_to_sign text,
  expires_at timestamptz not null,
  -- the execution: when, by which request (operation, key, hash, an agent's action), and its stamp
  executed_at timestamptz,
  executed_by jsonb,
  stamp text,
  -- the encrypted stamp is that of this action or payment; null if there is none, or it is in clear text
  stamp_bound_to uuid,
  -- Strong customer authentication: the proofs that are asked for by the rule under which the payment was
  -- made, in order; null if the rule does not apply. They stay when the customer's region changes.
  sca_purposes text[],
  -- what the caller asked to be proven with; null: the service chooses
  sca_factor text,
  -- why a proof of `sca_purposes` is not asked for
  sca_exemption text,
  original_response jsonb,
  -- what it counts against limits: {day, of: [{counted, currency, amount}], isGivenBack?}; null: nothing
  limits_counted jsonb,
  provider_activity_id text,
  transfer_signature jsonb,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  constraint payments_platform foreign key (platform_id, environment) references platforms (id, environment),
  constraint payments_sca check (
    sca_purposes <@ array['CURRENCY_CONVERSION', 'PAYOUT'] and sca_factor in ('SMS_OTP', 'PASSKEY')
    and sca_exemption = 'TRUSTED_BENEFICIARY')
);
create index payments_open on payments (updated_at) where status = 'PROCESSING';
create index payments_source on payments (source_account_id, created_at desc);
create unique index payments_transaction on payments (transaction_id);
create unique index payments_incoming on payments (incoming_transaction_id) where incoming_transaction_id is not null;
create index payments_pending_source on payments (source_external_id) where status = 'PENDING';
create index payments_pending_destination on payments (destination_account_id) where status = 'PENDING';
create index payments_destination on payments (destination_account_id) where status in ('PROCESSING', 'COMPLETED');
-- A funding reference is known to the rail of one environment.
create unique index payments_funding on payments (environment, funding_reference) where funding_reference is not null;
-- Executed payments that wait for their payer's authorization: the sweep reads them in this order.
create index payments_to_authorize on payments (updated_at, id)
  where status = 'PENDING_AUTHORIZATION' and executed_at is not null;
-- Whether an invoice has a payment already, one that waits for its authorization too.
create index payments_to_authorize_destination on payments (destination_account_id)
  where status = 'PENDING_AUTHORIZATION';
-- What a customer still has to authorize.
create index payments_to_authorize_payer on payments (customer_id) where status = 'PENDING_AUTHORIZATION';

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

-- Payouts that operators hold back: all of an environment's rail, or those of a platform.
create table payout_pauses (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  -- null: of every platform
  platform_id uuid references platforms,
  reason text not null check (reason <> ''),
  paused_by text not null,
  paused_at timestamptz not null default service_now(),
  resumed_by text,
  resumed_at timestamptz
);
create unique index payout_pauses_open on payout_pauses
  (environment, coalesce(platform_id, '00000000-0000-0000-0000-000000000000')) where resumed_at is null;

-- Payments that have not left, and wait for a pause to end, for the release of what is frozen, or for a proof of the payee.
create table paused_payouts (
  payment_id uuid primary key references payments,
  -- which instruction to the rail; what waits before that, as its payout
  kind text not null check (kind in ('PAYOUT', 'COLLECTION', 'REFUND')),
  cause text not null check (cause in ('PAUSED', 'FROZEN', 'UNPROVEN')),
  since timestamptz not null default service_now()
);

-- Payments whose workflows have the signal that they need a person: OperationStatus shows it. As long as they do.
create table shown_waits (
  -- as in inbox_items
  kind text not null,
  subject text not null,
  shown_at timestamptz not null default service_now(),
  primary key (kind, subject)
);

-- The payment that pays an invoice, out of any account: an invoice is paid once, and the one who pays it again
-- has lost the money. Bound when the payment is executed; one that ended before it was paid gives way.
create table invoice_payments (
  environment text not null,
  payment_hash text not null,
  payment_id uuid not null unique references payments,
  primary key (environment, payment_hash)
);

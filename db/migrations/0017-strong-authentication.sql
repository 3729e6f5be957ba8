-- Who proves something: a contact (VERIFY_...), a login, an authorization. A code is derived from
-- the challenge's id with the key that `code_key` names; no row holds it, not even as a hash.
create table sca_challenges (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid not null references customers,
  purpose text not null check (purpose in ('VERIFY_EMAIL', 'VERIFY_PHONE', 'LOGIN', 'TRUST', 'UNTRUST',
    'CURRENCY_CONVERSION', 'PAYOUT')),
  factor text not null check (factor in ('EMAIL_OTP', 'SMS_OTP', 'TOTP', 'PASSKEY')),
  -- What is authorized (a quote, an external account), and the SHA-256 of all that must not change.
  subject_id uuid,
  binding bytea,
  -- Of a code: to whom, how it is derived, and what its message says beside it.
  recipient text,
  code_key text,
  message jsonb not null default '{}',
  -- Of a passkey: what is signed.
  passkey_challenge bytea,
  attempts integer not null default 0,
  resends integer not null default 0,
  ordered_at timestamptz not null default service_now(),
  sent_at timestamptz,
  expires_at timestamptz not null,
  satisfied_at timestamptz,
  -- The proof that was accepted, by the SHA-256 of what was sent: so that a repeat of it is recognized.
  proof_hash bytea,
  voided_at timestamptz,
  created_at timestamptz not null default service_now()
);
create index sca_challenges_of_customer on sca_challenges (customer_id, purpose, created_at desc);
create index sca_challenges_of_subject on sca_challenges (subject_id, created_at desc) where subject_id is not null;
create index sca_challenges_age on sca_challenges (expires_at);
-- Codes whose message was not taken since it was last ordered: an alarm counts them.
create index sca_challenges_unsent on sca_challenges (expires_at)
  where code_key is not null and satisfied_at is null and (sent_at is null or sent_at < ordered_at);

-- What a customer proves itself with beside the verified phone number. A started enrolment is PENDING.
create table sca_factors (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid not null references customers,
  type text not null check (type in ('TOTP', 'PASSKEY')),
  status text not null check (status in ('PENDING', 'ACTIVE')),
  name text,
  -- TOTP: the secret, encrypted, and the last time step whose code was accepted.
  secret text,
  last_step bigint not null default 0,
  -- PASSKEY; before it is confirmed only the challenge.
  registration_challenge bytea,
  credential_id text,
  public_key text,
  counter bigint not null default 0,
  rp_id text,
  transports text[],
  expires_at timestamptz,
  created_at timestamptz not null default service_now(),
  unique (customer_id, type, status)
);
create index sca_factors_sealed on sca_factors (id) where secret is not null;
create index sca_factors_pending on sca_factors (expires_at) where status = 'PENDING';

create table sca_recovery_codes (
  customer_id uuid not null references customers,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (customer_id, code_hash)
);

-- Wrong proofs of any kind since the last right one.
create table sca_lockouts (
  customer_id uuid primary key references customers,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  suspended boolean not null default false,
  updated_at timestamptz not null default service_now()
);

-- When messages with codes were sent, and wrong guesses of codes judged, of each person: within the last hour.
create table person_counts (
  kind text not null check (kind in ('MESSAGE', 'GUESS')),
  -- SHA-256 of the customer, or of a platform's address of messages
  person bytea not null,
  counted_at timestamptz[] not null default '{}',
  updated_at timestamptz not null default service_now(),
  primary key (kind, person)
);
create index person_counts_age on person_counts (updated_at);

-- Customers that have come into the regions and have not logged in since: cards from before are declined until they do.
create table sca_arrivals (
  customer_id uuid primary key references customers,
  created_at timestamptz not null default service_now()
);

create table sca_sessions (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid not null references customers,
  factor text not null,
  -- as the platform has said
  end_user_ip_address text,
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default service_now()
);
create index sca_sessions_live on sca_sessions (customer_id, expires_at) where ended_at is null;
create index sca_sessions_age on sca_sessions (expires_at);
-- Ended ones too, which the index of live sessions leaves out: for the erasure of a customer.
create index sca_sessions_of_customer on sca_sessions (customer_id);

create table sca_resets (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid not null references customers,
  factor text not null check (factor in ('SMS_OTP', 'TOTP', 'PASSKEY')),
  status text not null check (status in ('INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED', 'COMPLETED', 'REJECTED', 'EXPIRED')),
  enrollment_status text check (enrollment_status in ('PENDING', 'COMPLETED')),
  expires_at timestamptz not null,
  completed_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index sca_resets_of_customer on sca_resets (customer_id, created_at desc);
create index sca_resets_open on sca_resets (updated_at, id) where status in ('INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED');

-- Customers who may leave their region without a login, by an operator's decision.
create table sca_region_releases (
  customer_id uuid primary key references customers,
  released_by text not null,
  reason text not null,
  created_at timestamptz not null default service_now()
);

-- People who own or control a business. The identifier is encrypted in a column of its own.
create table beneficial_owners (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid not null references customers,
  roles text[] not null,
  ownership_percentage integer not null check (ownership_percentage between 0 and 100),
  personal_info jsonb not null,
  identity_number text,
  kyc_status text not null default 'UNVERIFIED'
    check (kyc_status in ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD')),
  -- Changed since the vendor was given the owner: what it says is about another person.
  is_changed boolean not null default false,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index beneficial_owners_customer on beneficial_owners (customer_id, created_at, id);
create index beneficial_owners_platform on beneficial_owners (platform_id);

-- What a platform submits and the verification vendor decides: one open for each customer.
create table verifications (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid not null references customers,
  status text not null
    check (status in ('RESOLVE_ERRORS', 'IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED')),
  -- as the interface shows them
  errors jsonb not null default '[]',
  -- how often it was submitted, or begun on the vendor's hosted page
  attempt integer not null default 1,
  -- the attempt that the vendor is to be given; below `attempt` where a person works on its hosted page
  submitted_attempt integer not null default 0,
  -- the sandbox decides by a suffix: neither gaps nor the owners' results count
  skips_checks boolean not null default false,
  -- the vendor has it: a workflow waits for the decision
  is_with_vendor boolean not null default false,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create unique index verifications_undecided on verifications (customer_id) where status not in ('APPROVED', 'REJECTED');
create index verifications_list on verifications (platform_id, created_at desc, id desc);
create index verifications_customer on verifications (customer_id, created_at desc, id desc);
create index verifications_status on verifications (list_key(platform_id, status), created_at desc, id desc);
create index verifications_open on verifications (updated_at, id) where is_with_vendor;

-- The vendor's record of a customer or of a beneficial owner.
create table verification_applicants (
  holder_id uuid primary key,
  holder_kind text not null check (holder_kind in ('CUSTOMER', 'BENEFICIAL_OWNER')),
  customer_id uuid not null references customers,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  applicant_id text not null,
  -- The review that was asked for last: {submission, attempt, reviewStatus}, the vendor's state before it.
  -- A repeat after a lost answer sees by it that the review has begun.
  last_check jsonb,
  created_at timestamptz not null default service_now(),
  unique (environment, applicant_id)
);
create index verification_applicants_customer on verification_applicants (customer_id);

-- Notices of the vendor. They have no id of their own and are repeated; these members distinguish them.
create table verification_notices (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  applicant_id text not null,
  type text not null,
  correlation_id text not null,
  sent_at text not null,
  -- of the verification that it may open
  id uuid not null unique default gen_random_uuid(),
  customer_id uuid references customers,
  -- a workflow has to look at it, and has not yet
  is_open boolean not null,
  received_at timestamptz not null default service_now(),
  primary key (environment, applicant_id, type, correlation_id, sent_at)
);
create index verification_notices_open on verification_notices (received_at, id) where is_open;
create index verification_notices_customer on verification_notices (customer_id);
create index verification_notices_received on verification_notices (received_at);
create index verification_notices_ended on verification_notices (received_at)
  where type in ('applicantDeleted', 'applicantDeactivated');

-- Links to the hosted page that were handed out. Each leads there once.
create table verification_links (
  id uuid primary key,
  platform_id uuid not null references platforms,
  customer_id uuid not null references customers,
  token_hash bytea not null unique,
  redirect_uri text,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default service_now()
);
create index verification_links_customer on verification_links (customer_id);
create index verification_links_platform on verification_links (platform_id);
create index verification_links_expired on verification_links (expires_at);

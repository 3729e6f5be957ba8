-- The verification vendor. Numbers of identity are not kept, and of a document its size and hash alone.
alter table faults drop constraint faults_party_check,
  add constraint faults_party_check check (party in ('provider', 'rail', 'verification'));

create table vendor_applicants (
  id text primary key,
  external_user_id text not null unique,
  inspection_id text not null,
  type text not null check (type in ('individual', 'company')),
  level_name text not null,
  email text,
  phone text,
  info jsonb not null default '{}',
  review_status text not null default 'init',
  review_result jsonb,
  attempt integer not null default 0,
  -- what the vendor decides by itself: {reviewStatus, reviewResult?}
  plan jsonb,
  decide_at timestamptz,
  created_at timestamptz not null default store_now()
);
create index vendor_applicants_due on vendor_applicants (decide_at) where decide_at is not null;

create table vendor_beneficiaries (
  company_id text not null references vendor_applicants,
  applicant_id text not null references vendor_applicants,
  types text[] not null,
  share_size numeric not null,
  primary key (company_id, applicant_id)
);
create index vendor_beneficiaries_applicant on vendor_beneficiaries (applicant_id);

create table vendor_documents (
  image_id bigint generated always as identity (start with 100000) primary key,
  applicant_id text not null references vendor_applicants,
  id_doc_type text not null,
  id_doc_sub_type text,
  country text not null,
  size integer not null,
  sha256 bytea not null,
  errors text[] not null,
  created_at timestamptz not null default store_now()
);
create index vendor_documents_applicant on vendor_documents (applicant_id);

create table vendor_links (
  id text primary key,
  external_user_id text not null,
  level_name text not null,
  external_action_id text,
  email text,
  phone text,
  redirect text,
  expires_at timestamptz not null
);

create table vendor_actions (
  id text primary key,
  external_action_id text not null unique,
  external_user_id text not null,
  review_status text not null default 'init',
  review_result jsonb
);

create table vendor_notices (
  ordinal bigint generated always as identity primary key,
  body text not null,
  attempts integer not null default 0,
  next_at timestamptz default store_now(),
  delivered_at timestamptz
);
create index vendor_notices_due on vendor_notices (next_at) where next_at is not null;

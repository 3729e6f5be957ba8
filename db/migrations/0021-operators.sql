-- People and programs of the operator. An account acts by a token, which is shown once and kept as its SHA-256, or by
-- sign-ins at the issuer of the settings (OpenID Connect).
create table operators (
  id uuid primary key,
  -- Never given to another one: the audit names it.
  name text not null check (name <> ''),
  -- Each may what those before it may: VIEW reads, DECIDE decides, ADMIN keeps platforms, tokens and operators.
  role text not null check (role in ('VIEW', 'DECIDE', 'ADMIN')),
  token_hash bytea unique,
  -- who has seen its token; null: an account that was made at the database, or has none
  created_by uuid references operators,
  -- who signs in: null until an invited person has signed in first
  issuer text,
  subject text,
  -- in lower case: whom an ADMIN has invited, and until when that address may join the account
  invited_email text,
  invited_by uuid references operators,
  invited_until timestamptz,
  joined_at timestamptz,
  -- Of one whom a group has let in: false once the issuer names no group of theirs that has a role.
  has_access boolean not null default true,
  -- by the issuer's clock: an older token changes nothing any more
  token_issued_at timestamptz,
  created_at timestamptz not null default service_now(),
  -- to the minute
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- One way in: a token, or a person of the issuer.
  check ((token_hash is null) = (subject is not null or invited_email is not null)),
  check ((issuer is null) = (subject is null)),
  check ((invited_email is null) = (invited_by is null) and (invited_email is null) = (invited_until is null))
);

-- An identity has one account for good, the revoked one too.
create unique index operators_subject on operators (issuer, subject) where subject is not null;
create unique index operators_invited on operators (invited_email)
  where invited_email is not null and subject is null and revoked_at is null;
create index operators_inviter on operators (invited_by) where invited_by is not null;

-- Two that differ by the case of letters are one name to who reads it.
create unique index operators_name on operators (lower(name));
create index operators_created on operators (created_by) where created_by is not null;

-- Logins of browsers. A session ends when it is idle, at its age, by a logout, or with its operator's account.
create table operator_sessions (
  secret_hash bytea primary key,
  operator_id uuid not null references operators,
  created_at timestamptz not null default service_now(),
  -- to the minute
  used_at timestamptz not null default service_now()
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- What operators have read of customers, and what they have done: written in the transaction of the reading, or
-- of the act.
create table operator_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default service_now(),
  -- null: a command on the machine, whose caller gives a name or none
  operator_id uuid references operators,
  operator_name text not null,
  -- the route's or the command's name
  action text not null,
  -- An id as the API shows it, where it is about one thing.
  subject text,
  platform_id uuid references platforms,
  request_id text,
  -- Filters and what was decided; never what was read.
  details jsonb not null default '{}'
);
create index operator_audit_operator on operator_audit (operator_id, id);
create index operator_audit_subject on operator_audit (subject, id);
create index operator_audit_platform on operator_audit (platform_id, id);

-- What operators have decided on their pages. A decision that is ORDERED is carried out by a job.
create table operator_decisions (
  id uuid primary key,
  -- An id as the API shows it, or what a finding is about.
  subject text not null,
  platform_id uuid references platforms,
  decision text not null,
  reason text not null check (reason <> ''),
  -- how it is carried out, as it was shown
  plan jsonb not null default '{}',
  -- what the operator had seen
  seen_state text not null,
  decided_by uuid not null references operators,
  decided_at timestamptz not null default service_now(),
  confirmed_by uuid references operators,
  confirmed_at timestamptz,
  status text not null check (status in ('PENDING_CONFIRMATION', 'ORDERED', 'CARRIED_OUT', 'REFUSED', 'WITHDRAWN')),
  outcome text,
  updated_at timestamptz not null default service_now(),
  -- A second person confirms.
  check (confirmed_by <> decided_by)
);
-- One at a time is open about one thing.
create unique index operator_decisions_open on operator_decisions (subject)
  where status in ('PENDING_CONFIRMATION', 'ORDERED');
create index operator_decisions_subject on operator_decisions (subject, decided_at);
create index operator_decisions_made on operator_decisions (decided_by);
create index operator_decisions_confirmed on operator_decisions (confirmed_by) where confirmed_by is not null;
create index operator_decisions_list on operator_decisions (decided_at, id);
create index operator_decisions_pending on operator_decisions (decided_at, id) where status = 'PENDING_CONFIRMATION';

-- What operators have frozen: a customer, an internal account, a payee. Open until it is released; one at a time about
-- one thing.
create table freezes (
  id uuid primary key default gen_random_uuid(),
  -- an id as the API shows it
  subject text not null,
  -- its UUID: every way by which money leaves asks by it
  subject_id uuid not null,
  -- of a payee: the same bank account or wallet is frozen under another id too
  payee_key text,
  platform_id uuid not null references platforms,
  frozen_by text not null,
  reason text not null check (reason <> ''),
  frozen_at timestamptz not null default service_now(),
  released_by text,
  release_reason text,
  released_at timestamptz
);
create index freezes_payee on freezes (platform_id, payee_key) where released_at is null and payee_key is not null;
create unique index freezes_open on freezes (subject_id) where released_at is null;
create index freezes_subject on freezes (subject_id, frozen_at);
create index freezes_platform on freezes (platform_id);

-- Requests of the last days, for the question what happened at some time: written in batches, and not complete
-- under load. Paths as the log shows them, without what is secret.
create table request_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  request_id text not null,
  -- null: of no platform, or not authenticated
  platform_id uuid,
  method text not null,
  path text not null,
  operation text not null,
  status integer not null,
  ms real not null,
  -- whose credentials were sent: Token:<uuid> or Agent:<uuid>; null like platform_id
  caller text,
  client text not null default 'API' check (client in ('API', 'DASHBOARD')),
  -- members of its body that were not understood and resemble one of ours: fullname;meant=fullName
  ignored_fields text
);
create index request_log_at on request_log (at);
create index request_log_request on request_log (request_id, at);
-- A platform's own requests, as it lists them.
create index request_log_of_platform on request_log
  (platform_id, at, (lpad(to_hex(id), 32, '0')::uuid));
-- The rare ones among many.
create index request_log_of_status on request_log
  (platform_id, status, at, (lpad(to_hex(id), 32, '0')::uuid));
create index request_log_of_method on request_log
  (platform_id, method, at, (lpad(to_hex(id), 32, '0')::uuid));
-- The dashboard reads all the time; what programs have asked is rare among it.
create index request_log_of_client on request_log
  (platform_id, client, at, (lpad(to_hex(id), 32, '0')::uuid));
create index request_log_of_caller on request_log
  (platform_id, caller, at, (lpad(to_hex(id), 32, '0')::uuid));
-- Paths by how they begin; those of one resource are few.
create index request_log_of_path on request_log (platform_id, path text_pattern_ops);

-- As lists read it: rows are ordered by instant and id, and their cursors hold a uuid.
create view request_log_views as
select lpad(to_hex(l.id), 32, '0')::uuid as id, l.at as created_at, l.platform_id, l.request_id, l.method, l.path,
  l.operation, l.status, l.ms, l.caller, l.client, l.ignored_fields
from request_log l;

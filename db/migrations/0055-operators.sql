-- People and programs of the operator. The token is shown once and kept as its SHA-256.
create table operators (
  id uuid primary key,
  -- Never given to another one: the audit names it.
  name text not null unique check (name <> ''),
  -- VIEW reads; DECIDE decides too.
  role text not null check (role in ('VIEW', 'DECIDE')),
  token_hash bytea not null unique,
  created_at timestamptz not null default service_now(),
  -- to the minute
  last_used_at timestamptz,
  revoked_at timestamptz
);

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

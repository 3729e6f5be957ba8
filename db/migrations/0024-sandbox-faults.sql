-- Faults that platforms of the sandbox have ordered: `docs/guides/faults.md`.

create table sandbox_faults (
  id uuid primary key,
  platform_id uuid not null references platforms,
  -- An id of the API; null: of the next calls, whatever they are about.
  about text,
  -- In order: [{call, kind, times, delaySeconds}].
  faults jsonb not null,
  -- Of the one that comes next, from 0, and how often it was met.
  position integer not null default 0,
  met integer not null default 0,
  state text not null default 'OPEN' check (state in ('OPEN', 'USED', 'DELETED')),
  ends_at timestamptz not null,
  created_at timestamptz not null default service_now()
);
create index sandbox_faults_list on sandbox_faults (platform_id, created_at, id);
create index sandbox_faults_open on sandbox_faults (platform_id, created_at, id) where state = 'OPEN';

-- What they have met, each time.
create table sandbox_fault_uses (
  id uuid primary key,
  fault_id uuid not null references sandbox_faults on delete cascade,
  platform_id uuid not null,
  at timestamptz not null default service_now(),
  call text not null,
  kind text not null,
  -- what it was about: an id of the API
  object text not null
);
create index sandbox_fault_uses_fault on sandbox_fault_uses (fault_id, at);
create index sandbox_fault_uses_slow on sandbox_fault_uses (platform_id, at) where kind = 'SLOW';

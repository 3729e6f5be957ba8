-- Heartbeats of the job pools: jobs of a pool without heartbeats are unlocked.
create table job_pools (
  pool_id text primary key,
  beat_at timestamptz not null
);

-- How far each kind of open row has been swept. A pass goes from the row that has not changed for the
-- longest to the last one and begins again; workers claim its pages one after another.
create table sweep_cursors (
  kind text primary key,
  -- the key of the last row that was claimed
  after_at timestamptz not null default '-infinity',
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  after_number bigint not null default -1,
  pass bigint not null default 1,
  pages_claimed integer not null default 0,
  pages_reported integer not null default 0,
  -- The last page has been claimed.
  is_at_end boolean not null default false,
  claimed_at timestamptz not null default clock_timestamp(),
  -- rows without a workflow: of this pass so far, and of the last complete one
  missing integer not null default 0,
  missing_last integer not null default 0
);

-- The runs that close from here on are compared with their rows.
insert into sweep_cursors (kind, after_at) values ('RUNS_WITHOUT_ROW', clock_timestamp());

-- What is to be started, or signalled, in Temporal once the decision that wrote the row has committed. Rows live for
-- milliseconds: no foreign key, one index, and the dead ones at its head are cleared early.
create table pending_starts (
  id bigint generated always as identity primary key,
  -- a kind of open row, and its id
  kind text not null,
  subject_id uuid not null,
  -- of those of which one subject has several
  number integer not null default 1,
  -- whose turn it is; zeros: of no platform
  platform_id uuid not null,
  -- of a signal: its name; its request id is the row's id
  signal text,
  payload jsonb,
  -- no process has taken it over by then: real time, as the other instants here
  due_at timestamptz not null,
  worth_until timestamptz,
  created_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index pending_starts_turn on pending_starts (platform_id, id);

-- Running workflows whose workflow task fails again and again, as the workers' rounds have found them.
create table failing_workflow_tasks (
  workflow_id text primary key,
  attempts integer not null,
  since timestamptz not null default service_now(),
  seen_at timestamptz not null default service_now()
);

-- The keys that encrypted columns may be encrypted with, each with a value that it has encrypted: a
-- process that cannot decrypt one of them lacks a key of RECORD_KEYS. `payments admin records reencrypt` removes
-- the keys that no row needs any more.
create table record_keys (
  key_id text primary key,
  check_value text not null,
  created_at timestamptz not null default service_now()
);

-- Which history the store is of, and what may be done with it. A restore to an earlier point begins a new epoch:
-- what Temporal remembers of the one before may be about rows that are not there any more.
create table store_state (
  is_only boolean primary key default true check (is_only),
  -- The first epoch is all zeros (contract/storeEpoch.ts).
  epoch uuid not null default '00000000-0000-0000-0000-000000000000',
  -- RESTORING: nothing is changed but by an operator. RECONCILING: workflows run as well.
  state text not null default 'OPEN' check (state in ('OPEN', 'RESTORING', 'RECONCILING')),
  -- The point of the last restore: what came after it is lost.
  restored_to timestamptz,
  -- What the last comparison found and did not apply (`payments admin reconcile`); null if there was none since the last
  -- restore. After a restore the store is opened again when a person has decided about each.
  open_findings text[],
  -- When the last comparison began: decisions since then are about what it has left open.
  compared_at timestamptz,
  changed_at timestamptz not null default service_now(),
  check (state = 'OPEN' or restored_to is not null)
);
insert into store_state default values;

-- Completed runs of workflows whose row is missing or in an earlier state than the run left it, and payments' runs
-- under way whose row is missing, as after a restore of the database to an earlier point. While there is one, nothing
-- is changed (`is_store_behind`).
create table runs_without_row (
  workflow_id text primary key,
  run_id text not null,
  state text not null check (state in ('MISSING', 'BEHIND')),
  -- When the run was completed; of one under way, when it was started.
  closed_at timestamptz not null
);

-- What a person has decided about something that exists outside and has no row here: it is not listed any
-- more. The subject is a workflow's id, a rail's reference or an activity of the wallet provider. A decision
-- covers what had happened until then: a subject may need another one later.
create table reconcile_decisions (
  subject text not null,
  decided_by text not null,
  reason text not null,
  decided_at timestamptz not null default service_now()
);
-- The decisions about one subject, of which the last counts.
create index reconcile_decisions_subject on reconcile_decisions (subject, decided_at);

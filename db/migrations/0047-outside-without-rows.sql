-- What exists outside and has no row here, as after a restore of the database to an earlier point:
-- notices of a rail about a reference that is not ours, kept until it is,
create table unknown_rail_notices (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  sequence bigint not null,
  reference text not null,
  notice text not null,
  created_at timestamptz not null default service_now(),
  primary key (environment, sequence)
);
create index unknown_rail_notices_reference on unknown_rail_notices (reference);

-- completed runs of workflows whose row is missing or in an earlier state than the run left it,
create table runs_without_row (
  workflow_id text primary key,
  run_id text not null,
  state text not null check (state in ('MISSING', 'BEHIND')),
  closed_at timestamptz not null,
  found_at timestamptz not null default service_now()
);

-- and what a person has decided about one of them: it is not listed any more. The subject is a workflow's
-- id, a rail's reference or an activity of the wallet provider.
create table reconcile_decisions (
  subject text primary key,
  decided_by text not null,
  reason text not null,
  decided_at timestamptz not null default service_now()
);

-- The runs that close from here on are compared with their rows.
insert into sweep_cursors (kind, after_at) values ('RUNS_WITHOUT_ROW', service_now());

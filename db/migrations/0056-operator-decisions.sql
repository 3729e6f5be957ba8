-- Running workflows whose workflow task fails again and again, as the workers' rounds have found them.
create table failing_workflow_tasks (
  workflow_id text primary key,
  attempts integer not null,
  since timestamptz not null default service_now(),
  seen_at timestamptz not null default service_now()
);

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

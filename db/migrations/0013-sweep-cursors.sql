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
  claimed_at timestamptz not null default service_now(),
  -- rows without a workflow: of this pass so far, and of the last complete one
  missing integer not null default 0,
  missing_last integer not null default 0
);

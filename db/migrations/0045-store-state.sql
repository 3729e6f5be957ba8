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
  changed_at timestamptz not null default service_now(),
  check (state = 'OPEN' or restored_to is not null)
);
insert into store_state default values;

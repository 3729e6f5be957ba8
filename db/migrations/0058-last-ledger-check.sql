-- What the last check of the ledger by a worker has found. Null: no check has finished since this table is there.
create table last_ledger_check (
  is_only boolean primary key default true check (is_only),
  is_ok boolean,
  findings jsonb not null default '[]',
  finished_at timestamptz
);
insert into last_ledger_check default values;

-- How the service is asked for the faults that platforms have ordered, and until when it is.
create table ordered_faults_door (
  is_only boolean primary key default true check (is_only),
  token text not null,
  until timestamptz not null
);

-- Of a fault that a platform has ordered: what it holds back is released then.
alter table faults add column ends_at timestamptz;
create index faults_ends on faults (ends_at) where ends_at is not null;

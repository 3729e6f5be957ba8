-- Payments whose workflows have been told that they need a person: OperationStatus shows it. As long as they do.
create table shown_waits (
  -- as in inbox_items
  kind text not null,
  subject text not null,
  shown_at timestamptz not null default service_now(),
  primary key (kind, subject)
);

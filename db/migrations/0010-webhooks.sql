create table events (
  id uuid primary key,
  platform_id uuid not null references platforms,
  type text not null,
  subject text not null,
  -- the resource's row when the event became true; the delivery shapes it as its GET would
  snapshot jsonb not null,
  sequence bigint generated always as identity,
  created_at timestamptz not null default service_now(),
  -- There was no endpoint when it happened, and it has not been redelivered since.
  is_unsent boolean not null default false
);
create index events_platform on events (platform_id, created_at, id);
create index events_subject on events (subject);
create index events_type on events (platform_id, type, created_at, id);
create index events_unsent on events (platform_id, created_at, id) where is_unsent;

-- A delivery that is due has a job; one that waits for a free slot of its endpoint is queued and
-- has none, so that the backlog of a dead endpoint costs nothing.
create table webhook_deliveries (
  id uuid primary key,
  event_id uuid not null references events,
  platform_id uuid not null references platforms,
  endpoint text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'STOPPED')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default service_now(),
  last_status integer,
  last_error text,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  is_queued boolean not null default false,
  -- the bytes of the first attempt, kept when it failed: later attempts send the same
  body text,
  -- a redelivery: one attempt, without retries
  is_manual boolean not null default false,
  -- the beginning of the last response body
  last_response text
);
create index webhook_deliveries_open on webhook_deliveries (created_at) where status = 'PENDING';
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
  where status = 'PENDING' and not is_queued;
create index webhook_deliveries_platform on webhook_deliveries (platform_id, created_at, id);
create index webhook_deliveries_by_hand on webhook_deliveries (platform_id, created_at, id) where is_manual;
create index webhook_deliveries_stopped on webhook_deliveries (platform_id, event_id) where status = 'STOPPED';
-- An event has at most one pending redelivery per endpoint.
create unique index webhook_deliveries_manual on webhook_deliveries (event_id, endpoint)
  where is_manual and status = 'PENDING';
-- What waits for an endpoint, oldest first, queued or not.
create index webhook_deliveries_waiting on webhook_deliveries (platform_id, endpoint, created_at, id) where status = 'PENDING';
-- The queue of a platform's endpoint.
create index webhook_deliveries_of_endpoint on webhook_deliveries
  (platform_id, endpoint, is_manual, next_attempt_at) where status = 'PENDING' and is_queued;

-- A delivery as the API shows it.
create view webhook_delivery_views as
select d.id, d.event_id, d.platform_id, e.type, e.subject, d.endpoint, d.status, d.is_manual, d.is_queued,
  d.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.updated_at
from webhook_deliveries d join events e on e.id = d.event_id;

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz not null,
  -- null: the outcome was lost with its worker
  duration_ms integer,
  status integer,
  error text,
  -- the fault that its platform has ordered, which it met
  ordered_fault text,
  primary key (delivery_id, number)
);

-- The state of a platform's endpoint, shared by all workers: consecutive timeouts.
create table webhook_platform_endpoints (
  platform_id uuid not null references platforms,
  endpoint text not null,
  timeouts_in_a_row integer not null default 0,
  primary key (platform_id, endpoint)
);

create table webhook_slots (
  delivery_id uuid primary key references webhook_deliveries,
  platform_id uuid not null,
  endpoint text not null,
  taken_at timestamptz not null default clock_timestamp(),
  -- Whose slot it is; null while it is reserved for a delivery whose job has not started yet.
  pool_id text
);
create index webhook_slots_platform on webhook_slots (platform_id);

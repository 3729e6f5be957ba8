-- Requests of the last days, for the question what happened at some time: written in batches, and not complete
-- under load. Paths as the log shows them, without what is secret.
create table request_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  request_id text not null,
  -- null: of no platform, or not authenticated
  platform_id uuid,
  method text not null,
  path text not null,
  operation text not null,
  status integer not null,
  ms real not null
);
create index request_log_at on request_log (at);
create index request_log_request on request_log (request_id, at);
create index request_log_platform on request_log (platform_id, at);

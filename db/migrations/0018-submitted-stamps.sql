-- Stamps of submissions that are not recorded yet, encrypted: the workflow that records the action is
-- started with an id instead of the stamp, because what starts a workflow is kept in its history.
create table submitted_stamps (
  id uuid primary key,
  -- bare; there is no such action as yet
  action_id uuid not null,
  stamp text not null,
  created_at timestamptz not null default service_now()
);
create index submitted_stamps_age on submitted_stamps (created_at);

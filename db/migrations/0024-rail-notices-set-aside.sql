-- Notices of a rail that could not be booked: the feed goes on without them, they are tried again
-- with every round, and an alarm counts them.
create table rail_notices_set_aside (
  sequence bigint primary key,
  notice text not null,
  error text not null,
  created_at timestamptz not null default service_now()
);

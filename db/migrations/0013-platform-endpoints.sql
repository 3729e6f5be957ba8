-- The state of a platform's endpoint, shared by all workers: consecutive timeouts. It replaces
-- `webhook_endpoints`, which platforms with the same endpoint shared; workers of the previous release
-- still clean that one up.
create table webhook_platform_endpoints (
  platform_id uuid not null references platforms,
  endpoint text not null,
  timeouts_in_a_row integer not null default 0,
  primary key (platform_id, endpoint)
);

-- Null for a slot that was taken by a function of the previous release; such an attempt ends within
-- seconds.
alter table webhook_slots add column platform_id uuid;
update webhook_slots s set platform_id = d.platform_id from webhook_deliveries d where d.id = s.delivery_id;

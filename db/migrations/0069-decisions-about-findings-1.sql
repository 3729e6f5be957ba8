-- A person's decision covers what had happened until then: a subject may need another one later.
alter table reconcile_decisions drop constraint reconcile_decisions_pkey;
-- When the last comparison began: decisions since then are about what it has left open.
alter table store_state add column compared_at timestamptz;

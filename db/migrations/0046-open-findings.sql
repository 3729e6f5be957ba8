-- What the last comparison after a restore found and did not apply (`npm run reconcile`); null: there was none
-- since the restore. The store is opened again when a person has decided about each.
alter table store_state add column open_findings text[];

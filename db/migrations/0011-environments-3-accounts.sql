-- What the foreign keys of transfers and internal accounts refer to.
create unique index concurrently ledger_accounts_place on ledger_accounts (id, environment, currency);

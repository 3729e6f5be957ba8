-- The service's own accounts: one of each kind for an environment and a currency.
create unique index concurrently ledger_accounts_service on ledger_accounts (environment, kind, currency) where not has_floor;

-- Wallets that an import has still to make.
create index concurrently internal_accounts_imported on internal_accounts (import_id, id)
  where status = 'PENDING' and import_id is not null;

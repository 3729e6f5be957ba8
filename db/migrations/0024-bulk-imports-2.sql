-- Wallets that a workflow of their customer makes: those of a large import are not among them.
create index concurrently internal_accounts_onboarding on internal_accounts (updated_at, id)
  where status = 'PENDING' and type = 'EMBEDDED_WALLET' and not needs_contact and import_id is null;

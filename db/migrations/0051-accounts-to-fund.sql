-- Accounts for which the rail has not been asked yet.
create index concurrently internal_accounts_to_fund on internal_accounts (environment, id) where funding_instructions is null and status = 'ACTIVE';

-- A reference on money is looked up by it; two accounts with one reference cannot be made.
create unique index concurrently internal_accounts_funding on internal_accounts (funding_reference_of(id));

-- Those that an operator is to decide about.
create index concurrently deposit_returns_contradicted on deposit_returns (contradicted_at) where contradicted_at is not null;

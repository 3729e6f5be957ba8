-- The rail has reported the return of a deposit as failed after it had reported it as paid: a person finds out which
-- is true. Null: it has not, or that is decided.
alter table deposit_returns add column contradicted_at timestamptz;

-- Those that an operator is to decide about.
create index concurrently deposits_unapplied on deposits (created_at, environment, id) where outcome in ('UNAPPLIED', 'RETURNING');

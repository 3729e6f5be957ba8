-- Deposits by our own id, as operators name them.
create unique index concurrently deposits_uuid on deposits (deposit_uuid(environment, id));

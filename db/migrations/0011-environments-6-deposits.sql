-- The ids of deposits are those of a rail: each environment has its own.
create unique index concurrently deposits_place on deposits (environment, id);

-- The keys that encrypted columns may be encrypted with, each with a value that it has encrypted: a
-- process that cannot decrypt one of them lacks a key of RECORD_KEYS. `npm run records:reencrypt` removes
-- the keys that no row needs any more.
create table record_keys (
  key_id text primary key,
  check_value text not null,
  created_at timestamptz not null default service_now()
);

-- What a payer writes on money for an internal account: every account has one, of its id alone, and the index
-- of the next file keeps it unique. Short enough for every bank's reference field.
create function funding_reference_of(p_account uuid) returns text
language sql immutable strict parallel safe as $$
  select 'A' || upper(substr(encode(sha256(uuid_send(p_account)), 'hex'), 1, 17))
$$;

-- Our own id of a deposit, of what the rail calls it: `Deposit:<uuid>`, and that of the incoming transaction
-- which it becomes. The same after a restore of the database.
create function deposit_uuid(p_environment text, p_id text) returns uuid
language sql immutable strict parallel safe as $$
  select md5('deposit ' || p_environment || ' ' || p_id)::uuid
$$;

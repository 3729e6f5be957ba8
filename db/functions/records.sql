-- The id of the key that a stored value is encrypted with; `none` for clear text. The form
-- is that of contract/sealedText.ts.
create or replace function record_key_of(p_value text) returns text
language sql immutable strict parallel safe as $$
  select coalesce(substring(p_value from '^sealed:1:([0-9a-f]{16}):[A-Za-z0-9_-]{38,}$'), 'none')
$$;

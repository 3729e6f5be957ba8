-- Claims an Idempotency-Key for an answer of a kind (PAYMENT, TRANSACTION, AGENT_ACTION; null if its operation has one
-- kind only): 'NEW', 'SAME' (this very request) or 'OTHER' (another request's).
create or replace function claim_idempotency_key(p_platform uuid, p_operation text, p_key text, p_hash bytea,
  p_resource uuid, p_kind text default null) returns text language plpgsql as $$
declare v_old idempotency_keys;
begin
  insert into idempotency_keys (platform_id, operation, key, request_hash, resource_id, kind)
  values (p_platform, p_operation, p_key, p_hash, p_resource, p_kind) on conflict do nothing;
  if found then return 'NEW'; end if;
  select * into v_old from idempotency_keys
    where platform_id = p_platform and operation = p_operation and key = p_key;
  return case when v_old.request_hash = p_hash and v_old.resource_id = p_resource
    then 'SAME' else 'OTHER' end;
end $$;

-- A refusal releases the key, so that the same request can be sent again with it.
create or replace function release_idempotency_key(p jsonb) returns void language sql as $$
  delete from idempotency_keys where platform_id = (p ->> 'platformId')::uuid
    and operation = coalesce(p ->> 'operation', 'createQuote') and key = p ->> 'key';
$$;

-- A link to the hosted page: NEW, or SAME for a repeat under its key, with `expiresAt` and the hash of its
-- token; OTHER for a key of another request; DELETED and CONTACTS where the customer can have none.
create or replace function create_verification_link(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  l verification_links;
  v_contacts text[];
  v_claim text := 'NEW';
begin
  if p ->> 'key' is not null then
    v_claim := claim_idempotency_key((p ->> 'platformId')::uuid, 'createCustomerKycLink', p ->> 'key',
      decode(p ->> 'requestHash', 'hex'), (p ->> 'id')::uuid);
    if v_claim = 'OTHER' then return jsonb_build_object('outcome', 'OTHER'); end if;
    select * into l from verification_links where id = (p ->> 'id')::uuid;
    if found then return jsonb_build_object('outcome', 'SAME', 'expiresAt', l.expires_at,
      'tokenHash', encode(l.token_hash, 'hex')); end if;
  end if;
  select * into c from customers where id = (p ->> 'customerId')::uuid
    and platform_id = (p ->> 'platformId')::uuid and not is_deleted for key share;
  v_contacts := unverified_contacts(c);
  if c.id is null or cardinality(v_contacts) > 0 then
    delete from idempotency_keys where platform_id = (p ->> 'platformId')::uuid
      and operation = 'createCustomerKycLink' and key = p ->> 'key';
    return case when c.id is null then jsonb_build_object('outcome', 'NOT_FOUND')
      else jsonb_build_object('outcome', 'CONTACTS', 'contacts', v_contacts) end;
  end if;
  insert into verification_links (id, platform_id, customer_id, token_hash, redirect_uri, expires_at)
  values ((p ->> 'id')::uuid, c.platform_id, c.id, decode(p ->> 'tokenHash', 'hex'), p ->> 'redirectUri',
    service_now() + make_interval(secs => (p ->> 'lifetimeSeconds')::integer))
  returning * into l;
  return jsonb_build_object('outcome', 'NEW', 'expiresAt', l.expires_at, 'tokenHash', encode(l.token_hash, 'hex'));
end $$;

-- Uses a link up; null for one that is unknown, used or over, or whose customer was deleted.
create or replace function use_verification_link(p_token_hash bytea) returns jsonb language sql as $$
  with used as (
    update verification_links set used_at = service_now()
    where token_hash = p_token_hash and used_at is null and expires_at > service_now() returning *)
  select jsonb_build_object('environment', p.environment, 'customerId', c.id, 'customerType', c.customer_type,
    'email', c.email, 'phoneNumber', c.phone_number, 'redirectUri', used.redirect_uri,
    'secondsLeft', ceil(extract(epoch from used.expires_at - service_now()))::integer)
  from used join customers c on c.id = used.customer_id and not c.is_deleted
  join platforms p on p.id = c.platform_id;
$$;

-- Gives a link back that led nowhere: the vendor did not answer.
create or replace function give_verification_link_back(p_token_hash bytea) returns void language sql as $$
  update verification_links set used_at = null where token_hash = p_token_hash;
$$;

-- Passkeys and identities beside one-time codes.
alter table credentials
  add column webauthn_id text,
  add column public_key text,
  add column counter bigint not null default 0,
  add column transports text[],
  add column rp_id text,
  add column registration_challenge text,
  add column issuer text,
  add column audience text,
  add column subject text,
  -- what the provider knows the credential by: authenticator or OAuth provider id
  add column provider_reference text;
create unique index credentials_webauthn on credentials (webauthn_id) where revoked_at is null;
create unique index credentials_identity on credentials (account_id, issuer, audience, subject)
  where issuer is not null and revoked_at is null;

alter table requests
  -- which stamp the claim needs: contract/stampRules.ts
  add column stamp_rule text not null default 'SEALED_KEY',
  add column session_id uuid references sessions,
  add column customer_id uuid references customers,
  -- what is recorded when the provider has done it
  add column intent jsonb not null default '{}',
  -- the header that authorizes the body at the provider; gone once the activity's id is known
  add column stamp_header text,
  add column stamp_value text,
  -- of an assertion or identity token: a repeat must bring the same one
  add column proof_hash text;

create view live_sessions as
select * from sessions where ended_at is null and expires_at > service_now() + interval '5 seconds';


create function open_request(p jsonb) returns jsonb language plpgsql as $$
declare r requests;
begin
  insert into requests (id, platform_id, account_id, credential_id, session_id, customer_id, operation,
    method, path, body_hash, payload_to_sign, stamp_rule, intent, proof_hash, provider_body, status, expires_at)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, (p ->> 'accountId')::uuid,
    (p ->> 'credentialId')::uuid, (p ->> 'sessionId')::uuid, (p ->> 'customerId')::uuid, p ->> 'operation',
    p ->> 'method', p ->> 'path', decode(p ->> 'bodyHash', 'hex'), p ->> 'payloadToSign', p ->> 'stampRule',
    coalesce(p -> 'intent', '{}'), p ->> 'proofHash', p ->> 'providerBody', 'OPEN',
    service_now() + make_interval(secs => (p ->> 'lifetimeSeconds')::integer))
  on conflict (id) do nothing
  returning * into r;
  if r.id is null then
    select * into r from requests where id = (p ->> 'id')::uuid;
  end if;
  return to_jsonb(r);
end $$;

create function may_stamp(r requests, p_key text) returns boolean language sql stable as $$
  select case r.stamp_rule
    when 'NO_STAMP' then true
    when 'SEALED_KEY' then r.required_public_key is not distinct from p_key
    when 'ANY_SESSION' then exists (
      select 1 from live_sessions s where s.account_id = r.account_id and s.public_key = p_key)
    when 'SESSION_OF_ANOTHER_CREDENTIAL' then exists (
      select 1 from live_sessions s where s.account_id = r.account_id and s.public_key = p_key
        and s.credential_id <> r.credential_id)
    when 'THAT_SESSION' then exists (
      select 1 from live_sessions s where s.id = r.session_id and s.public_key = p_key)
    else false end;
$$;

-- Credentials that will remain: those claimed for revocation no longer count, so that two crossing
-- revocations can't leave a wallet without a key.
create function remaining_credentials(p_account uuid) returns bigint language sql stable as $$
  select count(*) from credentials c where c.account_id = p_account and c.revoked_at is null
    and not exists (select 1 from requests r where r.credential_id = c.id
      and r.operation = 'REVOKE_CREDENTIAL' and r.status = 'CLAIMED');
$$;

-- The set of a customer's credentials that a contact change would touch, as one text.
create function tied_credentials(p_customer uuid, p_type text) returns text language sql stable as $$
  select string_agg(c.id::text, ',' order by c.id) from credentials c
  join internal_accounts a on a.id = c.account_id
  where a.customer_id = p_customer and c.type = p_type and c.revoked_at is null;
$$;

-- Changes the fields that were sent; the rest stays.
create function update_customer(p_customer uuid, p jsonb) returns void language sql as $$
  update customers set
    email = coalesce(p ->> 'email', email),
    phone_number = coalesce(p ->> 'phoneNumber', phone_number),
    uma_address = coalesce(p ->> 'umaAddress', uma_address),
    region = coalesce(p ->> 'region', region),
    currencies = coalesce((select array_agg(x) from jsonb_array_elements_text(p -> 'currencies') x), currencies),
    profile = profile || coalesce(p -> 'profile', '{}'),
    identity_number = coalesce(p ->> 'identityNumber', identity_number),
    updated_at = service_now()
  where id = p_customer;
$$;

create function fail_request(p_request uuid, p_code text, p_reason text) returns void language plpgsql as $$
declare r requests;
begin
  update requests set status = 'FAILED', result = jsonb_build_object('code', p_code, 'reason', p_reason),
    secret = null, provider_body = null, stamp_header = null, stamp_value = null, updated_at = service_now()
  where id = p_request and status = 'CLAIMED' returning * into r;
  if not found then return; end if;
  perform add_timeline(r.platform_id, 'Request:' || r.id, 'failed: ' || p_reason, null, null, null);
end $$;

-- Another platform's email, or none: what stands against a contact change at the first call.
create function contact_taken(p_customer uuid, p_type text, p_contact text) returns boolean language sql stable as $$
  select exists (select 1 from credentials c join internal_accounts a on a.id = c.account_id
    where c.type = p_type and lower(c.contact) = lower(p_contact) and c.revoked_at is null
      and a.customer_id <> p_customer
      and c.platform_id = (select platform_id from customers where id = p_customer));
$$;


-- An operation that the provider has no part in: claimed and recorded in one transaction.
create function do_local_request(p jsonb) returns jsonb language plpgsql as $$
declare v jsonb := claim_request(p);
begin
  if v ->> 'outcome' = 'MOVED' then perform record_operation(p); end if;
  return v;
end $$;

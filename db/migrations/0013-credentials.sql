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

-- Why a change of credentials can't be claimed now; null when it can. Holds the account's row.
create function credential_change_problem(r requests) returns text language plpgsql as $$
declare v_type text := r.intent ->> 'type';
begin
  perform 1 from internal_accounts where id = r.account_id for update;
  if exists (select 1 from requests o where o.account_id = r.account_id and o.id <> r.id
      and o.status = 'CLAIMED' and o.operation in ('ADD_CREDENTIAL', 'REVOKE_CREDENTIAL', 'CONTACT_CHANGE')) then
    return 'CONFLICT';
  end if;
  if r.operation = 'REVOKE_CREDENTIAL' then
    if exists (select 1 from credentials where id = r.credential_id and revoked_at is not null) then
      return 'REFERENCE_NOT_FOUND';
    end if;
    if remaining_credentials(r.account_id) <= 1 then return 'INVALID_INPUT'; end if;
  end if;
  if r.operation = 'ADD_CREDENTIAL' then
    if v_type in ('EMAIL_OTP', 'SMS_OTP') and exists (select 1 from credentials
        where account_id = r.account_id and type = v_type and revoked_at is null) then
      return v_type || '_CREDENTIAL_ALREADY_EXISTS';
    end if;
    if v_type = 'PASSKEY' and exists (select 1 from credentials
        where webauthn_id = r.intent ->> 'webauthnId' and revoked_at is null) then
      return 'PASSKEY_CREDENTIAL_ALREADY_EXISTS';
    end if;
    if v_type = 'OAUTH' and exists (select 1 from credentials where account_id = r.account_id
        and issuer = r.intent ->> 'issuer' and audience = r.intent ->> 'audience'
        and subject = r.intent ->> 'subject' and revoked_at is null) then
      return 'CONFLICT';
    end if;
  end if;
  if r.operation = 'CONTACT_CHANGE' and r.intent ->> 'credentials' is distinct from
      tied_credentials(r.customer_id, r.intent ->> 'credentialType') then
    return case r.intent ->> 'credentialType' when 'SMS_OTP' then 'SMS_OTP_CREDENTIAL_SET_CHANGED'
      else 'EMAIL_OTP_CREDENTIAL_SET_CHANGED' end;
  end if;
  return null;
end $$;

-- The set of a customer's credentials that a contact change would touch, as one text.
create function tied_credentials(p_customer uuid, p_type text) returns text language sql stable as $$
  select string_agg(c.id::text, ',' order by c.id) from credentials c
  join internal_accounts a on a.id = c.account_id
  where a.customer_id = p_customer and c.type = p_type and c.revoked_at is null;
$$;

-- The head of walletOperation: the first accepted retry is the claim.
create function claim_request(p jsonb) returns jsonb language plpgsql as $$
declare
  r requests;
  v_attempt integer := (p ->> 'attempt')::integer;
  v_code text;
begin
  select * into r from requests
    where id = (p ->> 'requestId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if r.claimed_attempt = v_attempt then
    return jsonb_build_object('outcome', 'MOVED');
  end if;
  if r.refusals ? v_attempt::text then
    return jsonb_build_object('outcome', 'REFUSED', 'code', r.refusals ->> v_attempt::text);
  end if;
  v_code := case
    when r.status <> 'OPEN' or r.attempt <> v_attempt then 'UNAUTHORIZED'
    when r.expires_at <= service_now() then 'UNAUTHORIZED'
    when not may_stamp(r, p ->> 'publicKey') then 'WALLET_SIGNATURE_INVALID'
  end;
  if v_code is null and r.operation in ('ADD_CREDENTIAL', 'REVOKE_CREDENTIAL', 'CONTACT_CHANGE') then
    v_code := credential_change_problem(r);
  end if;
  if v_code is null and p ->> 'counter' is not null then
    -- A passkey that counts must count up; one that does not stays at zero.
    update credentials set counter = (p ->> 'counter')::bigint where id = r.credential_id
      and revoked_at is null and (counter < (p ->> 'counter')::bigint or (counter = 0 and p ->> 'counter' = '0'));
    if not found then v_code := 'UNAUTHORIZED'; end if;
  end if;
  if v_code is not null then
    update requests set attempt = v_attempt + 1, refusals = refusals || jsonb_build_object(v_attempt::text, v_code)
      where id = r.id and attempt = v_attempt and status = 'OPEN';
    return jsonb_build_object('outcome', 'REFUSED', 'code', v_code);
  end if;
  update requests set status = 'CLAIMED', claimed_attempt = v_attempt, claimed_at = service_now(),
    claimed_public_key = coalesce(p ->> 'publicKey', ''), provider_body = p ->> 'providerBody',
    stamp_header = p ->> 'stampHeader', stamp_value = p ->> 'stampValue',
    proof_hash = coalesce(p ->> 'proofHash', proof_hash), updated_at = service_now()
  where id = r.id;
  perform add_timeline(r.platform_id, 'Request:' || r.id, 'claimed', v_attempt, 'wallet provider',
    replace(lower(r.operation), '_', ' '));
  return jsonb_build_object('outcome', 'MOVED');
end $$;

-- The provider keeps ten keys at most: an eleventh ends the oldest, in the same transaction.
create function add_session(r requests, p jsonb) returns uuid language plpgsql as $$
declare
  c credentials;
  v_credential uuid := coalesce(r.credential_id, (select credential_id from sessions where id = r.session_id));
begin
  select * into c from credentials where id = v_credential;
  insert into sessions (id, platform_id, account_id, credential_id, type, nickname, public_key, api_key_id, expires_at)
  values ((p ->> 'sessionId')::uuid, r.platform_id, r.account_id, c.id, c.type, c.nickname,
    p ->> 'publicKey', p ->> 'apiKeyId', (p ->> 'expiresAt')::timestamptz);
  update sessions set ended_at = service_now(), updated_at = service_now() where id in (
    select id from sessions where account_id = r.account_id and ended_at is null and expires_at > service_now()
    order by created_at desc, id offset 10);
  return (p ->> 'sessionId')::uuid;
end $$;

-- Records what the provider has done, by the kind of operation; once.
create function record_operation(p jsonb) returns void language plpgsql as $$
declare
  r requests;
  i jsonb;
  v_result jsonb := '{}';
begin
  select * into r from requests where id = (p ->> 'requestId')::uuid for update;
  if r.status <> 'CLAIMED' then return; end if;
  i := r.intent;
  if r.operation in ('OTP_LOGIN', 'PASSKEY_LOGIN', 'OAUTH_LOGIN', 'REFRESH_SESSION') then
    v_result := jsonb_build_object('sessionId', add_session(r, p));
  elsif r.operation = 'ADD_CREDENTIAL' then
    insert into credentials (id, platform_id, account_id, type, nickname, contact, webauthn_id, public_key, counter,
      transports, rp_id, registration_challenge, issuer, audience, subject, provider_reference)
    values ((i ->> 'credentialId')::uuid, r.platform_id, r.account_id, i ->> 'type', i ->> 'nickname', i ->> 'contact',
      i ->> 'webauthnId', i ->> 'publicKey', coalesce((i ->> 'counter')::bigint, 0),
      (select array_agg(t) from jsonb_array_elements_text(i -> 'transports') t), i ->> 'rpId',
      i ->> 'registrationChallenge', i ->> 'issuer', i ->> 'audience', i ->> 'subject', p ->> 'reference');
    v_result := jsonb_build_object('credentialId', i ->> 'credentialId');
  elsif r.operation = 'REVOKE_CREDENTIAL' then
    update credentials set revoked_at = service_now(), updated_at = service_now() where id = r.credential_id;
    update sessions set ended_at = service_now(), updated_at = service_now()
      where credential_id = r.credential_id and ended_at is null;
  elsif r.operation = 'REVOKE_SESSION' then
    update sessions set ended_at = service_now(), updated_at = service_now()
      where id = r.session_id and ended_at is null;
  elsif r.operation = 'PRIVACY' then
    update internal_accounts set private_enabled = (i ->> 'privateEnabled')::boolean, updated_at = service_now()
      where id = r.account_id;
  elsif r.operation = 'CONTACT_CHANGE' then
    perform update_customer(r.customer_id, i -> 'fields');
    update credentials c set contact = i ->> 'contact', nickname = i ->> 'contact', updated_at = service_now()
      from internal_accounts a where a.id = c.account_id and a.customer_id = r.customer_id
      and c.type = i ->> 'credentialType' and c.revoked_at is null;
  end if;
  update requests set status = 'SUCCEEDED', result = v_result, secret = null,
    provider_activity_id = coalesce(p ->> 'activityId', provider_activity_id), provider_body = null,
    stamp_header = null, stamp_value = null, updated_at = service_now() where id = r.id;
  perform add_timeline(r.platform_id, 'Request:' || r.id, 'done', null, null, null);
end $$;

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

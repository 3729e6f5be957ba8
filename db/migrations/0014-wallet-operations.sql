-- What two wallets want at once (a passkey, an email, a UMA address) is decided at the claim, before
-- the provider hears of it: found out at the record it could neither be recorded nor undone.

-- Holds what a change of credentials claims beyond its own account, and says what stands against it.
create function crossing_problem(r requests) returns text language plpgsql as $$
declare
  v_type text := coalesce(r.intent ->> 'credentialType', r.intent ->> 'type');
  v_key text := coalesce(r.intent ->> 'webauthnId', lower(r.intent ->> 'contact'));
  v_uma text := lower(r.intent #>> '{fields,umaAddress}');
begin
  if v_uma is not null then
    perform pg_advisory_xact_lock(hashtextextended('uma/' || v_uma, 0));
    if exists (select 1 from customers where lower(uma_address) = v_uma and not is_deleted
        and id is distinct from r.customer_id) then
      return 'UMA_ADDRESS_EXISTS';
    end if;
  end if;
  if v_key is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('credential/' || v_type || '/' || v_key, 0));
  if r.operation = 'CONTACT_CHANGE' and contact_taken(r.customer_id, v_type, v_key) then
    return case v_type when 'SMS_OTP' then 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS'
      else 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' end;
  end if;
  -- Claimed by another wallet and not decided yet: that may fail, so this is no final no.
  if exists (select 1 from requests o where o.status = 'CLAIMED' and o.id <> r.id
      and ((r.operation = 'ADD_CREDENTIAL' and o.operation = 'ADD_CREDENTIAL'
            and o.intent ->> 'webauthnId' = v_key)
        or (o.operation = 'CONTACT_CHANGE' and o.platform_id = r.platform_id
            and ((o.intent ->> 'credentialType' = v_type and lower(o.intent ->> 'contact') = v_key)
              or lower(o.intent #>> '{fields,umaAddress}') = v_uma)))) then
    return 'CONFLICT';
  end if;
  return null;
end $$;

-- As in 0013, and then what other wallets want.
create function credential_change_problem(r requests) returns text language plpgsql as $$
declare
  v_type text := r.intent ->> 'type';
  v_crossing text;
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
  if r.operation = 'CONTACT_CHANGE' and r.intent ->> 'credentials' is distinct from
      tied_credentials(r.customer_id, r.intent ->> 'credentialType') then
    return case r.intent ->> 'credentialType' when 'SMS_OTP' then 'SMS_OTP_CREDENTIAL_SET_CHANGED'
      else 'EMAIL_OTP_CREDENTIAL_SET_CHANGED' end;
  end if;
  if r.operation in ('ADD_CREDENTIAL', 'CONTACT_CHANGE') then
    v_crossing := crossing_problem(r);
    if v_crossing is not null then return v_crossing; end if;
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
    if v_type = 'PASSKEY' and exists (select 1 from credentials where account_id = r.account_id
        and registration_challenge = r.intent ->> 'registrationChallenge') then
      return 'CONFLICT';
    end if;
    if v_type = 'OAUTH' and exists (select 1 from credentials where account_id = r.account_id
        and issuer = r.intent ->> 'issuer' and audience = r.intent ->> 'audience'
        and subject = r.intent ->> 'subject' and revoked_at is null) then
      return 'CONFLICT';
    end if;
  end if;
  return null;
end $$;

-- As in 0013; a login of a credential that is gone is not claimed.
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
    when r.operation in ('OTP_LOGIN', 'PASSKEY_LOGIN', 'OAUTH_LOGIN') and exists (
      select 1 from credentials where id = r.credential_id and revoked_at is not null) then 'REFERENCE_NOT_FOUND'
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

-- The provider keeps ten keys at most: an eleventh ends the oldest, in the same transaction. Null
-- for a credential that was revoked meanwhile: all its sessions die with it, also the one to come.
create function add_session(r requests, p jsonb) returns uuid language plpgsql as $$
declare
  c credentials;
  v_credential uuid := coalesce(r.credential_id, (select credential_id from sessions where id = r.session_id));
begin
  -- Against a revocation at this instant: one of the two sees the other.
  select * into c from credentials where id = v_credential for share;
  if c.revoked_at is not null then return null; end if;
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
  v_session uuid;
begin
  select * into r from requests where id = (p ->> 'requestId')::uuid for update;
  if r.status <> 'CLAIMED' then return; end if;
  i := r.intent;
  if r.operation in ('OTP_LOGIN', 'PASSKEY_LOGIN', 'OAUTH_LOGIN', 'REFRESH_SESSION') then
    v_session := add_session(r, p);
    if v_session is null then
      perform fail_request(r.id, 'UNAUTHORIZED', 'The credential was revoked');
      return;
    end if;
    v_result := jsonb_build_object('sessionId', v_session);
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
    begin
      perform update_customer(r.customer_id, i -> 'fields');
    exception when unique_violation then
      -- Somebody took the UMA address since the claim. The provider has the new contact: that stands.
      perform update_customer(r.customer_id, (i -> 'fields') - 'umaAddress');
    end;
    update credentials c set contact = i ->> 'contact', nickname = i ->> 'contact', updated_at = service_now()
      from internal_accounts a where a.id = c.account_id and a.customer_id = r.customer_id
      and c.type = i ->> 'credentialType' and c.revoked_at is null;
  end if;
  update requests set status = 'SUCCEEDED', result = v_result, secret = null,
    provider_activity_id = coalesce(p ->> 'activityId', provider_activity_id), provider_body = null,
    stamp_header = null, stamp_value = null, updated_at = service_now() where id = r.id;
  perform add_timeline(r.platform_id, 'Request:' || r.id, 'done', null, null, null);
end $$;

-- A hundred wrong codes in a row lock a credential, until a stamped operation of its wallet or the
-- platform itself unlocks it. Null while it is not locked.
create function lock_refusal(c credentials) returns jsonb language sql immutable as $$
  select case when c.consecutive_failures >= 100 then jsonb_build_object(
    'outcome', 'REFUSED', 'code', 'ACCOUNT_LOCKED', 'details', jsonb_build_object(
      'failedAttempts', c.consecutive_failures, 'lockedUntil', null, 'suspended', true)) end;
$$;

-- Orders code n of a credential, within its rate. Null once ordered, else the seconds to wait.
create function order_otp(c credentials, p_number integer, p_rate jsonb) returns integer language plpgsql as $$
declare
  v_gap interval := make_interval(secs => (p_rate ->> 'secondsPerCode')::integer);
  v_now timestamptz := service_now();
  v_allowed_at timestamptz := c.otp_arrival_at - v_gap * ((p_rate ->> 'burst')::integer - 1);
begin
  if v_allowed_at > v_now then return ceil(extract(epoch from v_allowed_at - v_now)); end if;
  update credentials set otp_issuance = p_number, otp_arrival_at = greatest(c.otp_arrival_at, v_now) + v_gap
    where id = c.id;
  insert into otp_issuances (credential_id, number, status) values (c.id, p_number, 'PENDING');
  perform add_timeline(c.platform_id, 'AuthMethod:' || c.id, 'one-time code ordered', p_number,
    'wallet provider', 'the mail');
  return null;
end $$;

-- As in 0005; no code is sent that a locked credential could not take.
create or replace function issue_otp(p jsonb) returns jsonb language plpgsql as $$
declare
  c credentials;
  v_number integer := (p ->> 'number')::integer;
  v_wait integer;
begin
  select * into c from credentials
    where id = (p ->> 'credentialId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if c.otp_issuance >= v_number then
    return jsonb_build_object('outcome', 'MOVED');
  end if;
  if c.revoked_at is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'REFERENCE_NOT_FOUND');
  end if;
  if c.otp_issuance <> v_number - 1 then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT');
  end if;
  if lock_refusal(c) is not null then return lock_refusal(c); end if;
  v_wait := order_otp(c, v_number, p);
  if v_wait is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'RATE_LIMITED', 'retryAfterSeconds', v_wait);
  end if;
  return jsonb_build_object('outcome', 'MOVED');
end $$;

-- As in 0005; the refusal of a locked credential says how it is locked.
create or replace function reserve_otp_attempt(p jsonb) returns jsonb language plpgsql as $$
declare
  c credentials;
  i otp_issuances;
  v_id uuid := (p ->> 'verificationId')::uuid;
  v_reason text;
begin
  select * into c from credentials
    where id = (p ->> 'credentialId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if exists (select 1 from otp_verifications where id = v_id) then
    return jsonb_build_object('outcome', 'MOVED');
  end if;
  select * into i from otp_issuances where credential_id = c.id and number = (p ->> 'number')::integer for update;
  if lock_refusal(c) is not null then return lock_refusal(c); end if;
  v_reason := case
    when i.credential_id is null or i.status <> 'SETTLED' or c.revoked_at is not null then 'No one-time code is pending'
    when i.number <> c.otp_issuance then 'A newer one-time code was sent'
    when i.spent_at is not null then 'The one-time code was used'
    when i.expires_at <= service_now() then 'The one-time code is expired'
    when i.attempts >= (p ->> 'attemptsMax')::integer then 'Too many wrong codes; ask for a new one'
  end;
  if v_reason is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'UNAUTHORIZED', 'reason', v_reason);
  end if;
  update otp_issuances set attempts = attempts + 1 where credential_id = i.credential_id and number = i.number;
  insert into otp_verifications (id, platform_id, credential_id, issuance_number, status, request_path,
    request_hash, encrypted_bundle)
  values (v_id, c.platform_id, c.id, i.number, 'PENDING', p ->> 'path', decode(p ->> 'requestHash', 'hex'),
    p ->> 'encryptedBundle');
  perform add_timeline(c.platform_id, 'Request:' || v_id, 'code submitted', i.attempts + 1, 'wallet provider', 'the check');
  return jsonb_build_object('outcome', 'MOVED');
end $$;

-- Unlocks credentials of a wallet, or one of them.
create function unlock_credentials(p_account uuid, p_credential uuid, p_by text) returns void language plpgsql as $$
declare c credentials;
begin
  for c in select * from credentials where account_id = p_account and consecutive_failures > 0
      and (p_credential is null or id = p_credential) order by id for update loop
    update credentials set consecutive_failures = 0 where id = c.id;
    if lock_refusal(c) is not null then
      perform add_timeline(c.platform_id, 'AuthMethod:' || c.id, 'unlocked by ' || p_by, null, 'customer', 'a code');
    end if;
  end loop;
end $$;

-- As in 0014. A refused claim keeps no identity token (a repeat brings it again), and the stamp of a
-- session proves the owner: it unlocks the codes.
create or replace function claim_request(p jsonb) returns jsonb language plpgsql as $$
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
    when r.operation = 'OAUTH_LOGIN' and p ->> 'providerBody' is null then 'UNAUTHORIZED'
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
    update requests set attempt = v_attempt + 1, refusals = refusals || jsonb_build_object(v_attempt::text, v_code),
      provider_body = null
      where id = r.id and attempt = v_attempt and status = 'OPEN';
    return jsonb_build_object('outcome', 'REFUSED', 'code', v_code);
  end if;
  update requests set status = 'CLAIMED', claimed_attempt = v_attempt, claimed_at = service_now(),
    claimed_public_key = coalesce(p ->> 'publicKey', ''), provider_body = p ->> 'providerBody',
    stamp_header = p ->> 'stampHeader', stamp_value = p ->> 'stampValue',
    proof_hash = coalesce(p ->> 'proofHash', proof_hash), updated_at = service_now()
  where id = r.id;
  if r.stamp_rule in ('ANY_SESSION', 'SESSION_OF_ANOTHER_CREDENTIAL', 'THAT_SESSION') then
    perform unlock_credentials(r.account_id, null, 'a stamped operation');
  end if;
  perform add_timeline(r.platform_id, 'Request:' || r.id, 'claimed', v_attempt, 'wallet provider',
    replace(lower(r.operation), '_', ' '));
  return jsonb_build_object('outcome', 'MOVED');
end $$;

drop function record_operation(jsonb);
-- As in 0014; a one-time code that was added is sent its first code, ordered here, within the rate of
-- its forerunners in the wallet. Answers the result, also of an operation recorded before.
create function record_operation(p jsonb) returns jsonb language plpgsql as $$
declare
  r requests;
  i jsonb;
  v_result jsonb := '{}';
  v_session uuid;
  v_added credentials;
begin
  select * into r from requests where id = (p ->> 'requestId')::uuid for update;
  if r.status <> 'CLAIMED' then return coalesce(r.result, '{}'); end if;
  i := r.intent;
  if r.operation in ('OTP_LOGIN', 'PASSKEY_LOGIN', 'OAUTH_LOGIN', 'REFRESH_SESSION') then
    v_session := add_session(r, p);
    if v_session is null then
      perform fail_request(r.id, 'UNAUTHORIZED', 'The credential was revoked');
      return '{}';
    end if;
    v_result := jsonb_build_object('sessionId', v_session);
  elsif r.operation = 'ADD_CREDENTIAL' then
    insert into credentials (id, platform_id, account_id, type, nickname, contact, webauthn_id, public_key, counter,
      transports, rp_id, registration_challenge, issuer, audience, subject, provider_reference, otp_arrival_at)
    values ((i ->> 'credentialId')::uuid, r.platform_id, r.account_id, i ->> 'type', i ->> 'nickname', i ->> 'contact',
      i ->> 'webauthnId', i ->> 'publicKey', coalesce((i ->> 'counter')::bigint, 0),
      (select array_agg(t) from jsonb_array_elements_text(i -> 'transports') t), i ->> 'rpId',
      i ->> 'registrationChallenge', i ->> 'issuer', i ->> 'audience', i ->> 'subject', p ->> 'reference',
      coalesce((select max(f.otp_arrival_at) from credentials f
        where f.account_id = r.account_id and f.type = i ->> 'type'), '-infinity'))
    returning * into v_added;
    v_result := jsonb_build_object('credentialId', v_added.id);
    if v_added.type in ('EMAIL_OTP', 'SMS_OTP') then
      if order_otp(v_added, 1, p) is null then
        v_result := v_result || '{"otpIssuance": "1"}';
      end if;
    end if;
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
  return v_result;
end $$;

-- As in 0013; an identity token that a refused claim has dropped comes back with its repeat.
create or replace function open_request(p jsonb) returns jsonb language plpgsql as $$
declare r requests;
begin
  insert into requests (id, platform_id, account_id, credential_id, session_id, customer_id, operation,
    method, path, body_hash, payload_to_sign, stamp_rule, intent, proof_hash, provider_body, status, expires_at)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, (p ->> 'accountId')::uuid,
    (p ->> 'credentialId')::uuid, (p ->> 'sessionId')::uuid, (p ->> 'customerId')::uuid, p ->> 'operation',
    p ->> 'method', p ->> 'path', decode(p ->> 'bodyHash', 'hex'), p ->> 'payloadToSign', p ->> 'stampRule',
    coalesce(p -> 'intent', '{}'), p ->> 'proofHash', p ->> 'providerBody', 'OPEN',
    service_now() + make_interval(secs => (p ->> 'lifetimeSeconds')::integer))
  on conflict (id) do update set provider_body = excluded.provider_body
    where requests.status = 'OPEN' and requests.provider_body is null
      and requests.proof_hash is not distinct from excluded.proof_hash
  returning * into r;
  if r.id is null then
    select * into r from requests where id = (p ->> 'id')::uuid;
  end if;
  return to_jsonb(r);
end $$;

-- An identity or verification token whose request lapsed unclaimed is of no use to anybody.
create function forget_lapsed_secrets() returns void language sql as $$
  update requests set provider_body = null, secret = null
  where status = 'OPEN' and (provider_body is not null or secret is not null) and expires_at <= service_now();
$$;
create index requests_secret on requests (expires_at)
  where status = 'OPEN' and (provider_body is not null or secret is not null);

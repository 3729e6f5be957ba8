-- Challenges that a wallet is given within a minute.
create or replace function requests_a_minute() returns integer language sql immutable as $$ select 120 $$;

-- Writes the challenge of a signed retry, or returns the existing one; null: the wallet was given too many within a minute.
-- An identity token that a refused claim has deleted is stored again by the request that sends it again.
create or replace function open_request(p jsonb) returns jsonb language plpgsql as $$
declare r requests;
begin
  -- Many at once are counted as one after the other would be.
  perform pg_advisory_xact_lock(hashtextextended('requests/' || (p ->> 'accountId'), 0));
  if (select count(*) from requests where account_id = (p ->> 'accountId')::uuid
      and created_at > service_now() - interval '1 minute') >= requests_a_minute()
      and not exists (select 1 from requests where id = (p ->> 'id')::uuid) then
    return null;
  end if;
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

-- Whether this public key may authorize the request, by the request's stamp rule.
create or replace function may_stamp(r requests, p_key text) returns boolean language sql stable as $$
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

-- Why a signed retry about a wallet is refused while the wallet or its customer is frozen; null if it is not. Whatever
-- makes a key, a session that signs or another way to one waits for the release; what only ends one, or hides balances,
-- does not.
create or replace function frozen_request_refusal(r requests) returns text language sql stable as $$
  select case when r.operation in ('REVOKE_CREDENTIAL', 'REVOKE_SESSION', 'PRIVACY') then null
    when is_frozen(a.customer_id) then 'USER_NOT_READY' when is_frozen(a.id) then 'CONFLICT' end
  from internal_accounts a where a.id = r.account_id;
$$;

-- Claims a request for the stamp, assertion or token that authorizes it, with what its workflow is started with; a repeat
-- joins its claim. A refused claim keeps no identity token (a retry brings it again). The stamp of a session proves the
-- owner: it unlocks the one-time codes.
create or replace function claim_request(p jsonb) returns jsonb language plpgsql as $$
declare
  r requests;
  v_provider_body text;
  v_code text;
begin
  select * into r from requests
    where id = (p ->> 'requestId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  -- A repeat of what has claimed it.
  if r.status <> 'OPEN' and r.claimed_public_key = coalesce(p ->> 'publicKey', '')
      and coalesce(p ->> 'proofHash', r.proof_hash) is not distinct from r.proof_hash then
    return with_start('{"outcome": "COMMITTED"}', running_start('REQUEST', r.id));
  end if;
  -- A freeze waits for this claim, or is seen by it.
  perform 1 from customers where id = (select customer_id from internal_accounts where id = r.account_id) for share;
  v_provider_body := coalesce(p ->> 'providerBody', r.provider_body);
  v_code := case
    when r.status is distinct from 'OPEN' then 'UNAUTHORIZED'
    when r.expires_at <= service_now() then 'UNAUTHORIZED'
    when r.operation in ('OTP_LOGIN', 'PASSKEY_LOGIN', 'OAUTH_LOGIN') and exists (
      select 1 from credentials where id = r.credential_id and revoked_at is not null) then 'AUTH_METHOD_NOT_FOUND'
    when not may_stamp(r, p ->> 'publicKey') then 'WALLET_SIGNATURE_INVALID'
    when r.operation = 'OAUTH_LOGIN' and v_provider_body is null then 'UNAUTHORIZED'
    -- The mnemonic allows payments: a customer who may not pay, or has not logged in where that is asked, gets none.
    when r.operation = 'EXPORT' then (select coalesce(customer_payment_refusal(c), new_instrument_refusal(c))
      from internal_accounts a join customers c on c.id = a.customer_id where a.id = r.account_id)
  end;
  if v_code is null then v_code := frozen_request_refusal(r); end if;
  if v_code is null and r.operation in ('ADD_CREDENTIAL', 'REVOKE_CREDENTIAL', 'CONTACT_CHANGE') then
    v_code := credential_change_error(r);
  end if;
  if v_code is null and r.operation in ('CREATE_DELEGATED_KEY', 'ACTIVATE_DELEGATED_KEY') then
    v_code := delegated_key_claim_error(r);
  end if;
  if v_code is null and p ->> 'counter' is not null then
    -- The signature counter of a passkey must increase; one without a counter stays at zero.
    update credentials set counter = (p ->> 'counter')::bigint where id = r.credential_id
      and revoked_at is null and (counter < (p ->> 'counter')::bigint or (counter = 0 and p ->> 'counter' = '0'));
    if not found then v_code := 'UNAUTHORIZED'; end if;
  end if;
  if v_code is not null then
    -- An identity token is not kept for a login that is refused.
    update requests set provider_body = null where id = r.id and status = 'OPEN' and provider_body is not null;
    return jsonb_build_object('outcome', 'REFUSED', 'code', v_code);
  end if;
  update requests set status = 'CLAIMED', claimed_at = service_now(),
    claimed_public_key = coalesce(p ->> 'publicKey', ''), provider_body = v_provider_body,
    stamp_header = p ->> 'stampHeader', stamp_value = p ->> 'stampValue',
    proof_hash = coalesce(p ->> 'proofHash', proof_hash), updated_at = service_now()
  where id = r.id;
  if r.stamp_rule in ('ANY_SESSION', 'SESSION_OF_ANOTHER_CREDENTIAL', 'THAT_SESSION') then
    perform unlock_credentials(r.account_id, null, 'a stamped operation');
  end if;
  perform add_timeline(r.platform_id, 'Request:' || r.id, 'CLAIMED', null, 'WALLET_PROVIDER', r.operation);
  return with_start('{"outcome": "COMMITTED"}',
    case when r.operation <> 'PRIVACY' then start_later(start_row('REQUEST', r.id)) end);
end $$;

-- The event of a wallet operation that has ended, in the transaction that records the end. Logins, refreshed sessions
-- and what is no operation of the interface have none. It has nothing secret, and no reason: that is the provider's text.
create or replace function emit_operation_end(r requests) returns void language sql as $$
  select emit_event(r.platform_id, 'WALLET_OPERATION.' || case r.status when 'FAILED' then 'FAILED' else 'COMPLETED' end,
    'Operation:' || r.id, jsonb_build_object('id', r.id, 'operation', r.operation, 'resource_id', o.resource_id,
      'error_code', r.result ->> 'code'))
  from (select case r.operation when 'ADD_CREDENTIAL' then r.intent ->> 'credentialId'
    when 'REVOKE_CREDENTIAL' then r.credential_id::text when 'REVOKE_SESSION' then r.session_id::text
    when 'EXPORT' then r.account_id::text end as resource_id) o where o.resource_id is not null;
$$;

-- A claimed request has failed terminally: what authorized it is deleted.
create or replace function fail_request(p_request uuid, p_code text, p_reason text) returns void language plpgsql as $$
declare r requests;
begin
  update requests set status = 'FAILED', result = jsonb_build_object('code', p_code, 'reason', p_reason),
    secret = null, provider_body = null, stamp_header = null, stamp_value = null, updated_at = service_now()
  where id = p_request and status = 'CLAIMED' returning * into r;
  if not found then return; end if;
  perform add_timeline(r.platform_id, 'Request:' || r.id, 'OPERATION_FAILED', null, null, null, jsonb_build_object('reason', p_reason));
  perform emit_operation_end(r);
end $$;

-- The provider keeps ten keys at most: an eleventh ends the oldest session in the same transaction.
-- Null for a credential that has been revoked since: that ends all its sessions, this one too.
create or replace function add_session(r requests, p jsonb) returns uuid language plpgsql as $$
declare
  c credentials;
  v_credential uuid := coalesce(r.credential_id, (select credential_id from sessions where id = r.session_id));
begin
  -- Serializes with a concurrent revocation.
  select * into c from credentials where id = v_credential for share;
  if c.revoked_at is not null then return null; end if;
  -- The provider has one session on a key: what was on this one before has ended there.
  update sessions set ended_at = service_now(), updated_at = service_now()
    where account_id = r.account_id and public_key = p ->> 'publicKey' and ended_at is null;
  insert into sessions (id, platform_id, account_id, credential_id, type, nickname, public_key, api_key_id, expires_at)
  values ((p ->> 'sessionId')::uuid, r.platform_id, r.account_id, c.id, c.type, c.nickname,
    p ->> 'publicKey', p ->> 'apiKeyId', (p ->> 'expiresAt')::timestamptz);
  update sessions set ended_at = service_now(), updated_at = service_now() where id in (
    select id from sessions where account_id = r.account_id and ended_at is null and expires_at > service_now()
    order by created_at desc, id offset 10);
  return (p ->> 'sessionId')::uuid;
end $$;

-- Records what the provider has done, by the kind of operation, once. A one-time code credential that
-- was added gets its first code, ordered here, within the rate of the wallet's earlier ones.
create or replace function record_operation(p jsonb) returns void language plpgsql as $$
declare
  r requests;
  i jsonb;
  v_result jsonb := '{}'::jsonb;
  v_session uuid;
  v_added credentials;
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
        perform start_otp_issuance(v_added.id, 1, true);
      end if;
    end if;
  elsif r.operation in ('CREATE_DELEGATED_KEY', 'ACTIVATE_DELEGATED_KEY') then
    if not record_delegated_key(r, p ->> 'reference') then
      perform fail_request(r.id, 'CONFLICT', 'The key was revoked, or the card no longer draws on the account');
      return;
    end if;
    v_result := jsonb_build_object('delegatedKeyId', i ->> 'delegatedKeyId');
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
      -- The UMA address was taken since the claim. The provider has the new contact already: keep it.
      perform update_customer(r.customer_id, (i -> 'fields') - 'umaAddress');
    end;
    update credentials c set contact = i ->> 'contact', nickname = i ->> 'contact', updated_at = service_now()
      from internal_accounts a where a.id = c.account_id and a.customer_id = r.customer_id
      and c.type = i ->> 'credentialType' and c.revoked_at is null;
  end if;
  update requests set status = 'SUCCEEDED', result = v_result, secret = null,
    provider_activity_id = coalesce(p ->> 'activityId', provider_activity_id), provider_body = null,
    stamp_header = null, stamp_value = null, updated_at = service_now() where id = r.id returning * into r;
  perform add_timeline(r.platform_id, 'Request:' || r.id, 'RECORDED', null, null, null);
  perform emit_operation_end(r);
end $$;

-- An operation without a provider call: claimed and recorded in one transaction.
create or replace function apply_local_request(p jsonb) returns jsonb language plpgsql as $$
declare v jsonb := claim_request(p);
begin
  if v ->> 'outcome' = 'COMMITTED' then perform record_operation(p); end if;
  return v;
end $$;

-- Deletes identity and verification tokens of requests that expired unclaimed.
create or replace function purge_expired_secrets() returns void language sql as $$
  update requests set provider_body = null, secret = null
  where status = 'OPEN' and (provider_body is not null or secret is not null) and expires_at <= service_now();
$$;

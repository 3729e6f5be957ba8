-- The refusal of a locked credential of one-time codes, or null. A hundred consecutive wrong codes lock it, until a
-- stamped operation of its wallet or the platform unlocks it; so do too many of its customer within an hour, which
-- nothing unlocks.
create or replace function locked_credential_refusal(c credentials) returns jsonb language sql volatile as $$
  select jsonb_build_object('outcome', 'REFUSED', 'code', 'ACCOUNT_LOCKED', 'details', jsonb_build_object(
    'failedAttempts', c.consecutive_failures, 'lockedUntil', case when c.consecutive_failures < 100 then free_at end,
    'suspended', c.consecutive_failures >= 100))
  from internal_accounts a, person_free_at('GUESS', customer_key(a.customer_id)) free_at
  where a.id = c.account_id and c.type in ('EMAIL_OTP', 'SMS_OTP')
    and (c.consecutive_failures >= 100 or free_at is not null);
$$;

-- Where the codes of a credential are sent.
create or replace function otp_recipient(c credentials) returns text language sql stable as $$
  select case c.type when 'EMAIL_OTP' then h.email else h.phone_number end
  from internal_accounts a join customers h on h.id = a.customer_id where a.id = c.account_id;
$$;

-- Orders code n of a credential within its rate limit, and its customer's. Null once ordered, else the seconds to wait.
create or replace function order_otp(c credentials, p_number integer, p_rate jsonb) returns integer language plpgsql as $$
declare
  v_gap interval := make_interval(secs => (p_rate ->> 'secondsPerCode')::integer);
  v_now timestamptz := service_now();
  v_allowed_at timestamptz := c.otp_arrival_at - v_gap * ((p_rate ->> 'burst')::integer - 1);
  v_customer uuid := (select customer_id from internal_accounts where id = c.account_id);
begin
  v_allowed_at := greatest(v_allowed_at, message_free_at(v_customer, otp_recipient(c)));
  if v_allowed_at > v_now then return ceil(extract(epoch from v_allowed_at - v_now)); end if;
  update credentials set otp_issuance = p_number, otp_arrival_at = greatest(c.otp_arrival_at, v_now) + v_gap
    where id = c.id;
  perform count_message(v_customer, otp_recipient(c));
  insert into otp_issuances (credential_id, number, status) values (c.id, p_number, 'PENDING');
  perform add_timeline(c.platform_id, 'AuthMethod:' || c.id, 'ONE_TIME_CODE_ORDERED', p_number,
    'WALLET_PROVIDER', 'ONE_TIME_CODE_SENT');
  return null;
end $$;

-- Orders issuance n, within the limits, or finds it: parallel challenges share one. No code is sent that a locked
-- credential could not take. With what its workflow is started with, while that is to send it: it is worth it for as
-- long as a code lives.
create or replace function issue_otp(p jsonb) returns jsonb language plpgsql as $$
declare
  c credentials;
  v_number integer := (p ->> 'number')::integer;
  v_wait integer;
begin
  select * into c from credentials
    where id = (p ->> 'credentialId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if c.otp_issuance >= v_number then
    return with_start('{"outcome": "COMMITTED"}', running_start('OTP_ISSUANCE', c.id, v_number));
  end if;
  if c.revoked_at is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'AUTH_METHOD_NOT_FOUND');
  end if;
  if c.otp_issuance <> v_number - 1 then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT');
  end if;
  if locked_credential_refusal(c) is not null then return locked_credential_refusal(c); end if;
  v_wait := order_otp(c, v_number, p);
  if v_wait is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'RATE_LIMITED', 'retryAfterSeconds', v_wait);
  end if;
  return with_start('{"outcome": "COMMITTED"}', start_otp_issuance(c.id, v_number));
end $$;

-- What starts the workflow that sends an ordered code: it is worth it for as long as a code lives.
create or replace function start_otp_issuance(p_credential uuid, p_number integer, p_is_due boolean default false) returns jsonb
language sql volatile as $$
  select start_later(start_row('OTP_ISSUANCE', c.id, p_number), p_is_due, service_now() + make_interval(secs =>
    coalesce((p.embedded_wallet_config ->> 'expirationSeconds')::integer, 300)))
  from credentials c join platforms p on p.id = c.platform_id where c.id = p_credential;
$$;

-- A code that was not sent while it was worth it fails, so that another one can be asked for at once: it does not count
-- towards the rate. Where its run is at work all the same, the code that it sends is not accepted.
create or replace function give_up_otp_issuance(p_credential uuid, p_number integer) returns void language plpgsql as $$
begin
  if not needs_workflow('OTP_ISSUANCE', p_credential, p_number) then return; end if;
  perform settle_otp_issuance(p_credential, p_number, null, null, 0, 'It could not be sent in time.');
  update credentials set otp_arrival_at = service_now() where id = p_credential and otp_arrival_at > service_now();
end $$;

-- Records that the provider has sent the code or refused to.
create or replace function settle_otp_issuance(p_credential uuid, p_number integer, p_otp_id text, p_bundle text,
  p_lifetime_seconds integer, p_failure text) returns void language plpgsql as $$
declare v_platform uuid;
begin
  update otp_issuances set status = case when p_failure is null then 'SETTLED' else 'FAILED' end,
    otp_id = p_otp_id, target_bundle = p_bundle, failure = p_failure, updated_at = service_now(),
    expires_at = service_now() + make_interval(secs => p_lifetime_seconds)
  where credential_id = p_credential and number = p_number and status = 'PENDING';
  if not found then return; end if;
  select platform_id into v_platform from credentials where id = p_credential;
  perform add_timeline(v_platform, 'AuthMethod:' || p_credential,
    case when p_failure is null then 'ONE_TIME_CODE_SENT' else 'ONE_TIME_CODE_FAILED' end,
    p_number, 'CUSTOMER', 'ONE_TIME_CODE', jsonb_strip_nulls(jsonb_build_object('reason', p_failure)));
end $$;

-- Reserves one attempt before the provider is called, with what its workflow is started with. The refusal of a locked
-- credential has the details of the lock.
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
    return with_start('{"outcome": "COMMITTED"}', running_start('OTP_VERIFICATION', v_id));
  end if;
  select * into i from otp_issuances where credential_id = c.id and number = (p ->> 'number')::integer for update;
  if locked_credential_refusal(c) is not null then return locked_credential_refusal(c); end if;
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
  perform add_timeline(c.platform_id, 'Request:' || v_id, 'ONE_TIME_CODE_SUBMITTED', i.attempts + 1,
    'WALLET_PROVIDER', 'ONE_TIME_CODE_CHECK');
  return with_start('{"outcome": "COMMITTED"}', start_later(start_row('OTP_VERIFICATION', v_id)));
end $$;

-- Accepts a correct code: the issuance is spent and the signed-retry challenge is opened.
create or replace function accept_otp(p jsonb) returns jsonb language plpgsql as $$
declare
  v otp_verifications;
  c credentials;
  r requests;
begin
  select * into v from otp_verifications where id = (p ->> 'verificationId')::uuid for update;
  if v.status = 'SETTLED' then
    select * into r from requests where id = v.request_id;
    return to_jsonb(r);
  end if;
  select * into c from credentials where id = v.credential_id for update;
  insert into requests (id, platform_id, account_id, credential_id, operation, method, path, body_hash,
    payload_to_sign, required_public_key, secret, status, expires_at)
  values ((p ->> 'requestId')::uuid, v.platform_id, c.account_id, c.id, 'OTP_LOGIN', 'POST', v.request_path,
    v.request_hash, p ->> 'payloadToSign', p ->> 'publicKey', p ->> 'verificationToken', 'OPEN',
    service_now() + make_interval(secs => (p ->> 'lifetimeSeconds')::integer))
  returning * into r;
  update otp_verifications set status = 'SETTLED', request_id = r.id, body = null, encrypted_bundle = '',
    updated_at = service_now() where id = v.id;
  update otp_issuances set spent_at = service_now() where credential_id = v.credential_id and number = v.issuance_number;
  update credentials set consecutive_failures = 0 where id = c.id;
  perform add_timeline(v.platform_id, 'Request:' || v.id, 'ONE_TIME_CODE_ACCEPTED', null, 'CUSTOMER', 'SIGNED_RETRY');
  return to_jsonb(r);
end $$;

-- Refuses a code; a wrong one counts towards the lock of the credential.
create or replace function refuse_otp(p_verification uuid, p_code text, p_reason text, p_is_wrong_code boolean)
returns void language plpgsql as $$
declare v otp_verifications;
begin
  update otp_verifications set status = 'REFUSED', body = null, encrypted_bundle = '', updated_at = service_now(),
    refusal = jsonb_build_object('code', p_code, 'reason', p_reason)
  where id = p_verification and status = 'PENDING' returning * into v;
  if not found then return; end if;
  if p_is_wrong_code then
    update credentials set consecutive_failures = consecutive_failures + 1 where id = v.credential_id;
    perform count_person('GUESS', customer_key(a.customer_id))
      from credentials c join internal_accounts a on a.id = c.account_id where c.id = v.credential_id;
  end if;
  perform add_timeline(v.platform_id, 'Request:' || v.id, 'ONE_TIME_CODE_REFUSED', null, 'CUSTOMER', 'ANOTHER_CODE',
    jsonb_build_object('reason', p_reason));
end $$;

-- Unlocks credentials of a wallet, or one of them.
create or replace function unlock_credentials(p_account uuid, p_credential uuid, p_by text) returns void language plpgsql as $$
declare c credentials;
begin
  for c in select * from credentials where account_id = p_account and consecutive_failures > 0
      and (p_credential is null or id = p_credential) order by id for update loop
    update credentials set consecutive_failures = 0 where id = c.id;
    if c.consecutive_failures >= 100 then
      perform add_timeline(c.platform_id, 'AuthMethod:' || c.id, 'UNLOCKED', null, 'CUSTOMER', 'NEW_CODE',
        jsonb_build_object('by', p_by));
    end if;
  end loop;
end $$;

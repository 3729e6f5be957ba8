-- An internal account as the API and the events show it, before its currency is spelled out.
create view internal_account_views as
select a.id, a.platform_id, a.customer_id, a.type, a.currency, a.status, a.private_enabled,
  b.posted - b.pending_out as spendable, b.posted + b.pending_in as total, a.created_at, a.updated_at
from internal_accounts a join ledger_balances b on b.account_id = a.id;

create function open_internal_account(p_id uuid, p_platform uuid, p_customer uuid, p_type text,
  p_currency text, p_status text) returns void language sql as $$
  insert into ledger_accounts (id, kind, currency, has_floor) values (p_id, 'HOLDER', p_currency, true);
  insert into ledger_balances (account_id) values (p_id);
  insert into internal_accounts (id, platform_id, customer_id, type, currency, status)
  values (p_id, p_platform, p_customer, p_type, p_currency, p_status);
$$;

-- The head of customerOnboarding: the customer, its accounts and its EMAIL_OTP credential.
create function create_customer(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  v_id uuid := (p ->> 'id')::uuid;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_account jsonb;
begin
  select * into c from customers where id = v_id and platform_id = v_platform;
  if found then
    return jsonb_build_object('outcome', 'MOVED');
  end if;
  if p ->> 'key' is not null and claim_key(v_platform, 'createCustomer', p ->> 'key',
       decode(p ->> 'requestHash', 'hex'), v_id) = 'OTHER' then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST');
  end if;
  begin
    insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, email,
      phone_number, region, currencies, profile, identity_number, kyc_status)
    values (v_id, v_platform, p ->> 'platformCustomerId', p ->> 'customerType', p ->> 'umaAddress',
      p ->> 'email', p ->> 'phoneNumber', p ->> 'region',
      (select array_agg(x) from jsonb_array_elements_text(p -> 'currencies') x), p -> 'profile',
      p ->> 'identityNumber', p ->> 'kycStatus') returning * into c;
  exception when unique_violation then
    -- Only a success binds a key.
    delete from idempotency_keys where platform_id = v_platform and operation = 'createCustomer'
      and key = p ->> 'key';
    return jsonb_build_object('outcome', 'REFUSED', 'code',
      case when exists (select 1 from customers where platform_id = v_platform
             and platform_customer_id = p ->> 'platformCustomerId' and not is_deleted)
           then 'CONFLICT' else 'UMA_ADDRESS_EXISTS' end);
  end;
  for v_account in select * from jsonb_array_elements(p -> 'accounts') loop
    perform open_internal_account((v_account ->> 'id')::uuid, v_platform, v_id, v_account ->> 'type',
      v_account ->> 'currency', case v_account ->> 'type' when 'EMBEDDED_WALLET' then 'PENDING' else 'ACTIVE' end);
    if v_account ->> 'type' = 'EMBEDDED_WALLET' then
      insert into wallets (account_id) values ((v_account ->> 'id')::uuid);
      if p ->> 'email' is not null then
        insert into credentials (id, platform_id, account_id, type, nickname, contact)
        values ((p ->> 'credentialId')::uuid, v_platform, (v_account ->> 'id')::uuid, 'EMAIL_OTP',
          p ->> 'email', p ->> 'email');
      end if;
    end if;
  end loop;
  if c.kyc_status in ('APPROVED', 'REJECTED', 'PENDING') then
    perform emit_event(v_platform, 'CUSTOMER.KYC_' || c.kyc_status, 'Customer:' || v_id, to_jsonb(c) - 'identity_number');
  end if;
  perform add_timeline(v_platform, 'Customer:' || v_id, 'created', 1, 'wallet provider', 'the wallet');
  return jsonb_build_object('outcome', 'MOVED');
end $$;

create function activate_wallet(p_account uuid, p_sub_organization text, p_user text, p_wallet text, p_address text)
returns void language plpgsql as $$
declare a internal_account_views;
begin
  update wallets set sub_organization_id = p_sub_organization, provider_user_id = p_user,
    provider_wallet_id = p_wallet, address = p_address, provisioned_at = service_now()
  where account_id = p_account and provisioned_at is null;
  if not found then return; end if;
  update internal_accounts set status = 'ACTIVE', updated_at = service_now() where id = p_account;
  select * into a from internal_account_views where id = p_account;
  perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.STATUS_UPDATED', 'InternalAccount:' || a.id, to_jsonb(a));
  perform add_timeline(a.platform_id, 'Customer:' || a.customer_id, 'wallet provisioned', null, null, null);
end $$;

-- The head of otpIssuance: inserts issuance n, within the limits. Parallel challenges share one.
create function issue_otp(p jsonb) returns jsonb language plpgsql as $$
declare
  c credentials;
  v_number integer := (p ->> 'number')::integer;
  v_gap interval := make_interval(secs => (p ->> 'secondsPerCode')::integer);
  v_now timestamptz := service_now();
  v_allowed_at timestamptz;
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
  v_allowed_at := c.otp_arrival_at - v_gap * ((p ->> 'burst')::integer - 1);
  if v_allowed_at > v_now then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'RATE_LIMITED', 'retryAfterSeconds',
      ceil(extract(epoch from v_allowed_at - v_now)));
  end if;
  update credentials set otp_issuance = v_number, otp_arrival_at = greatest(c.otp_arrival_at, v_now) + v_gap
    where id = c.id;
  insert into otp_issuances (credential_id, number, status) values (c.id, v_number, 'PENDING');
  perform add_timeline(c.platform_id, 'AuthMethod:' || c.id, 'one-time code ordered', v_number,
    'wallet provider', 'the mail');
  return jsonb_build_object('outcome', 'MOVED');
end $$;

create function settle_otp_issuance(p_credential uuid, p_number integer, p_otp_id text, p_bundle text,
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
    case when p_failure is null then 'one-time code sent' else 'one-time code failed: ' || p_failure end,
    p_number, 'customer', 'the code');
end $$;

-- The head of otpVerification: reserves one attempt before the provider is asked.
create function reserve_otp_attempt(p jsonb) returns jsonb language plpgsql as $$
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
  if c.consecutive_failures >= 100 then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'ACCOUNT_LOCKED');
  end if;
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

-- The code was right: the issuance is spent and the signed-retry challenge stands.
create function accept_otp(p jsonb) returns jsonb language plpgsql as $$
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
  perform add_timeline(v.platform_id, 'Request:' || v.id, 'code accepted', null, 'customer', 'the signed retry');
  return to_jsonb(r);
end $$;

create function refuse_otp(p_verification uuid, p_code text, p_reason text, p_is_wrong_code boolean)
returns void language plpgsql as $$
declare v otp_verifications;
begin
  update otp_verifications set status = 'REFUSED', body = null, encrypted_bundle = '', updated_at = service_now(),
    refusal = jsonb_build_object('code', p_code, 'reason', p_reason)
  where id = p_verification and status = 'PENDING' returning * into v;
  if not found then return; end if;
  if p_is_wrong_code then
    update credentials set consecutive_failures = consecutive_failures + 1 where id = v.credential_id;
  end if;
  perform add_timeline(v.platform_id, 'Request:' || v.id, 'code refused: ' || p_reason, null, 'customer', 'another code');
end $$;

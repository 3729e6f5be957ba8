-- Whether a customer can log in: by a verified phone number or an enrolled factor.
create or replace function has_sca_factor(c customers) returns boolean language sql stable as $$
  select c.phone_number is not null and c.phone_verified_at is not null
    or exists (select 1 from sca_factors where customer_id = c.id and status = 'ACTIVE');
$$;

-- The refusal of a change of factors, or of the phone number (SMS_OTP), or null. It takes a login of just now,
-- or a reset of that factor whose person has been recognized. The first factor of a customer who has
-- none takes neither, because there is nothing to log in with: its contacts must be verified. One who is frozen gets
-- none.
create or replace function factor_change_refusal(c customers, p_factor text) returns jsonb language sql volatile as $$
  select case
    when is_frozen(c.id) then '{"outcome": "REFUSED", "code": "USER_NOT_READY"}'::jsonb
    when has_fresh_sca_session(c.id) then null
    when exists (select 1 from sca_resets r where r.customer_id = c.id and r.factor = p_factor
      and (r.enrollment_status = 'PENDING' and r.completed_at > service_now() - interval '24 hours'
        or p_factor = 'SMS_OTP' and r.status = 'LIVENESS_PASSED' and r.expires_at > service_now())) then null
    when has_sca_factor(c) then jsonb_build_object('outcome', 'REFUSED', 'code', 'SCA_SESSION_REQUIRED')
    when p_factor <> 'SMS_OTP' and unverified_contacts(c) <> '{}' then jsonb_build_object('outcome', 'REFUSED',
      'code', 'CONFLICT', 'reason', 'The contacts of the customer must be verified first.')
    end;
$$;

-- The refusal of a new phone number, where strong authentication is demanded of the customer; null for
-- none, and for the number that it has.
create or replace function phone_change_refusal(c customers, p_phone text) returns jsonb language sql volatile as $$
  select case when p_phone <> coalesce(c.phone_number, '') and is_in_sca_region(c.region)
    then factor_change_refusal(c, 'SMS_OTP') end;
$$;

-- Begins an enrolment: what the customer must prove to have. A later start replaces it. `id`, `customerId`,
-- `type`; TOTP: `secret`, encrypted; PASSKEY: `registrationChallenge`, hexadecimal.
create or replace function start_sca_enrollment(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  v_refusal jsonb;
begin
  select * into c from customers where id = (p ->> 'customerId')::uuid and platform_id = (p ->> 'platformId')::uuid
    for no key update;
  if p ->> 'type' = 'PASSKEY' and exists (select 1 from sca_factors where customer_id = c.id and type = 'PASSKEY'
      and status = 'ACTIVE') then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'PASSKEY_ALREADY_ENROLLED');
  end if;
  v_refusal := factor_change_refusal(c, p ->> 'type');
  if v_refusal is not null then return v_refusal; end if;
  delete from sca_factors where customer_id = c.id and type = p ->> 'type' and status = 'PENDING';
  insert into sca_factors (id, platform_id, customer_id, type, status, secret, registration_challenge, expires_at)
  values ((p ->> 'id')::uuid, c.platform_id, c.id, p ->> 'type', 'PENDING', p ->> 'secret',
    decode(p ->> 'registrationChallenge', 'hex'), service_now() + interval '15 minutes');
  return jsonb_build_object('outcome', 'COMMITTED');
end $$;

-- Ends an enrolment with its proof, which is judged like any other (see `answer_sca_challenge`), but for
-- this: a right one does not clear the counter, because it proves nothing that was there before. A new
-- TOTP secret replaces the old one and its recovery codes, whose hashes (hexadecimal) are in `recoveryCodes`.
create or replace function confirm_sca_enrollment(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  l sca_lockouts;
  f sca_factors;
begin
  select * into c from customers where id = (p ->> 'customerId')::uuid for no key update;
  l := lock_sca_lockout(c.id);
  if sca_locked(l) is not null then return sca_locked(l); end if;
  select * into f from sca_factors where id = (p ->> 'factorId')::uuid and customer_id = c.id and status = 'PENDING'
    and expires_at > service_now() for update;
  if not found then return jsonb_build_object('outcome', 'EXPIRED'); end if;
  if f.type = 'PASSKEY' and exists (select 1 from sca_factors where customer_id = c.id and type = 'PASSKEY'
      and status = 'ACTIVE') then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'PASSKEY_ALREADY_ENROLLED');
  end if;
  if factor_change_refusal(c, f.type) is not null then return factor_change_refusal(c, f.type); end if;
  if not (p ->> 'isRight')::boolean then
    return jsonb_build_object('outcome', 'WRONG') || count_wrong_proof(c.id);
  end if;
  delete from sca_factors where customer_id = c.id and type = f.type and status = 'ACTIVE';
  update sca_factors set status = 'ACTIVE', expires_at = null, registration_challenge = null,
    last_step = coalesce((p ->> 'step')::bigint, 0), name = p ->> 'name', credential_id = p ->> 'credentialId',
    public_key = p ->> 'publicKey', counter = coalesce((p ->> 'counter')::bigint, 0), rp_id = p ->> 'rpId',
    transports = array(select jsonb_array_elements_text(coalesce(p -> 'transports', '[]')))
  where id = f.id;
  if f.type = 'TOTP' then
    delete from sca_recovery_codes where customer_id = c.id;
    insert into sca_recovery_codes (customer_id, code_hash)
    select c.id, decode(x, 'hex') from jsonb_array_elements_text(p -> 'recoveryCodes') x;
  end if;
  update sca_resets set enrollment_status = 'COMPLETED', updated_at = service_now()
  where customer_id = c.id and factor = f.type and enrollment_status = 'PENDING';
  return jsonb_build_object('outcome', 'OK');
end $$;

-- Deletes a passkey. Refused: REFERENCE_NOT_FOUND, SCA_SESSION_REQUIRED, and CONFLICT for the last factor.
create or replace function delete_sca_passkey(p_platform uuid, p_customer uuid, p_credential text) returns jsonb
language plpgsql as $$
declare
  c customers;
  v_factor uuid;
begin
  select * into c from customers where id = p_customer and platform_id = p_platform for no key update;
  select id into v_factor from sca_factors where customer_id = c.id and type = 'PASSKEY' and status = 'ACTIVE'
    and credential_id = p_credential;
  if v_factor is null then return jsonb_build_object('outcome', 'REFUSED', 'code', 'REFERENCE_NOT_FOUND'); end if;
  if not has_fresh_sca_session(c.id) then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'SCA_SESSION_REQUIRED');
  end if;
  if c.phone_verified_at is null and not exists (select 1 from sca_factors where customer_id = c.id
      and status = 'ACTIVE' and id <> v_factor) then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT',
      'reason', 'It is the last factor of the customer: enrol another one first.');
  end if;
  delete from sca_factors where id = v_factor;
  return jsonb_build_object('outcome', 'COMMITTED');
end $$;

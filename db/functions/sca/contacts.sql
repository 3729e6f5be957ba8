-- The contacts of a customer that must be verified and are not: EMAIL, PHONE. Empty outside the regions
-- of strong customer authentication.
create or replace function unverified_contacts(c customers) returns text[] language sql stable as $$
  select case when is_in_sca_region(c.region) then array_remove(array[
    case when c.email is not null and c.email_verified_at is null then 'EMAIL' end,
    case when c.phone_number is not null and c.phone_verified_at is null then 'PHONE' end], null) else '{}' end;
$$;

-- As customers are shown: the contacts that must be verified, each PENDING or VERIFIED; null if none.
create or replace function contact_verification(c customers) returns jsonb language sql stable as $$
  select case when is_in_sca_region(c.region) then nullif(jsonb_strip_nulls(jsonb_build_object(
    'email', case when c.email is not null then case when c.email_verified_at is null then 'PENDING' else 'VERIFIED' end end,
    'phone', case when c.phone_number is not null then case when c.phone_verified_at is null then 'PENDING' else 'VERIFIED' end end
  )), '{}') end;
$$;

-- Opens the verification of a contact and has its code sent. Refused: CONFLICT where nothing is to be
-- verified; RATE_LIMITED within 60 seconds of the last code, and after five codes in 24 hours.
create or replace function open_contact_verification(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  v_purpose text := p ->> 'purpose';
  v_contact text;
  v_at timestamptz[];
  v_free_at timestamptz;
  v_opened jsonb;
begin
  -- Parallel requests for codes of one customer are counted one after the other.
  select * into c from customers where id = (p ->> 'customerId')::uuid and platform_id = (p ->> 'platformId')::uuid
    for no key update;
  v_contact := case v_purpose when 'VERIFY_EMAIL' then c.email else c.phone_number end;
  if v_contact is null or not unverified_contacts(c) @> array[replace(v_purpose, 'VERIFY_', '')] then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT', 'reason', case
      when not is_in_sca_region(c.region) then 'No verification is demanded in the region of this customer.'
      when v_contact is null then 'The customer has no such contact.' else 'The contact is verified already.' end);
  end if;
  v_at := array(select created_at from sca_challenges where customer_id = c.id and purpose = v_purpose
    and created_at > service_now() - interval '24 hours' order by created_at desc limit 5);
  v_free_at := greatest(v_at[1] + interval '60 seconds', v_at[5] + interval '24 hours');
  if v_free_at > service_now() then return rate_limited_until(v_free_at, 'A code was sent already; ask for another one later.'); end if;
  v_opened := open_sca_challenge(p || jsonb_build_object('recipient', v_contact,
    'factor', case v_purpose when 'VERIFY_EMAIL' then 'EMAIL_OTP' else 'SMS_OTP' end, 'lifetimeSeconds', 600));
  if v_opened ->> 'outcome' = 'REFUSED' then return v_opened; end if;
  update sca_challenges set voided_at = service_now()
  where customer_id = c.id and purpose = v_purpose and satisfied_at is null and voided_at is null
    and created_at > service_now() - interval '24 hours' and id <> (v_opened #>> '{challenge,id}')::uuid;
  return v_opened;
end $$;

-- A refusal that says, in whole seconds, when the same request will be accepted.
create or replace function rate_limited_until(p_at timestamptz, p_reason text) returns jsonb language sql stable as $$
  select jsonb_build_object('outcome', 'REFUSED', 'code', 'RATE_LIMITED', 'reason', p_reason,
    'retryAfterSeconds', greatest(1, ceil(extract(epoch from p_at - service_now())))::integer);
$$;

-- Judges the code of a contact's verification. A wrong one counts against the challenge alone.
-- OK: the contact is verified. WRONG, EXPIRED: there is no such open challenge any more.
create or replace function confirm_contact(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  s sca_challenges;
begin
  select * into c from customers where id = (p ->> 'customerId')::uuid for no key update;
  select * into s from sca_challenges where id = (p ->> 'challengeId')::uuid and customer_id = c.id
    and purpose = p ->> 'purpose' for update;
  if not is_open_challenge(s) or s.recipient is distinct from
      (case s.purpose when 'VERIFY_EMAIL' then c.email else c.phone_number end) then
    return jsonb_build_object('outcome', 'EXPIRED');
  end if;
  if not (p ->> 'isRight')::boolean then
    update sca_challenges set attempts = attempts + 1 where id = s.id;
    return jsonb_build_object('outcome', 'WRONG');
  end if;
  update sca_challenges set satisfied_at = service_now() where id = s.id;
  update customers set updated_at = service_now(),
    email_verified_at = case s.purpose when 'VERIFY_EMAIL' then service_now() else email_verified_at end,
    phone_verified_at = case s.purpose when 'VERIFY_PHONE' then service_now() else phone_verified_at end
  where id = c.id;
  return jsonb_build_object('outcome', 'OK');
end $$;

-- What a change of a customer takes with it: codes that were sent to an old contact, and the sessions of
-- a customer whose phone number has changed, who has left the regions or was deleted. Called by the
-- trigger of customers, for every change.
create or replace function void_proofs_of_customer(p_old customers, p_new customers) returns void
language plpgsql as $$
declare
  v_ends boolean := p_new.phone_number is distinct from p_old.phone_number or p_new.is_deleted
    or not is_in_sca_region(p_new.region);
  v_reset sca_resets;
begin
  -- First the challenges: a login that is being completed is waited for, and its session is seen below.
  update sca_challenges set voided_at = service_now()
  where customer_id = p_new.id and satisfied_at is null and voided_at is null
    and created_at > service_now() - interval '24 hours' and (v_ends and purpose = 'LOGIN'
      or p_new.email is distinct from p_old.email and recipient = p_old.email
      or p_new.phone_number is distinct from p_old.phone_number and recipient = p_old.phone_number);
  if v_ends then perform end_sca_sessions(p_new.id); end if;
  if p_new.phone_number is distinct from p_old.phone_number then
    -- A reset of the number allows one change of it.
    for v_reset in
      update sca_resets set status = 'COMPLETED', completed_at = service_now(), updated_at = service_now()
      where customer_id = p_new.id and factor = 'SMS_OTP' and status = 'LIVENESS_PASSED' returning *
    loop
      perform note_sca_reset(v_reset);
    end loop;
  end if;
end $$;

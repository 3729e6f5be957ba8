-- Whether the customer has logged in with strong authentication within the last 180 days.
create or replace function has_live_sca_session(p_customer uuid) returns boolean language sql volatile as $$
  select exists (select 1 from sca_sessions where customer_id = p_customer and ended_at is null
    and expires_at > service_now());
$$;

-- Whether it has logged in just now: what changes how it logs in takes a proof of the day, not one of half a year.
create or replace function has_fresh_sca_session(p_customer uuid) returns boolean language sql volatile as $$
  select exists (select 1 from sca_sessions where customer_id = p_customer and ended_at is null
    and created_at > service_now() - interval '15 minutes');
$$;

-- Why the customer may not be given a new means to pay with (a card, a key that signs for its wallet, the wallet's words):
-- USER_NOT_READY while it is frozen; SCA_SESSION_REQUIRED where strong authentication is asked of it and it has not
-- logged in; null if it may.
create or replace function new_instrument_refusal(c customers) returns text language sql volatile as $$
  select case when is_frozen(c.id) then 'USER_NOT_READY' when is_in_sca_region(c.region) and not has_live_sca_session(c.id) then 'SCA_SESSION_REQUIRED' end;
$$;

-- The refusal of a region outside of those where strong authentication is asked of the customer, or null. It takes the
-- customer's own login, or an operator's decision about it of the last seven days.
create or replace function region_change_refusal(c customers, p_region text) returns jsonb language sql volatile as $$
  select jsonb_build_object('outcome', 'REFUSED', 'code', 'SCA_SESSION_REQUIRED',
    'reason', 'The customer must log in to leave its region; without a factor an operator decides.')
  where p_region is not null and is_in_sca_region(c.region) and not is_in_sca_region(p_region)
    and not has_fresh_sca_session(c.id) and not exists (select 1 from sca_region_releases r
      where r.customer_id = c.id and r.created_at > service_now() - interval '7 days');
$$;

-- The refusal of another UMA address, to which senders pay: another customer may take the old one, and what is sent to it.
create or replace function uma_change_refusal(c customers, p_address text) returns jsonb language sql volatile as $$
  select jsonb_build_object('outcome', 'REFUSED', 'code', r.code) from (select new_instrument_refusal(c) as code) r
  where p_address <> c.uma_address and r.code is not null;
$$;

-- Why a customer is not changed so without a proof of its own; null if it may be. p: the members that change.
create or replace function customer_change_refusal(c customers, p jsonb) returns jsonb language sql volatile as $$
  select coalesce(phone_change_refusal(c, p ->> 'phoneNumber'), region_change_refusal(c, p ->> 'region'),
    uma_change_refusal(c, p ->> 'umaAddress'));
$$;

-- An operator's decision that a customer may leave its region without a login, after checks of their own.
create or replace function release_sca_region(p_customer uuid, p_by text, p_reason text) returns boolean
language plpgsql as $$
declare c customers;
begin
  select * into c from customers where id = p_customer and not is_deleted for no key update;
  if c.id is null or not is_in_sca_region(c.region) then return false; end if;
  insert into sca_region_releases (customer_id, released_by, reason) values (c.id, p_by, p_reason)
  on conflict (customer_id) do update set released_by = excluded.released_by, reason = excluded.reason,
    created_at = service_now();
  perform add_timeline(c.platform_id, 'Customer:' || c.id, 'DECIDED', null, null, null,
    jsonb_build_object('by', p_by, 'decision', 'release region', 'reason', p_reason));
  return true;
end $$;

create or replace function end_sca_sessions(p_customer uuid) returns void language sql as $$
  update sca_sessions set ended_at = service_now()
  where customer_id = p_customer and ended_at is null;
$$;

-- Judges the proof of a login; OK has the instant at which the new session ends.
create or replace function complete_sca_login(p jsonb) returns jsonb language plpgsql as $$
declare
  v jsonb;
  v_expires_at timestamptz := service_now() + interval '180 days';
begin
  -- What ends sessions has been there before, or waits and finds this one.
  perform 1 from customers c where id = (p ->> 'customerId')::uuid and not is_deleted and is_in_sca_region(c.region)
    for share;
  if not found then return jsonb_build_object('outcome', 'EXPIRED'); end if;
  v := answer_sca_challenge(p || '{"purpose": "LOGIN"}');
  if v ->> 'outcome' <> 'OK' then return v; end if;
  insert into sca_sessions (id, platform_id, customer_id, factor, end_user_ip_address, expires_at)
  values (gen_random_uuid(), (p ->> 'platformId')::uuid, (p ->> 'customerId')::uuid, p ->> 'factor',
    p ->> 'endUserIpAddress', v_expires_at);
  delete from sca_arrivals where customer_id = (p ->> 'customerId')::uuid;
  return v || jsonb_build_object('sessionExpiresAt', v_expires_at);
end $$;

-- Records what the platform's own login has seen. A wrong password counts as a wrong proof; a completed
-- reset of the password clears the counter, a suspension too, and ends all sessions. The wrong proofs of the last hour
-- are not forgotten.
create or replace function record_security_event(p_customer uuid, p_type text) returns jsonb language plpgsql as $$
declare l sca_lockouts := lock_sca_lockout(p_customer);
begin
  if p_type = 'RESET_PASSWORD_COMPLETED' then
    perform clear_sca_lockout(p_customer);
    perform end_sca_sessions(p_customer);
    return jsonb_build_object('outcome', 'OK') || (select sca_lockout_row(x) from sca_lockouts x where customer_id = p_customer);
  end if;
  if sca_locked(l) is not null then return sca_locked(l); end if;
  return jsonb_build_object('outcome', 'OK') || count_sca_failure(p_customer);
end $$;

-- Opens the challenge of a login. While the code of an earlier one is valid, that one is sent again: the
-- challenge stays the same. The argument is that of `open_sca_challenge`. Refused with CONFLICT: the
-- number is not the customer's verified one any more.
create or replace function start_sca_login(p jsonb) returns jsonb language plpgsql as $$
declare
  v_customer uuid := (p ->> 'customerId')::uuid;
  v_challenge uuid;
  c customers;
begin
  -- Parallel starts of one customer share a challenge; a change of its phone number waits, or is seen.
  select * into c from customers where id = v_customer for no key update;
  if p ->> 'factor' = 'SMS_OTP' then
    if c.phone_verified_at is null or c.phone_number is distinct from p ->> 'recipient' then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT',
        'reason', 'The customer has no verified phone number.');
    end if;
    select s.id into v_challenge from sca_challenges s where s.customer_id = v_customer and s.purpose = 'LOGIN'
      and s.created_at > service_now() - interval '5 minutes' and s.factor = 'SMS_OTP'
      and s.recipient = p ->> 'recipient' and is_open_challenge(s) order by s.created_at desc limit 1;
    if v_challenge is not null then return resend_code(v_challenge); end if;
  else
    update sca_challenges set voided_at = service_now() where customer_id = v_customer and purpose = 'LOGIN'
      and created_at > service_now() - interval '5 minutes' and factor = p ->> 'factor'
      and satisfied_at is null and voided_at is null;
  end if;
  return open_sca_challenge(p || '{"purpose": "LOGIN"}');
end $$;

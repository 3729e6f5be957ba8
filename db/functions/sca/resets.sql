-- What has become of a reset, on its timeline: who must act next. Its completion is signalled to its workflow.
create or replace function note_sca_reset(r sca_resets) returns void language plpgsql as $$
begin
  perform add_timeline(r.platform_id, 'ScaReset:' || r.id, 'RESET_' || r.status, null, w.party, w.reason)
  from (select 1) x left join (values ('INITIATED', 'VERIFICATION_VENDOR', 'LIVENESS_PAGE'),
    ('PENDING_REVIEW', 'CUSTOMER', 'LIVENESS'), ('LIVENESS_PASSED', 'PLATFORM', 'RESET_COMPLETION'),
    ('COMPLETED', 'CUSTOMER', case r.factor when 'SMS_OTP' then 'NEW_NUMBER' else 'NEW_FACTOR' end))
    w(status, party, reason) on w.status = r.status;
  if r.status = 'COMPLETED' then perform signal_later(r.platform_id, 'SCA_RESET', r.id, 'resetCompleted'); end if;
end $$;

-- Begins the reset of a factor, five in 24 hours for a customer. It ends after 24 hours. Repeated, it answers the same.
create or replace function start_sca_reset(p jsonb) returns jsonb language plpgsql as $$
declare
  r sca_resets;
  v_customer uuid := (p ->> 'customerId')::uuid;
  v_fifth timestamptz;
  v_start jsonb;
begin
  -- Parallel starts are counted one after the other.
  perform 1 from customers where id = v_customer and platform_id = (p ->> 'platformId')::uuid and not is_deleted
    for no key update;
  if not found then return jsonb_build_object('outcome', 'REFUSED', 'code', 'USER_NOT_FOUND'); end if;
  select * into r from sca_resets where id = (p ->> 'resetId')::uuid;
  if not found then
    select created_at into v_fifth from sca_resets where customer_id = v_customer
      and created_at > service_now() - interval '24 hours' order by created_at desc offset 4 limit 1;
    if v_fifth is not null then
      return rate_limited_until(v_fifth + interval '24 hours', 'Five resets were started within 24 hours.');
    end if;
    insert into sca_resets (id, platform_id, customer_id, factor, status, expires_at)
    values ((p ->> 'resetId')::uuid, (p ->> 'platformId')::uuid, v_customer, p ->> 'factor', 'INITIATED',
      service_now() + interval '24 hours') returning * into r;
    perform note_sca_reset(r);
    v_start := start_later(start_row('SCA_RESET', r.id));
  end if;
  return with_start('{"outcome": "COMMITTED"}', coalesce(v_start, running_start('SCA_RESET', r.id)));
end $$;

-- A reset that is open, with the time that is left of it, 0 when it is over; null if it has ended.
create or replace function open_sca_reset(p_reset uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('expiresAt', expires_at,
    'secondsLeft', greatest(0, ceil(extract(epoch from expires_at - service_now())))::integer)
  from sca_resets where id = p_reset and status in ('INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED');
$$;

-- Moves an open reset on: PENDING_REVIEW once the person can be recognized, then LIVENESS_PASSED or
-- REJECTED, EXPIRED when its time is over. One that has ended stays; the status afterwards.
create or replace function move_sca_reset(p_reset uuid, p_status text) returns text language plpgsql as $$
declare r sca_resets;
begin
  update sca_resets set status = p_status, updated_at = service_now()
  where id = p_reset and status in ('INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED') and status <> p_status
    and (p_status <> 'PENDING_REVIEW' or status = 'INITIATED')
  returning * into r;
  if found then
    perform note_sca_reset(r);
    return r.status;
  end if;
  return (select status from sca_resets where id = p_reset);
end $$;

-- Completes a reset whose person has been recognized. The lost factor is gone: a passkey or an
-- authenticator app is enrolled anew within 24 hours, without a session; a phone number is replaced by
-- `phoneNumber`. Sessions end, and the counter of wrong proofs is cleared.
-- Refused: REFERENCE_NOT_FOUND; NOT_READY; CONFLICT where it is completed, or the number is a wallet's.
create or replace function complete_sca_reset(p jsonb) returns jsonb language plpgsql as $$
declare
  r sca_resets;
  v_customer uuid := (p ->> 'customerId')::uuid;
begin
  perform 1 from customers where id = v_customer for no key update;
  perform lock_sca_lockout(v_customer);
  select * into r from sca_resets where id = (p ->> 'resetId')::uuid and customer_id = v_customer
    and platform_id = (p ->> 'platformId')::uuid for update;
  if not found then return jsonb_build_object('outcome', 'REFUSED', 'code', 'REFERENCE_NOT_FOUND'); end if;
  if r.status = 'COMPLETED' then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT', 'reason', 'The reset is completed already.');
  end if;
  if r.status <> 'LIVENESS_PASSED' or r.expires_at <= service_now() then
    return jsonb_build_object('outcome', 'NOT_READY', 'status', r.status, 'factor', r.factor);
  end if;
  if r.factor = 'SMS_OTP' then
    if p ->> 'phoneNumber' is null then
      return jsonb_build_object('outcome', 'NOT_READY', 'status', r.status, 'factor', r.factor);
    end if;
    if linked_credentials(v_customer, 'SMS_OTP') is not null then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT', 'reason',
        'The number is a credential of the wallet: change it with a change of the customer, which this reset allows.');
    end if;
  end if;
  update sca_resets set status = 'COMPLETED', completed_at = service_now(), updated_at = service_now(),
    enrollment_status = case when factor <> 'SMS_OTP' then 'PENDING' end
  where id = r.id returning * into r;
  perform note_sca_reset(r);
  if r.factor = 'SMS_OTP' then
    update customers set phone_number = p ->> 'phoneNumber', phone_verified_at = null, updated_at = service_now()
    where id = v_customer;
  else
    delete from sca_factors where customer_id = v_customer and type = r.factor;
    if r.factor = 'TOTP' then delete from sca_recovery_codes where customer_id = v_customer; end if;
  end if;
  perform end_sca_sessions(v_customer);
  perform clear_sca_lockout(v_customer);
  return jsonb_build_object('outcome', 'COMMITTED');
end $$;

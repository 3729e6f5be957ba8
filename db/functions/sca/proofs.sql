-- How long logins are locked after that many wrong proofs in a row; null: not, or for good.
create or replace function sca_lock_after(p_failures integer) returns interval language sql immutable as $$
  select case p_failures when 5 then interval '15 minutes' when 6 then interval '30 minutes'
    when 7 then interval '1 hour' when 8 then interval '24 hours' end;
$$;

-- Locks the row that counts a customer's wrong proofs: all proofs of a customer are judged one after
-- the other.
create or replace function lock_sca_lockout(p_customer uuid) returns sca_lockouts language plpgsql as $$
declare l sca_lockouts;
begin
  insert into sca_lockouts (customer_id) values (p_customer) on conflict do nothing;
  select * into l from sca_lockouts where customer_id = p_customer for update;
  return l;
end $$;

-- By wrong proofs in a row, or by those of the last hour, which nothing clears.
create or replace function sca_locked_until(l sca_lockouts) returns timestamptz language sql volatile as $$
  select greatest(case when l.locked_until > service_now() then l.locked_until end,
    person_free_at('GUESS', customer_key(l.customer_id)));
$$;

create or replace function sca_lockout_row(l sca_lockouts) returns jsonb language sql volatile as $$
  select jsonb_build_object('failedAttempts', l.failed_attempts, 'suspended', l.suspended,
    'lockedUntil', case when not l.suspended then sca_locked_until(l) end);
$$;

-- LOCKED with the details of the lock, or null. The caller holds the row's lock.
create or replace function sca_locked(l sca_lockouts) returns jsonb language sql volatile as $$
  select case when l.suspended or sca_locked_until(l) is not null then
    jsonb_build_object('outcome', 'LOCKED') || sca_lockout_row(l) end;
$$;

-- Counts one more wrong proof; the counter afterwards. The caller holds the row's lock.
create or replace function count_sca_failure(p_customer uuid) returns jsonb language sql as $$
  update sca_lockouts l set failed_attempts = failed_attempts + 1, suspended = failed_attempts + 1 >= 9,
    locked_until = service_now() + sca_lock_after(failed_attempts + 1), updated_at = service_now()
  where customer_id = p_customer returning sca_lockout_row(l);
$$;

-- Like count_sca_failure, of a proof that was judged here: it counts for the hour too.
create or replace function count_wrong_proof(p_customer uuid) returns jsonb language plpgsql as $$
begin
  perform count_person('GUESS', customer_key(p_customer));
  return count_sca_failure(p_customer);
end $$;

create or replace function clear_sca_lockout(p_customer uuid) returns void language sql as $$
  update sca_lockouts set failed_attempts = 0, locked_until = null, suspended = false, updated_at = service_now()
  where customer_id = p_customer and (failed_attempts > 0 or suspended);
$$;

-- Uses up what proves a factor: the time step of a TOTP code, upwards only; the counter of a passkey;
-- a recovery code. False if it has been used before.
create or replace function use_sca_proof(p_customer uuid, p jsonb) returns boolean language plpgsql as $$
begin
  case p ->> 'kind'
    when 'TOTP' then
      update sca_factors set last_step = (p ->> 'step')::bigint
      where id = (p ->> 'factorId')::uuid and customer_id = p_customer and last_step < (p ->> 'step')::bigint;
      return found;
    when 'PASSKEY' then
      update sca_factors set counter = (p ->> 'counter')::bigint
      where id = (p ->> 'factorId')::uuid and customer_id = p_customer and status = 'ACTIVE'
        and (counter < (p ->> 'counter')::bigint or counter = 0 and (p ->> 'counter')::bigint = 0);
      return found;
    when 'RECOVERY_CODE' then
      update sca_recovery_codes set used_at = service_now()
      where customer_id = p_customer and code_hash = decode(p ->> 'hash', 'hex') and used_at is null;
      return found;
    -- A code of a challenge, or the sandbox's fixed one: the challenge itself is used up.
    else return true;
  end case;
end $$;

-- Judges a proof in one transaction, every proof of a customer after the other. The argument is made by
-- `proofOf` of api/sca/proof.ts: `customerId`, `purpose`, `factor`, `isRight`, `proof` (what
-- `use_sca_proof` takes), `challengeId` where the proof answers a challenge; and for what is authorized
-- `subjectId` and `binding` (hexadecimal), which must be those that the challenge was opened for: else
-- the challenge is void. Answers:
--   OK       the proof is right; challenge and proof are used up, the counter of wrong ones is cleared
--   WRONG    counted; with the counter afterwards
--   EXPIRED  there is no such open challenge; nothing is counted, because nothing was judged
--   LOCKED   nothing was judged; with `failedAttempts`, `lockedUntil`, `suspended`
-- The caller commits whatever the answer is.
create or replace function answer_sca_challenge(p jsonb) returns jsonb language plpgsql as $$
declare
  v_customer uuid := (p ->> 'customerId')::uuid;
  l sca_lockouts := lock_sca_lockout(v_customer);
  s sca_challenges;
begin
  if sca_locked(l) is not null then return sca_locked(l); end if;
  if p ->> 'challengeId' is not null then
    select * into s from sca_challenges where id = (p ->> 'challengeId')::uuid and customer_id = v_customer
      and purpose = p ->> 'purpose' and factor = p ->> 'factor' for update;
    -- A code that went to a number which is not the customer's any more proves nothing.
    if not is_open_challenge(s) or s.factor = 'SMS_OTP' and not exists (select 1 from customers
        where id = v_customer and phone_number = s.recipient) then
      return jsonb_build_object('outcome', 'EXPIRED');
    end if;
    if s.subject_id is distinct from (p ->> 'subjectId')::uuid or s.binding is distinct from decode(p ->> 'binding', 'hex') then
      update sca_challenges set voided_at = service_now() where id = s.id;
      return jsonb_build_object('outcome', 'EXPIRED');
    end if;
  end if;
  if (p ->> 'isRight')::boolean and use_sca_proof(v_customer, p -> 'proof') then
    update sca_challenges set satisfied_at = service_now() where id = s.id;
    perform clear_sca_lockout(v_customer);
    return jsonb_build_object('outcome', 'OK');
  end if;
  update sca_challenges set attempts = attempts + 1 where id = s.id;
  return jsonb_build_object('outcome', 'WRONG') || count_wrong_proof(v_customer);
end $$;

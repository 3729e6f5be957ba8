-- Whether a challenge can still be answered: not answered, void, expired or guessed at five times.
create or replace function is_open_challenge(s sca_challenges) returns boolean language sql volatile as $$
  select s.id is not null and s.satisfied_at is null and s.voided_at is null and s.attempts < 5
    and s.expires_at > service_now();
$$;

-- Has the code of a challenge sent. The job is part of the transaction; it holds no code, and repeats
-- until the message has left or the code has expired.
create or replace function order_code(p_challenge uuid, p_number integer) returns void language sql as $$
  select graphile_worker.add_job('send_code', json_build_object('challengeId', p_challenge, 'number', p_number),
    max_attempts := 20, job_key := 'code/' || p_challenge || '/' || p_number);
$$;

-- Opens a challenge: `id`, `platformId`, `customerId`, `purpose`, `factor`, `lifetimeSeconds`. With a code:
-- `recipient` and `codeKey`, the record key that the code is derived with, and `message`, what its message
-- says beside the code. With a passkey: `passkeyChallenge` (hexadecimal), the bytes to be signed. Of a
-- payment or beneficiary: `subjectId` and `binding` (SHA-256, hexadecimal).
create or replace function open_sca_challenge(p jsonb) returns jsonb language plpgsql as $$
declare s sca_challenges;
begin
  insert into sca_challenges (id, platform_id, customer_id, purpose, factor, subject_id, binding, recipient,
    code_key, message, passkey_challenge, expires_at)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, (p ->> 'customerId')::uuid, p ->> 'purpose', p ->> 'factor',
    (p ->> 'subjectId')::uuid, decode(p ->> 'binding', 'hex'), p ->> 'recipient',
    case when p ->> 'factor' in ('EMAIL_OTP', 'SMS_OTP') then p ->> 'codeKey' end, coalesce(p -> 'message', '{}'),
    decode(p ->> 'passkeyChallenge', 'hex'),
    service_now() + make_interval(secs => coalesce((p ->> 'lifetimeSeconds')::integer, 300)))
  returning * into s;
  if s.factor in ('EMAIL_OTP', 'SMS_OTP') then perform order_code(s.id, 0); end if;
  return jsonb_build_object('outcome', 'COMMITTED', 'challenge', sca_challenge_row(s));
end $$;

-- What may be shown of a challenge.
create or replace function sca_challenge_row(s sca_challenges) returns jsonb language sql stable as $$
  select to_jsonb(s) - '{binding,recipient,code_key,message,passkey_challenge}'::text[]
    || jsonb_build_object('passkey_challenge', encode(s.passkey_challenge, 'hex'));
$$;

-- Sends the code of an open challenge again, three times at most; it expires when it did. `p_subject`
-- names it, or the customer's own login. Refused: CONFLICT, RATE_LIMITED.
create or replace function resend_code(p_challenge uuid) returns jsonb language plpgsql as $$
declare s sca_challenges;
begin
  select * into s from sca_challenges where id = p_challenge for update;
  if not is_open_challenge(s) or s.code_key is null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT', 'reason', 'No code of this kind is pending.');
  end if;
  if s.resends >= 3 then
    return rate_limited_until(s.expires_at, 'The code was sent too often; wait until it has expired.');
  end if;
  update sca_challenges set resends = resends + 1, ordered_at = service_now() where id = s.id returning * into s;
  perform order_code(s.id, s.resends);
  return jsonb_build_object('outcome', 'COMMITTED', 'challenge', sca_challenge_row(s));
end $$;

-- What the job that sends a code needs; null once the code would come too late.
create or replace function code_to_send(p_challenge uuid) returns jsonb language sql volatile as $$
  select jsonb_build_object('id', s.id, 'purpose', s.purpose, 'factor', s.factor, 'recipient', s.recipient,
    'codeKey', s.code_key, 'message', s.message, 'environment', p.environment, 'platformId', p.id,
    'appName', coalesce(p.embedded_wallet_config ->> 'appName', p.name), 'expiresAt', s.expires_at)
  from sca_challenges s join platforms p on p.id = s.platform_id
  where s.id = p_challenge and is_open_challenge(s);
$$;

create or replace function record_code_sent(p_challenge uuid) returns void language sql as $$
  update sca_challenges set sent_at = service_now() where id = p_challenge;
$$;

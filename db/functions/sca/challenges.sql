-- Whether a challenge can still be answered: not answered, void, expired or guessed at five times.
create or replace function is_open_challenge(s sca_challenges) returns boolean language sql volatile as $$
  select s.id is not null and s.satisfied_at is null and s.voided_at is null and s.attempts < 5
    and s.expires_at > service_now();
$$;

-- The refusal of one more message with a code, RATE_LIMITED, or null.
create or replace function message_refusal(p_customer uuid, p_recipient text) returns jsonb language plpgsql as $$
declare v_free_at timestamptz := message_free_at(p_customer, p_recipient);
begin
  return case when v_free_at is not null
    then rate_limited_until(v_free_at, 'Too many codes were sent to this person within an hour.') end;
end $$;

-- Has the code of a challenge sent, and counts it. The job is part of the transaction; it holds no code, and repeats
-- until the message has left or the code has expired.
create or replace function order_code(s sca_challenges, p_number integer) returns void language sql as $$
  select count_message(s.customer_id, s.recipient);
  select queue_job('send_code', json_build_object('challengeId', s.id, 'number', p_number),
    'code/' || s.id || '/' || p_number, p_max_attempts := 20);
$$;

-- Opens a challenge: `id`, `platformId`, `customerId`, `purpose`, `factor`, `lifetimeSeconds`. With a code:
-- `recipient` and `codeKey`, the record key that the code is derived with, and `message`, what its message
-- says beside the code. With a passkey: `passkeyChallenge` (hexadecimal), the bytes to be signed. Of a
-- payment or beneficiary: `subjectId` and `binding` (SHA-256, hexadecimal). Refused with RATE_LIMITED: the person was
-- sent too many codes; not where `isOwed`: the caller has judged that, or it follows a right proof.
create or replace function open_sca_challenge(p jsonb) returns jsonb language plpgsql as $$
declare
  s sca_challenges;
  v_has_code boolean := p ->> 'factor' in ('EMAIL_OTP', 'SMS_OTP');
  v_refusal jsonb;
begin
  if v_has_code and not coalesce((p ->> 'isOwed')::boolean, false) then
    v_refusal := message_refusal((p ->> 'customerId')::uuid, p ->> 'recipient');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  insert into sca_challenges (id, platform_id, customer_id, purpose, factor, subject_id, binding, recipient,
    code_key, message, passkey_challenge, expires_at)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, (p ->> 'customerId')::uuid, p ->> 'purpose', p ->> 'factor',
    (p ->> 'subjectId')::uuid, decode(p ->> 'binding', 'hex'), p ->> 'recipient',
    case when v_has_code then p ->> 'codeKey' end, coalesce(p -> 'message', '{}'),
    decode(p ->> 'passkeyChallenge', 'hex'),
    service_now() + make_interval(secs => coalesce((p ->> 'lifetimeSeconds')::integer, 300)))
  returning * into s;
  if v_has_code then perform order_code(s, 0); end if;
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
declare
  s sca_challenges;
  v_refusal jsonb;
begin
  select * into s from sca_challenges where id = p_challenge for update;
  if not is_open_challenge(s) or s.code_key is null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT', 'reason', 'No code of this kind is pending.');
  end if;
  if s.resends >= 3 then
    return rate_limited_until(s.expires_at, 'The code was sent too often; wait until it has expired.');
  end if;
  v_refusal := message_refusal(s.customer_id, s.recipient);
  if v_refusal is not null then return v_refusal; end if;
  update sca_challenges set resends = resends + 1, ordered_at = service_now() where id = s.id returning * into s;
  perform order_code(s, s.resends);
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

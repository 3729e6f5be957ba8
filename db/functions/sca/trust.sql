-- What the proof of a change of the trusted list is for: SHA-256 of the customer and the account's details.
create or replace function trust_binding(e external_accounts, p_purpose text) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(p_purpose, e.id, e.platform_id, e.customer_id, e.account_type, e.currency,
    e.account_info, e.identity)::text, 'UTF8'));
$$;

-- An external account of a customer, locked; null if there is none. The lock of the account comes before
-- that of the customer's lockout.
create or replace function lock_beneficiary(p_platform uuid, p_account uuid) returns external_accounts language sql as $$
  select * from external_accounts where id = p_account and platform_id = p_platform and deleted_at is null
    and customer_id is not null for update;
$$;

-- Why a beneficiary's trust can't be changed; null if it can.
create or replace function refuse_trust_change(e external_accounts) returns jsonb language sql stable as $$
  select case when e.id is null then '{"outcome": "REFUSED", "code": "ACCOUNT_NOT_FOUND"}'::jsonb
    when not (select is_in_sca_region(region) from customers where id = e.customer_id) then
      '{"outcome": "REFUSED", "code": "CONFLICT", "reason": "No strong authentication is asked of this customer."}' end;
$$;

-- Begins to trust a beneficiary, or to trust it no longer: the challenge that the customer has to answer;
-- none where it is so already. A challenge that is still open is shown again and its code not sent again.
-- p is {platformId, accountId, purpose (TRUST | UNTRUST), codeKey}.
create or replace function open_trust_change(p jsonb) returns jsonb language plpgsql as $$
declare
  e external_accounts := lock_beneficiary((p ->> 'platformId')::uuid, (p ->> 'accountId')::uuid);
  v_purpose text := p ->> 'purpose';
  v_refusal jsonb := refuse_trust_change(e);
  v_factor text := (payment_factors(e.customer_id))[1];
  s sca_challenges;
  v_opened jsonb;
begin
  if v_refusal is not null then return v_refusal; end if;
  if (e.trusted_at is not null) = (v_purpose = 'TRUST') then return '{"outcome": "COMMITTED"}'::jsonb; end if;
  if v_factor is null then
    return '{"outcome": "REFUSED", "code": "CONFLICT", "reason": "The customer has no verified phone number and no passkey."}'::jsonb;
  end if;
  select * into s from sca_challenges where subject_id = e.id and purpose = v_purpose order by created_at desc limit 1;
  if not is_open_challenge(s) or s.binding is distinct from trust_binding(e, v_purpose) or s.factor <> v_factor then
    v_opened := open_sca_challenge(jsonb_build_object('id', gen_random_uuid(), 'platformId', e.platform_id,
      'customerId', e.customer_id, 'purpose', v_purpose, 'factor', v_factor, 'subjectId', e.id,
      'binding', encode(trust_binding(e, v_purpose), 'hex'), 'codeKey', p ->> 'codeKey',
      'recipient', case v_factor when 'SMS_OTP' then (select phone_number from customers where id = e.customer_id) end,
      'passkeyChallenge', case v_factor when 'PASSKEY' then
        encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || trust_binding(e, v_purpose)), 'hex') end,
      'message', jsonb_build_object('payee', account_label(e))));
    if v_opened ->> 'outcome' = 'REFUSED' then return v_opened; end if;
    update sca_challenges set voided_at = service_now() where subject_id = e.id and satisfied_at is null
      and voided_at is null and id <> (v_opened #>> '{challenge,id}')::uuid;
    select * into s from sca_challenges where subject_id = e.id and purpose = v_purpose order by created_at desc limit 1;
  end if;
  return jsonb_build_object('outcome', 'COMMITTED', 'challenge', shown_challenge(s));
end $$;

-- The customer's proof for a change of its trusted list; answers as authorize_payment. p is what
-- `answer_sca_challenge` takes of a proof, with {platformId, accountId, purpose, challengeId, proofHash}.
create or replace function confirm_trust_change(p jsonb) returns jsonb language plpgsql as $$
declare
  e external_accounts := lock_beneficiary((p ->> 'platformId')::uuid, (p ->> 'accountId')::uuid);
  v_purpose text := p ->> 'purpose';
  s sca_challenges;
  v jsonb;
begin
  if refuse_trust_change(e) is not null then return '{"outcome": "NONE"}'::jsonb; end if;
  select * into s from sca_challenges where id = (p ->> 'challengeId')::uuid and subject_id = e.id and purpose = v_purpose;
  if s.satisfied_at is not null and s.proof_hash = decode(p ->> 'proofHash', 'hex')
     and (e.trusted_at is not null) = (v_purpose = 'TRUST') then
    return '{"outcome": "REPEATED"}'::jsonb;
  end if;
  if s.id is null or s.satisfied_at is not null then return '{"outcome": "NONE"}'::jsonb; end if;
  v := answer_sca_challenge(p || jsonb_build_object('customerId', e.customer_id, 'subjectId', e.id,
    'binding', encode(trust_binding(e, v_purpose), 'hex')));
  if v ->> 'outcome' = 'EXPIRED' then return used_up_challenge(s); end if;
  if v ->> 'outcome' <> 'OK' then return v; end if;
  update sca_challenges set proof_hash = decode(p ->> 'proofHash', 'hex') where id = s.id;
  update external_accounts set trusted_at = case v_purpose when 'TRUST' then service_now() end, updated_at = service_now()
    where id = e.id;
  return v;
end $$;

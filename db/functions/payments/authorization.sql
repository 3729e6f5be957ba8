-- Normalized account number: spellings differ in leading zeros and hyphens, banks in routing numbers. The index
-- external_accounts_holders has the same expression.
create or replace function bank_number_key(identity text) returns text language sql immutable as $$
  select ltrim(regexp_replace(upper(split_part(identity, '/', 1)), '[^0-9A-Z]', '', 'g'), '0');
$$;

-- Whether the holder of a bank account has disputed a pull, under any registration of it: it is paid, and does not pay.
create or replace function is_pull_disputed(p_account uuid) returns boolean language sql stable as $$
  select exists (select 1 from external_accounts named join external_accounts e on e.platform_id = named.platform_id
      and bank_number_key(e.identity) = bank_number_key(named.identity) and e.account_type = named.account_type
    where named.id = p_account and e.disputed_at is not null);
$$;

-- Holder of a debited bank account: among the platform's customers in an SCA region, the one who first registered this
-- number, in any spelling; otherwise the customer of the row. Registering it again does not change the holder.
create or replace function holder_of_external_account(p_account uuid) returns uuid language sql stable as $$
  select coalesce(
    (select other.customer_id from external_accounts named
      join external_accounts other on other.platform_id = named.platform_id and bank_number_key(other.identity) = bank_number_key(named.identity)
        and other.account_type = named.account_type
      join customers c on c.id = other.customer_id and is_in_sca_region(c.region)
      where named.id = p_account order by other.created_at, other.id limit 1),
    (select customer_id from external_accounts where id = p_account));
$$;

-- The customer whose money an order moves: owner of the internal account, holder of the debited bank account, or the
-- named customer of a deposit. Null if the money is the platform's, and for incoming payments: their payer is another
-- provider's customer.
create or replace function payer_of_order(p jsonb) returns uuid language sql stable as $$
  select case when coalesce(p ->> 'kind', '') <> 'INCOMING' then coalesce(
    (select customer_id from internal_accounts where id = (p ->> 'sourceAccountId')::uuid),
    holder_of_external_account((p ->> 'sourceExternalId')::uuid),
    (p ->> 'customerId')::uuid) end;
$$;

-- A payment as an order, for evaluating it again.
create or replace function order_of(payment payments) returns jsonb language sql immutable as $$
  select jsonb_build_object('kind', payment.kind, 'platformId', payment.platform_id, 'environment', payment.environment,
    'customerId', payment.customer_id, 'sourceAccountId', payment.source_account_id, 'sourceExternalId', payment.source_external_id,
    'destinationAccountId', payment.destination_account_id, 'destinationInternalId', payment.destination_internal_id,
    'destinationUma', payment.destination_uma, 'sendingAmount', payment.sending_amount,
    'sendingCurrency', payment.sending_currency, 'receivingCurrency', payment.receiving_currency,
    'platformFee', payment.platform_fee);
$$;

-- The SCA purposes that an order needs, in order: CURRENCY_CONVERSION, PAYOUT. Null: none (no customer pays, or one
-- outside the SCA regions). Checked before all exemptions. Only a transfer to the payer's own account without a platform
-- fee needs none in a region: a fee is itself a payment to the platform.
--
-- p: an order of a payment, or the same members of another way: {kind, customerId, sourceAccountId, sourceExternalId,
-- destinationInternalId, sendingCurrency, receivingCurrency, sendingAmount, platformFee}. test/unit/waysOut.test.ts
-- lists the ways.
create or replace function sca_purposes_of(p jsonb) returns text[] language plpgsql stable as $$
declare v_payer uuid := payer_of_order(p);
begin
  if v_payer is null then return null; end if;
  if not coalesce((select is_in_sca_region(region) from customers where id = v_payer), false) then return null; end if;
  if exists (select 1 from internal_accounts where id = (p ->> 'destinationInternalId')::uuid and customer_id = v_payer)
      and coalesce((p ->> 'platformFee')::numeric, 0) = 0 then
    return null;
  end if;
  return case when p ->> 'sendingCurrency' <> p ->> 'receivingCurrency' then array['CURRENCY_CONVERSION', 'PAYOUT']
    else array['PAYOUT'] end;
end $$;

-- Whether the payee is a trusted beneficiary of the payer.
create or replace function is_payee_trusted(payment payments) returns boolean language sql stable as $$
  select payment.destination_uma is null and exists (select 1 from external_accounts
    where id = payment.destination_account_id and customer_id = payment.customer_id and trusted_at is not null);
$$;

-- The proofs that are still asked for when the payment is executed, or funded.
create or replace function due_sca_purposes(payment payments) returns text[] language sql stable as $$
  select case when payment.sca_purposes is null then '{}'
    -- Trust covers the payee, not the platform that takes a fee.
    when is_payee_trusted(payment) and payment.platform_fee = 0 then array_remove(payment.sca_purposes, 'PAYOUT')
    else payment.sca_purposes end;
$$;

-- Account label for messages: name and last digits.
create or replace function account_label(e external_accounts) returns text language sql immutable as $$
  select trim(coalesce(e.account_info #>> '{beneficiary,fullName}', e.account_info #>> '{beneficiary,legalName}', '')
    || ' ...' || right(e.identity, 4));
$$;

-- Payee label in SCA messages.
create or replace function payee_label(payment payments) returns text language sql stable as $$
  select coalesce(payment.destination_uma,
    (select account_label(e) from external_accounts e where e.id = payment.destination_account_id),
    (select coalesce(c.profile ->> 'fullName', c.profile #>> '{businessInfo,legalName}', c.platform_customer_id, p.name)
      from internal_accounts i join platforms p on p.id = i.platform_id left join customers c on c.id = i.customer_id
      where i.id = payment.destination_internal_id));
$$;

-- An amount in a message: `10.00 EUR`.
create or replace function readable_amount(p_minor bigint, p_currency text) returns text language sql immutable as $$
  select round(p_minor / 10::numeric ^ currency_decimals(p_currency), currency_decimals(p_currency)) || ' ' || p_currency;
$$;

-- What a proof is for: SHA-256 of the quote, the payer, the payee with its account's details, the amounts,
-- the rate and the fees. A payment that has changed in any of them is not the one that was agreed to.
create or replace function payment_binding(payment payments, p_purpose text) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(p_purpose, payment.id, payment.platform_id, payment.customer_id,
    payment.source, payment.source_account_id, payment.source_external_id, payment.destination,
    payment.destination_account_id, payment.destination_internal_id, payment.destination_uma,
    (select jsonb_build_array(account_type, currency, account_info, identity) from external_accounts
      where id = payment.destination_account_id),
    payment.sending_amount, payment.sending_currency, payment.receiving_amount, payment.receiving_currency,
    payment.exchange_rate, payment.service_fee, payment.platform_fee)::text, 'UTF8'));
$$;

-- The factors that a payer can authorize with: a verified phone number, an enrolled passkey.
create or replace function payment_factors(p_customer uuid) returns text[] language sql stable as $$
  select array_remove(array[case when c.phone_number is not null and c.phone_verified_at is not null then 'SMS_OTP' end,
    case when exists (select 1 from sca_factors where customer_id = c.id and type = 'PASSKEY' and status = 'ACTIVE')
      then 'PASSKEY' end], null)
  from customers c where c.id = p_customer;
$$;

-- `payment_factors` for customers in an SCA region; otherwise null.
create or replace function asked_sca_factors(c customers) returns text[] language sql stable as $$
  select case when is_in_sca_region(c.region) then payment_factors(c.id) end;
$$;

-- Whether a customer can complete SCA: a live SCA session and an available factor.
create or replace function can_authorize(p_customer uuid) returns boolean language sql volatile as $$
  select has_live_sca_session(p_customer) and payment_factors(p_customer) <> '{}';
$$;

-- Error code for an order that has no authorization call (a mint): SCA_SESSION_REQUIRED unless the payer can complete SCA
-- and the external account that is paid is trusted; null if it may go on.
create or replace function unproven_order_refusal(p jsonb) returns text language sql volatile as $$
  select 'SCA_SESSION_REQUIRED' where sca_purposes_of(p) is not null and not (can_authorize(payer_of_order(p))
    and exists (select 1 from external_accounts where id = (p ->> 'destinationAccountId')::uuid
      and customer_id = payer_of_order(p) and trusted_at is not null));
$$;

-- SCA factor for a payer: p_wanted if available, else the first.
create or replace function payment_factor(p_customer uuid, p_wanted text) returns text language sql stable as $$
  select case when p_wanted = any (f) then p_wanted else f[1] end from payment_factors(p_customer) f;
$$;

-- When the payer may next be sent a code; null: now, or the factor sends none.
create or replace function payment_code_free_at(p_customer uuid, p_wanted text) returns timestamptz language sql volatile as $$
  select message_free_at(id, phone_number) from customers
  where id = p_customer and payment_factor(p_customer, p_wanted) = 'SMS_OTP';
$$;

-- Error code if SCA prevents execution now, else null. Transfers in and out have no authorization call.
create or replace function authorization_refusal(payment payments, p_due text[]) returns text language sql volatile as $$
  -- A customer cannot authorize another customer's payment.
  select case when payer_of_order(order_of(payment)) is distinct from payment.customer_id
      or not can_authorize(payment.customer_id)
      -- No call authorizes a transfer, and no customer can prove anything when a deposit is swept.
      or (payment.kind in ('TRANSFER_IN', 'TRANSFER_OUT') or payment.source_type = 'RULE_BASED') and p_due <> '{}' then 'SCA_SESSION_REQUIRED'
    when p_due <> '{}' and payment_code_free_at(payment.customer_id, payment.sca_factor) is not null then 'RATE_LIMITED' end;
$$;

-- Opens the challenge of one proof of a payment, and has its code sent. A deposit that has to be announced
-- is authorized before its quote expires. p_code_key as in open_sca_challenge. Whether a code may be sent was judged
-- before (`authorization_refusal`), or a right proof has come before it.
create or replace function open_payment_challenge(payment payments, p_purpose text, p_code_key text) returns jsonb
language plpgsql as $$
declare
  v_factor text := payment_factor(payment.customer_id, payment.sca_factor);
  v_binding bytea := payment_binding(payment, p_purpose);
begin
  return open_sca_challenge(jsonb_build_object('id', gen_random_uuid(), 'platformId', payment.platform_id,
    'customerId', payment.customer_id, 'purpose', p_purpose, 'factor', v_factor, 'subjectId', payment.id,
    'binding', encode(v_binding, 'hex'), 'codeKey', p_code_key, 'isOwed', true,
    'lifetimeSeconds', case when payment.executed_at is null
      then least(300, greatest(1, ceil(extract(epoch from payment.expires_at - service_now()))))::integer else 300 end,
    'recipient', case v_factor when 'SMS_OTP' then (select phone_number from customers where id = payment.customer_id) end,
    -- Bytes that only this payment has, and this challenge of it.
    'passkeyChallenge', case v_factor when 'PASSKEY' then
      encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || v_binding), 'hex') end,
    'message', jsonb_build_object('payee', payee_label(payment),
      'amount', readable_amount(payment.sending_amount, payment.sending_currency)
        || case when payment.sending_currency <> payment.receiving_currency
          then ' = ' || readable_amount(payment.receiving_amount, payment.receiving_currency)
          when payment.sending_amount <> payment.receiving_amount
          then ', of which ' || readable_amount(payment.receiving_amount, payment.receiving_currency) || ' to the payee'
          else '' end))) -> 'challenge';
end $$;

-- A challenge with all that its answer needs: the factors there are, and the passkey that is asked.
create or replace function shown_challenge(s sca_challenges) returns jsonb language sql stable as $$
  select sca_challenge_row(s) || jsonb_build_object('available_factors', payment_factors(s.customer_id),
    'passkey', (select jsonb_build_object('credential_id', f.credential_id, 'rp_id', f.rp_id, 'transports', f.transports,
        'origins', p.embedded_wallet_config #> '{passkey,origins}')
      from sca_factors f join platforms p on p.id = f.platform_id
      where f.customer_id = s.customer_id and f.type = 'PASSKEY' and f.status = 'ACTIVE' and s.factor = 'PASSKEY'));
$$;

-- The challenge that a payment waits for, as it is shown; null: none.
create or replace function payment_challenge(payment payments) returns jsonb language sql stable as $$
  select shown_challenge(s) from sca_challenges s where s.subject_id = payment.id order by s.created_at desc limit 1;
$$;

-- A payment's row as answers keep it, with the challenge that it waits for.
create or replace function answered_payment(payment payments) returns jsonb language sql stable as $$
  select to_jsonb(payment) - 'withheld_instructions' || case when payment.status = 'PENDING_AUTHORIZATION'
    then jsonb_build_object('sca_challenge', payment_challenge(payment)) else '{}' end;
$$;

-- Records the trusted-beneficiary exemption, if it applies.
create or replace function note_exemption(payment payments, p_due text[]) returns payments language plpgsql as $$
begin
  if p_due = payment.sca_purposes then return payment; end if;
  update payments set sca_exemption = 'TRUSTED_BENEFICIARY' where id = payment.id returning * into payment;
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'BENEFICIARY_TRUSTED', null, null, null);
  return payment;
end $$;

-- Opens the SCA challenge of a payment. Its money is held, or its deposit instructions are withheld.
create or replace function ask_authorization(payment payments, p_due text[], p_code_key text, p_code text) returns payments
language plpgsql as $$
begin
  perform open_payment_challenge(payment, p_due[1], p_code_key);
  payment.status := 'PENDING_AUTHORIZATION';
  update payments set status = payment.status, updated_at = service_now(),
    original_response = answered_payment(payment) - '{stamp,payload_to_sign,original_response}'::text[]
  where id = payment.id returning * into payment;
  update transactions set status = payment.status, updated_at = service_now() where id = payment.transaction_id;
  perform emit_transaction_event(payment.transaction_id, 'PENDING_AUTHORIZATION');
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, p_code, null,
    'CUSTOMER', p_due[1] || '_AUTHORIZATION');
  return payment;
end $$;

-- Signals the payment's workflow that its authorization has changed.
create or replace function signal_payment(p_payment uuid) returns void language sql as $$
  select signal_later(platform_id, 'PAYMENT', id, 'authorizationChanged') from payments where id = p_payment;
$$;

-- Ends a payment that its payer has not authorized: what is held is released, nothing has moved.
create or replace function end_unauthorized(payment payments, p_reason text) returns text language plpgsql as $$
begin
  update sca_challenges set voided_at = service_now()
    where subject_id = payment.id and satisfied_at is null and voided_at is null;
  if payment.executed_at is not null and payment.source_account_id is not null then
    perform ledger_lock(payment.source_account_id);
    -- Voids by the ledger's hold: the payment's row may have changed.
    perform ledger_transfer('Quote:' || payment.id || '/void', 'VOID_PENDING', h.debit_account_id, h.credit_account_id,
      h.currency, h.amount, h.id, h.reference)
    from ledger_transfers h where h.id = 'Quote:' || payment.id || '/hold';
  end if;
  update payments set withheld_instructions = null where id = payment.id;
  perform record_failure(payment, p_reason);
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'FAILED_NOTHING_MOVED', null, null, null,
    jsonb_build_object('reason', p_reason));
  return 'FAILED';
end $$;

-- What has become of a payment's authorization, for its workflow and for the job at the challenge's end:
-- WAITING until an instant, AUTHORIZED or FAILED. A challenge that has expired, or is void, ends the
-- payment.
create or replace function follow_authorization(p_payment uuid) returns jsonb language plpgsql as $$
declare
  payment payments;
  s sca_challenges;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'FAILED' then return '{"state": "FAILED"}'::jsonb; end if;
  if payment.status <> 'PENDING_AUTHORIZATION' then return '{"state": "AUTHORIZED"}'::jsonb; end if;
  select * into s from sca_challenges where subject_id = payment.id order by created_at desc limit 1;
  if s.voided_at is null and s.expires_at > service_now() then
    return jsonb_build_object('state', 'WAITING', 'secondsLeft', extract(epoch from s.expires_at - service_now()));
  end if;
  perform end_unauthorized(payment, 'SCA_NOT_COMPLETED');
  return '{"state": "FAILED"}'::jsonb;
end $$;

-- A deposit that has not been announced has no workflow: a job ends its payment with its challenge.
create or replace function end_authorization_later(payment payments) returns void language sql as $$
  select queue_job('end_authorization', json_build_object('paymentId', payment.id), 'endAuthorization/' || payment.id,
    (select expires_at from sca_challenges where subject_id = payment.id order by created_at desc limit 1));
$$;

-- Schedules the expiry of an unexecuted payment.
create or replace function expire_later(payment payments) returns void language sql as $$
  select queue_job('expire_payment', json_build_object('paymentId', payment.id), 'expire/' || payment.id,
    payment.expires_at);
$$;

-- A quote for a deposit, when it is made: its payer authorizes it before it gets the instructions where to send
-- the money.
create or replace function ask_funding_authorization(payment payments, p_code_key text) returns payments language plpgsql as $$
declare v_due text[] := due_sca_purposes(payment);
begin
  payment := note_exemption(payment, v_due);
  if v_due = '{}' then return payment; end if;
  update payments set withheld_instructions = payment_instructions, payment_instructions = null
    where id = payment.id returning * into payment;
  update transactions set payment_instructions = null, reference = null where id = payment.transaction_id;
  payment := ask_authorization(payment, v_due, p_code_key, 'QUOTED');
  perform end_authorization_later(payment);
  return payment;
end $$;

-- Shows where the money of a payment is to be sent.
create or replace function show_instructions(payment payments) returns payments language plpgsql as $$
begin
  update transactions set payment_instructions = payment.withheld_instructions, reference = payment.funding_reference,
    updated_at = service_now() where id = payment.transaction_id;
  update payments set payment_instructions = withheld_instructions, withheld_instructions = null, updated_at = service_now()
    where id = payment.id returning * into payment;
  return payment;
end $$;

-- Error code if the payer cannot authorize a quote for a deposit now; null if it can, or needs not.
create or replace function funding_refusal(p_purposes text[], p_customer uuid, p_factor text) returns text language sql volatile as $$
  select case when p_purposes is null then null when not can_authorize(p_customer) then 'SCA_SESSION_REQUIRED'
    when payment_code_free_at(p_customer, p_factor) is not null then 'RATE_LIMITED' end;
$$;

-- Why an agent's quote for a deposit, which a person has approved, cannot be announced; null if it can.
create or replace function announcement_refusal(payment payments) returns text language sql volatile as $$
  select coalesce(case when not is_destination_payable(payment) then 'CONFLICT' end,
    account_refusal(payment.destination_account_id), payer_refusal(payment),
    funding_refusal(sca_purposes_of(order_of(payment)), payment.customer_id, payment.sca_factor));
$$;

-- Announces an agent's quote for a deposit, which a person has approved: its payer authorizes it first, where that is asked
-- of it.
create or replace function announce_payment(payment payments, p_code_key text) returns void language plpgsql as $$
begin
  update payments set sca_purposes = coalesce(sca_purposes, sca_purposes_of(order_of(payment))) where id = payment.id;
  payment := show_instructions(payment);
  if payment.sca_purposes is not null then perform ask_funding_authorization(payment, p_code_key); end if;
end $$;

-- The payer has given all proofs: an executed payment goes on, a deposit is announced.
create or replace function finish_authorization(payment payments) returns void language plpgsql as $$
begin
  if payment.executed_at is not null then
    -- Overdue is measured from here.
    update payments set status = 'PROCESSING', updated_at = service_now(), executed_at = service_now() where id = payment.id;
    perform begin_payment_steps(payment, 'AUTHORIZED');
    perform signal_payment(payment.id);
    return;
  end if;
  payment := show_instructions(payment);
  update payments set status = 'PENDING' where id = payment.id;
  update transactions set status = 'PENDING' where id = payment.transaction_id;
  perform emit_transaction_event(payment.transaction_id, 'PENDING');
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'AUTHORIZED', null, 'CUSTOMER', 'FUNDS');
  perform expire_later(payment);
end $$;

-- Whether a payment's row is as its challenge was opened for it, and its code went to the number that is
-- the customer's now.
create or replace function is_challenge_of(s sca_challenges, payment payments) returns boolean language sql stable as $$
  select s.binding = payment_binding(payment, s.purpose) and s.customer_id = payment.customer_id
    and (s.factor <> 'SMS_OTP' or exists (select 1 from customers where id = s.customer_id and phone_number = s.recipient));
$$;

-- Why a challenge can't be answered: EXPIRED, or EXHAUSTED by wrong proofs, with the seconds until its end.
create or replace function used_up_challenge(s sca_challenges) returns jsonb language sql volatile as $$
  select case when s.attempts >= 5 and s.expires_at > service_now() then jsonb_build_object('outcome', 'EXHAUSTED',
      'retryAfterSeconds', ceil(extract(epoch from s.expires_at - service_now()))::integer)
    else '{"outcome": "EXPIRED"}' end;
$$;

-- The payer's proof for a payment that waits for it: accepted by this call (OK), by an earlier one with the
-- same proof (REPEATED), or not: WRONG, EXPIRED, LOCKED (as in answer_sca_challenge), EXHAUSTED,
-- SCA_SESSION_REQUIRED, NONE: there is no challenge that it could answer. p is what `answer_sca_challenge` takes of a proof, with
-- {platformId, paymentId, challengeId, proofHash, codeKey}. Locks: customers, the payment, the customer's
-- lockout, the challenge.
create or replace function authorize_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  payment payments;
  s sca_challenges;
  v jsonb;
  v_next text;
begin
  perform lock_payment_customers(p);
  select * into payment from payments
    where id = (p ->> 'paymentId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  select * into s from sca_challenges where id = (p ->> 'challengeId')::uuid and subject_id = payment.id;
  if (s.satisfied_at is not null or not (p ->> 'isRight')::boolean) and exists (select 1 from sca_challenges
      where subject_id = payment.id and satisfied_at is not null and proof_hash = decode(p ->> 'proofHash', 'hex')) then
    return '{"outcome": "REPEATED"}'::jsonb;
  end if;
  if payment.status <> 'PENDING_AUTHORIZATION' or s.id is null then return '{"outcome": "NONE"}'::jsonb; end if;
  if not is_challenge_of(s, payment) then
    update sca_challenges set voided_at = service_now() where id = s.id and satisfied_at is null;
    perform signal_payment(payment.id);
    return '{"outcome": "NONE"}'::jsonb;
  end if;
  if not has_live_sca_session(payment.customer_id) then return '{"outcome": "SCA_SESSION_REQUIRED"}'::jsonb; end if;
  v := answer_sca_challenge(p || jsonb_build_object('customerId', payment.customer_id, 'purpose', s.purpose,
    'subjectId', payment.id, 'binding', encode(s.binding, 'hex')));
  if v ->> 'outcome' = 'EXPIRED' then return used_up_challenge(s); end if;
  if v ->> 'outcome' <> 'OK' then return v; end if;
  update sca_challenges set proof_hash = decode(p ->> 'proofHash', 'hex') where id = s.id;
  v_next := (select d from unnest(payment.sca_purposes) with ordinality u(d, place)
    where place > array_position(payment.sca_purposes, s.purpose)
      and not (d = 'PAYOUT' and payment.sca_exemption is not null) order by place limit 1);
  if payer_refusal(payment) is not null then
    perform end_unauthorized(payment, 'COMPLIANCE_REJECTED');
    perform signal_payment(payment.id);
    return '{"outcome": "NONE"}'::jsonb;
  end if;
  -- Payee or source may have been deleted or frozen since, or have become invalid; no money has moved.
  if not is_destination_payable(payment)
      or account_refusal(payment.source_external_id, payment.destination_account_id) is not null then
    perform end_unauthorized(payment, 'ACCOUNT_CANNOT_RECEIVE');
    perform signal_payment(payment.id);
    return '{"outcome": "NONE"}'::jsonb;
  end if;
  if v_next is null then
    perform finish_authorization(payment);
    return v;
  end if;
  perform open_payment_challenge(payment, v_next, p ->> 'codeKey');
  update payments set updated_at = service_now() where id = payment.id;
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, s.purpose || '_AUTHORIZED', null,
    'CUSTOMER', v_next || '_AUTHORIZATION');
  if payment.executed_at is not null then perform signal_payment(payment.id);
  else perform end_authorization_later(payment); end if;
  return v;
end $$;

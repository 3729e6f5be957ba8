-- What a customer has accepted last of each type of agreement, once it has accepted p_sent too. A consent that was given
-- earlier than the one that is known adds nothing; of two of one moment the one that is sent last counts.
create or replace function with_consents(p_known jsonb, p_sent jsonb) returns jsonb language sql stable as $$
  select p_known || coalesce((select jsonb_object_agg(type, consent) from jsonb_each(p_sent) sent(type, consent)
    where ((p_known -> type ->> 'acceptedAt')::timestamptz > (consent ->> 'acceptedAt')::timestamptz) is not true), '{}');
$$;

-- Updates the fields that were sent; the others are unchanged, those of a business's information too. What comes to a
-- customer that comes into the regions goes to its own account, until it has logged in and says otherwise.
create or replace function update_customer(p_customer uuid, p jsonb) returns void language sql as $$
  insert into sca_arrivals (customer_id) select id from customers where id = p_customer
    and is_in_sca_region(p ->> 'region') and not is_in_sca_region(region) on conflict do nothing;
  delete from sca_arrivals where customer_id = p_customer and p ? 'region' and not is_in_sca_region(p ->> 'region');
  update customers set
    email = coalesce(p ->> 'email', email),
    phone_number = coalesce(p ->> 'phoneNumber', phone_number),
    uma_address = coalesce(p ->> 'umaAddress', uma_address),
    region = coalesce(p ->> 'region', region),
    -- One that comes into the regions, or leaves them, verifies its contacts again.
    email_verified_at = case when is_in_sca_region(coalesce(p ->> 'region', region)) = is_in_sca_region(region)
      then email_verified_at end,
    phone_verified_at = case when is_in_sca_region(coalesce(p ->> 'region', region)) = is_in_sca_region(region)
      then phone_verified_at end,
    currencies = coalesce((select array_agg(x) from jsonb_array_elements_text(p -> 'currencies') x), currencies),
    profile = profile || coalesce(p -> 'profile', '{}') || case when p #> '{profile,businessInfo}' is null then '{}'
      else jsonb_build_object('businessInfo', coalesce(profile -> 'businessInfo', '{}') || (p #> '{profile,businessInfo}')) end,
    identity_number = coalesce(p ->> 'identityNumber', identity_number),
    agreement_consents = with_consents(agreement_consents, p -> 'agreementConsents'),
    updated_at = service_now()
  where id = p_customer;
  update external_accounts set default_uma_deposit_account = false, updated_at = service_now()
  where customer_id = p_customer and default_uma_deposit_account and deleted_at is null
    and exists (select 1 from sca_arrivals where customer_id = p_customer);
$$;

-- Opens the accounts that have waited for the customer's acceptance of the terms. The wallet becomes
-- ACTIVE once the provider has made it.
create or replace function open_waiting_accounts(p_customer uuid) returns void language plpgsql as $$
declare a internal_account_views;
begin
  for a in
    with opened as (update internal_accounts set status = 'ACTIVE', updated_at = service_now()
      where customer_id = p_customer and status = 'PENDING' and type <> 'EMBEDDED_WALLET' returning id)
    select v.id, v.platform_id, v.customer_id, v.type, v.currency, 'ACTIVE', v.private_enabled, v.spendable, v.total,
      v.created_at, service_now(), v.funding_instructions from internal_account_views v join opened using (id) order by v.created_at, v.id
  loop
    perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.STATUS_UPDATED', 'InternalAccount:' || a.id, account_row(a));
  end loop;
end $$;

-- Orders the wallet of a customer whose contact and consent are there; the onboarding that makes it at the provider.
create or replace function order_wallet(c customers, p_wallet uuid, p_code text) returns jsonb language plpgsql as $$
declare v_attempt integer;
begin
  update internal_accounts set needs_contact = false, updated_at = service_now() where id = p_wallet;
  update customers set onboarding_attempt = onboarding_attempt + 1 where id = c.id
    returning onboarding_attempt into v_attempt;
  perform add_timeline(c.platform_id, 'Customer:' || c.id, p_code, v_attempt, 'WALLET_PROVIDER', 'WALLET');
  return start_later(pending_subject('CUSTOMER', c.id));
end $$;

-- Changes a customer without a stamp: what is not linked to a credential. The first contact of a
-- wallet becomes its first credential. A change that brings what the wallet has waited for, contact or
-- consent, has the start of the onboarding that makes the wallet at the provider; a repeat of the change has none.
create or replace function change_customer(p_customer uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  v_refusal jsonb;
  v_wallet internal_accounts;
  v_contact jsonb;
  v_taken text;
  v_had_terms boolean;
begin
  -- Serializes first contacts, consents and the deletion.
  select * into c from customers where id = p_customer for no key update;
  if c.is_deleted then return jsonb_build_object('outcome', 'REFUSED', 'code', 'USER_NOT_FOUND'); end if;
  v_refusal := customer_change_refusal(c, p);
  if v_refusal is not null then return v_refusal; end if;
  v_had_terms := has_accepted_terms(c);
  select * into v_wallet from internal_accounts
    where customer_id = p_customer and type = 'EMBEDDED_WALLET' for no key update;
  if exists (select 1 from credentials where account_id = v_wallet.id and revoked_at is null
      and contact <> case type when 'EMAIL_OTP' then p ->> 'email' when 'SMS_OTP' then p ->> 'phoneNumber' end) then
    -- Linked since the request was read: such a change needs a stamp.
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT');
  end if;
  if v_wallet.status = 'PENDING' and not exists (select 1 from credentials where account_id = v_wallet.id) then
    v_contact := first_contact(coalesce(p ->> 'email', c.email), coalesce(p ->> 'phoneNumber', c.phone_number));
    v_taken := claim_contact(v_wallet.platform_id, p_customer, v_contact ->> 'type', v_contact ->> 'contact');
    if v_taken is not null then return jsonb_build_object('outcome', 'REFUSED', 'code', v_taken); end if;
  end if;
  begin
    perform update_customer(p_customer, p);
  exception
    when unique_violation then return jsonb_build_object('outcome', 'REFUSED', 'code', 'UMA_ADDRESS_EXISTS');
    when sqlstate 'PY002' then return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT');
  end;
  select * into c from customers where id = p_customer;
  if not v_had_terms and has_accepted_terms(c) then
    perform add_timeline(c.platform_id, 'Customer:' || c.id, 'TERMS_ACCEPTED', null, null, null);
    perform open_waiting_accounts(p_customer);
  end if;
  if v_contact is not null then
    insert into credentials (id, platform_id, account_id, type, nickname, contact)
    values (gen_random_uuid(), v_wallet.platform_id, v_wallet.id, v_contact ->> 'type',
      v_contact ->> 'contact', v_contact ->> 'contact');
  end if;
  -- A wallet that was frozen or closed meanwhile stays so.
  if has_accepted_terms(c) and (v_contact is not null or (v_wallet.needs_contact and v_wallet.status = 'PENDING' and not v_had_terms
      and exists (select 1 from credentials where account_id = v_wallet.id))) then
    return with_start('{"outcome": "COMMITTED"}', order_wallet(c, v_wallet.id,
      case when v_contact is null then 'WALLET_ORDERED' else 'CONTACT_SET' end));
  end if;
  return jsonb_build_object('outcome', 'COMMITTED');
end $$;

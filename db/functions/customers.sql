-- An account with its ledger account and balance, in the environment of its platform.
create or replace function open_internal_account(p_id uuid, p_platform uuid, p_customer uuid, p_type text,
  p_currency text, p_status text) returns void language sql as $$
  insert into ledger_accounts (id, environment, kind, currency, has_floor)
  select p_id, p.environment, 'HOLDER', p_currency, true from platforms p where p.id = p_platform;
  insert into ledger_balances (account_id) values (p_id);
  insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status)
  select p_id, p.id, p.environment, p_customer, p_type, p_currency, p_status from platforms p where p.id = p_platform;
$$;

-- Gives back the idempotency key of a customer that is refused.
create or replace function refuse_customer(p_platform uuid, p_key text, p_code text) returns jsonb language plpgsql as $$
begin
  delete from idempotency_keys where platform_id = p_platform and operation = 'createCustomer' and key = p_key;
  return jsonb_build_object('outcome', 'REFUSED', 'code', p_code);
end $$;

-- The synchronous step of customerOnboarding: the customer, its accounts and its wallet's first
-- credential, of the email or else of the phone number. Without either the wallet waits for one.
create or replace function create_customer(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  v_id uuid := (p ->> 'id')::uuid;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_contact jsonb := first_contact(p ->> 'email', p ->> 'phoneNumber');
  v_account jsonb;
  v_has_wallet boolean := false;
  v_taken text;
begin
  perform lock_creation(v_id);
  select * into c from customers where id = v_id and platform_id = v_platform;
  if found then
    -- Created by this request, or by one whose idempotency key has been purged.
    if p ->> 'key' is not null and not exists (select 1 from idempotency_keys where platform_id = v_platform
        and operation = 'createCustomer' and key = p ->> 'key' and resource_id = v_id) then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST');
    end if;
    return jsonb_build_object('outcome', 'COMMITTED', 'needsContact', exists (
      select 1 from internal_accounts where customer_id = v_id and needs_contact));
  end if;
  if (p ->> 'decideBefore')::timestamptz <= service_now() then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'SERVICE_UNAVAILABLE', 'retryAfterSeconds', 1,
      'reason', 'The customer was not created in time; send the request again.');
  end if;
  if p ->> 'key' is not null and claim_idempotency_key(v_platform, 'createCustomer', p ->> 'key',
       decode(p ->> 'requestHash', 'hex'), v_id) = 'OTHER' then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST');
  end if;
  v_has_wallet := coalesce(p -> 'accounts' @> '[{"type": "EMBEDDED_WALLET"}]', false);
  if v_has_wallet then
    v_taken := claim_contact(v_platform, v_id, v_contact ->> 'type', v_contact ->> 'contact');
    if v_taken is not null then return refuse_customer(v_platform, p ->> 'key', v_taken); end if;
  end if;
  begin
    insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, email,
      phone_number, region, currencies, profile, identity_number, kyc_status)
    values (v_id, v_platform, p ->> 'platformCustomerId', p ->> 'customerType', p ->> 'umaAddress',
      p ->> 'email', p ->> 'phoneNumber', p ->> 'region',
      (select array_agg(x) from jsonb_array_elements_text(p -> 'currencies') x), p -> 'profile',
      p ->> 'identityNumber', p ->> 'kycStatus') returning * into c;
  exception
    when unique_violation then
      return refuse_customer(v_platform, p ->> 'key', case when exists (select 1 from customers
        where platform_id = v_platform and platform_customer_id = p ->> 'platformCustomerId' and not is_deleted)
        then 'CONFLICT' else 'UMA_ADDRESS_EXISTS' end);
    when sqlstate 'PY002' then
      -- The platform has changed its domain since the address was checked.
      return refuse_customer(v_platform, p ->> 'key', 'CONFLICT');
  end;
  for v_account in select * from jsonb_array_elements(p -> 'accounts') loop
    perform open_internal_account((v_account ->> 'id')::uuid, v_platform, v_id, v_account ->> 'type',
      v_account ->> 'currency', case v_account ->> 'type' when 'EMBEDDED_WALLET' then 'PENDING' else 'ACTIVE' end);
    if v_account ->> 'type' = 'EMBEDDED_WALLET' then
      insert into wallets (account_id) values ((v_account ->> 'id')::uuid);
      if v_contact is null then
        update internal_accounts set needs_contact = true where id = (v_account ->> 'id')::uuid;
      else
        insert into credentials (id, platform_id, account_id, type, nickname, contact)
        values ((p ->> 'credentialId')::uuid, v_platform, (v_account ->> 'id')::uuid, v_contact ->> 'type',
          v_contact ->> 'contact', v_contact ->> 'contact');
      end if;
    end if;
  end loop;
  if c.kyc_status in ('APPROVED', 'REJECTED', 'PENDING') then
    perform emit_event(v_platform, 'CUSTOMER.KYC_' || c.kyc_status, 'Customer:' || v_id, to_jsonb(c) - 'identity_number');
  end if;
  perform add_timeline(v_platform, 'Customer:' || v_id, 'CREATED', 1,
    case when v_has_wallet then case when v_contact is null then 'PLATFORM' else 'WALLET_PROVIDER' end end,
    case when v_has_wallet then case when v_contact is null then 'CONTACT' else 'WALLET' end end);
  return jsonb_build_object('outcome', 'COMMITTED', 'needsContact', v_has_wallet and v_contact is null);
end $$;

-- Updates the fields that were sent; the others are unchanged.
create or replace function update_customer(p_customer uuid, p jsonb) returns void language sql as $$
  update customers set
    email = coalesce(p ->> 'email', email),
    phone_number = coalesce(p ->> 'phoneNumber', phone_number),
    uma_address = coalesce(p ->> 'umaAddress', uma_address),
    region = coalesce(p ->> 'region', region),
    currencies = coalesce((select array_agg(x) from jsonb_array_elements_text(p -> 'currencies') x), currencies),
    profile = profile || coalesce(p -> 'profile', '{}'),
    identity_number = coalesce(p ->> 'identityNumber', identity_number),
    updated_at = service_now()
  where id = p_customer;
$$;

-- Changes a customer without a stamp: what is not linked to a credential. The first contact of a
-- wallet becomes its first credential, and the result has the `walletAccountId` and `attempt` of the
-- onboarding that makes the wallet at the provider; a repeat of the change has none.
create or replace function change_customer(p_customer uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  v_wallet internal_accounts;
  v_contact jsonb;
  v_taken text;
  v_attempt integer;
begin
  -- Serializes first contacts, and changes of the wallet's credentials.
  select * into v_wallet from internal_accounts
    where customer_id = p_customer and type = 'EMBEDDED_WALLET' for no key update;
  if exists (select 1 from credentials where account_id = v_wallet.id and revoked_at is null
      and contact <> case type when 'EMAIL_OTP' then p ->> 'email' when 'SMS_OTP' then p ->> 'phoneNumber' end) then
    -- Linked since the request was read: such a change needs a stamp.
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT');
  end if;
  if v_wallet.status in ('PENDING', 'ACTIVE') and not exists (select 1 from credentials where account_id = v_wallet.id) then
    select first_contact(coalesce(p ->> 'email', email), coalesce(p ->> 'phoneNumber', phone_number))
      into v_contact from customers where id = p_customer;
    v_taken := claim_contact(v_wallet.platform_id, p_customer, v_contact ->> 'type', v_contact ->> 'contact');
    if v_taken is not null then return jsonb_build_object('outcome', 'REFUSED', 'code', v_taken); end if;
  end if;
  begin
    perform update_customer(p_customer, p);
  exception
    when unique_violation then return jsonb_build_object('outcome', 'REFUSED', 'code', 'UMA_ADDRESS_EXISTS');
    when sqlstate 'PY002' then return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT');
  end;
  if v_contact is null then return jsonb_build_object('outcome', 'COMMITTED'); end if;
  insert into credentials (id, platform_id, account_id, type, nickname, contact)
  values (gen_random_uuid(), v_wallet.platform_id, v_wallet.id, v_contact ->> 'type',
    v_contact ->> 'contact', v_contact ->> 'contact');
  -- An earlier release created wallets without a credential at the provider. No login to such a wallet
  -- is possible, so its data is cleared and the onboarding creates another one.
  update wallets set create_body = null, create_activity_id = null, sub_organization_id = null,
    provider_user_id = null, provider_wallet_id = null, address = null, provisioned_at = null
  where account_id = v_wallet.id;
  update internal_accounts set needs_contact = false, status = 'PENDING', updated_at = service_now()
    where id = v_wallet.id;
  update customers set onboarding_attempt = onboarding_attempt + 1 where id = p_customer
    returning onboarding_attempt into v_attempt;
  perform add_timeline(v_wallet.platform_id, 'Customer:' || p_customer, 'CONTACT_SET', v_attempt, 'WALLET_PROVIDER', 'WALLET');
  return jsonb_build_object('outcome', 'COMMITTED', 'walletAccountId', v_wallet.id, 'attempt', v_attempt);
end $$;

-- Sandbox money: a credit from the funding account, with its transaction and event.
create or replace function fund_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a internal_accounts;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_transaction uuid := (p ->> 'transactionId')::uuid;
  v_amount bigint := (p ->> 'amount')::bigint;
  v_answer jsonb;
begin
  if p ->> 'key' is not null then
    case claim_idempotency_key(v_platform, 'sandboxFundInternalAccount', p ->> 'key',
        decode(p ->> 'requestHash', 'hex'), v_transaction)
      when 'OTHER' then return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
      when 'SAME' then
        select answer into v_answer from idempotency_keys
          where platform_id = v_platform and operation = 'sandboxFundInternalAccount' and key = p ->> 'key';
        return jsonb_build_object('replayed', true, 'account', v_answer);
      else null;
    end case;
  end if;
  -- The same request with a key that has been purged: the id is derived from the key and the body.
  if exists (select 1 from transactions where id = v_transaction) then
    delete from idempotency_keys where platform_id = v_platform and operation = 'sandboxFundInternalAccount'
      and key = p ->> 'key';
    return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
  end if;
  select * into a from internal_accounts where id = (p ->> 'accountId')::uuid and platform_id = v_platform;
  perform ledger_lock(a.id);
  perform ledger_transfer('Transaction:' || v_transaction || '/fund', 'POSTED',
    service_account(a.environment, 'FUNDING', a.currency), a.id, a.currency, v_amount, null, 'Transaction:' || v_transaction);
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    source, destination, received_amount, received_currency, settled_at)
  select v_transaction, a.platform_id, a.customer_id, c.platform_customer_id, 'INCOMING', 'CREDIT', 'COMPLETED',
    jsonb_build_object('sourceType', 'REALTIME_FUNDING', 'currency', a.currency),
    jsonb_build_object('destinationType', 'ACCOUNT', 'accountId', 'InternalAccount:' || a.id, 'currency', a.currency),
    v_amount, a.currency, service_now()
  from (select 1) x left join customers c on c.id = a.customer_id;
  perform emit_transaction_event(v_transaction, 'COMPLETED');
  perform add_timeline(a.platform_id, 'Transaction:' || v_transaction, 'CREDITED', null, null, null);
  select account_row(v) into v_answer from internal_account_views v where id = a.id;
  update idempotency_keys set answer = v_answer
    where platform_id = v_platform and operation = 'sandboxFundInternalAccount' and key = p ->> 'key';
  return jsonb_build_object('account', v_answer);
end $$;

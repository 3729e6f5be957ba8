-- A customer as answers and events show it: without its encrypted identifier, a business with its
-- beneficial owners.
create or replace function customer_row(c customers) returns jsonb language sql stable as $$
  select to_jsonb(c) - '{identity_number,created_by,deleted_at,erased_at}'::text[]
    || jsonb_build_object('contact_verification', contact_verification(c))
    || case c.customer_type when 'BUSINESS' then jsonb_build_object('beneficial_owners', (
      select coalesce(jsonb_agg(beneficial_owner_row(o) order by o.created_at, o.id), '[]')
      from beneficial_owners o where o.customer_id = c.id)) else '{}' end
    || case when is_frozen(c.id) then '{"is_frozen": true}' else '{}' end::jsonb;
$$;

-- The verification that a new customer begins with: of its environment, of the platform's regulation and, in the
-- sandbox, of the platform's setting, then of the last three characters of a person's name or a business's number.
create or replace function initial_kyc_status(p_platform uuid, p_type text, p_profile jsonb) returns text
language sql stable as $$
  select case when p.environment = 'PRODUCTION' then case when p.is_regulated then 'APPROVED' else 'UNVERIFIED' end
    when p.sandbox_verification = 'ON_SUBMISSION' then 'UNVERIFIED'
    when p_type = 'BUSINESS' then case right(p_profile #>> '{businessInfo,registrationNumber}', 3)
      when '001' then 'UNVERIFIED' when '002' then 'REJECTED' when '003' then 'UNVERIFIED' else 'APPROVED' end
    else sandbox_person_status(p_profile ->> 'fullName') end
  from platforms p where p.id = p_platform;
$$;

-- What the sandbox decides about a person by the end of a name.
create or replace function sandbox_person_status(p_name text) returns text language sql immutable as $$
  select case right(p_name, 3) when '001' then 'PENDING' when '002' then 'REJECTED' when '003' then 'UNVERIFIED'
    else 'APPROVED' end;
$$;

-- The event of a customer's present verification; those that have none emit nothing.
create or replace function emit_customer_status(c customers) returns void language sql as $$
  select emit_event(c.platform_id, customer_status_event(c), 'Customer:' || c.id, customer_row(c))
  where customer_status_event(c) is not null;
$$;

-- Whether a customer has accepted the service's terms, or its platform holds that consent itself. No other agreement
-- is needed for a payment.
create or replace function has_accepted_terms(c customers) returns boolean language sql stable as $$
  select c.agreement_consents ? 'SERVICE_END_USER_TERMS' or (select is_regulated from platforms where id = c.platform_id);
$$;

-- Gives back the idempotency key of a customer that is refused.
create or replace function refuse_customer(p_platform uuid, p_key text, p_code text) returns jsonb language plpgsql as $$
begin
  delete from idempotency_keys where platform_id = p_platform and operation = 'createCustomer' and key = p_key;
  return jsonb_build_object('outcome', 'REFUSED', 'code', p_code);
end $$;

-- Creates a customer, and what comes with it, in one transaction: COMMITTED (by this call, or earlier by the same request:
-- isReplay), or REFUSED, which leaves nothing behind. p is {id, platformId, operation, key?, requestHash, decideBefore?,
-- customerType, platformCustomerId, umaAddress, accounts: [{id, currency, type}], credentialId, profile, ...}.
create or replace function create_customer(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  v_id uuid := (p ->> 'id')::uuid;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_contact jsonb := first_contact(p ->> 'email', p ->> 'phoneNumber');
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
    return '{"outcome": "COMMITTED", "isReplay": true}';
  end if;
  if is_fenced(p) then return '{"outcome": "REFUSED", "code": "SERVICE_UNAVAILABLE"}'; end if;
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
      phone_number, region, currencies, profile, identity_number, agreement_consents, kyc_status, created_by)
    values (v_id, v_platform, p ->> 'platformCustomerId', p ->> 'customerType', p ->> 'umaAddress',
      p ->> 'email', p ->> 'phoneNumber', p ->> 'region',
      (select array_agg(x) from jsonb_array_elements_text(p -> 'currencies') x), p -> 'profile',
      p ->> 'identityNumber', coalesce(p -> 'agreementConsents', '{}'),
      initial_kyc_status(v_platform, p ->> 'customerType', p -> 'profile'), request_identity(p)) returning * into c;
  exception
    when unique_violation then
      return refuse_customer(v_platform, p ->> 'key', case when exists (select 1 from customers
        where platform_id = v_platform and platform_customer_id = p ->> 'platformCustomerId' and not is_deleted)
        then 'CONFLICT' else 'UMA_ADDRESS_EXISTS' end);
    when sqlstate 'PY002' then
      -- The platform has changed its domain since the address was checked.
      return refuse_customer(v_platform, p ->> 'key', 'CONFLICT');
  end;
  perform create_customer_accounts(array[v_id], (select coalesce(jsonb_agg(a || jsonb_build_object('customerId', v_id)), '[]')
    from jsonb_array_elements(p -> 'accounts') a), (p ->> 'credentialId')::uuid, null);
  return with_start('{"outcome": "COMMITTED"}', start_later(pending_subject('CUSTOMER', v_id)));
end $$;

-- What has become of a creation whose answer was lost: as create_customer answers, or NONE with whether it can still be
-- made. As find_payment_decision it takes the lock and writes.
create or replace function find_customer_creation(p jsonb) returns jsonb language plpgsql as $$
begin
  perform lock_creation((p ->> 'id')::uuid);
  perform pg_logical_emit_message(true, 'decision', '');
  if exists (select 1 from customers where id = (p ->> 'id')::uuid and created_by = request_identity(p)) then
    return '{"outcome": "COMMITTED"}';
  end if;
  return not_decided(p);
end $$;

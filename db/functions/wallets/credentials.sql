-- Counts the credentials that will remain: those claimed for revocation are excluded, so that two
-- concurrent revocations cannot leave a wallet without a credential.
create or replace function remaining_credentials(p_account uuid) returns bigint language sql stable as $$
  select count(*) from credentials c where c.account_id = p_account and c.revoked_at is null
    and not exists (select 1 from requests r where r.credential_id = c.id
      and r.operation = 'REVOKE_CREDENTIAL' and r.status = 'CLAIMED');
$$;

-- The ids of a customer's credentials that a contact change would affect, as one text.
create or replace function linked_credentials(p_customer uuid, p_type text) returns text language sql stable as $$
  select string_agg(c.id::text, ',' order by c.id) from credentials c
  join internal_accounts a on a.id = c.account_id
  where a.customer_id = p_customer and c.type = p_type and c.revoked_at is null;
$$;

-- The contact of a wallet's first credential, {type, contact}: the email, else the phone number, else
-- null.
create or replace function first_contact(p_email text, p_phone text) returns jsonb language sql immutable as $$
  select case when p_email is not null then jsonb_build_object('type', 'EMAIL_OTP', 'contact', p_email)
    when p_phone is not null then jsonb_build_object('type', 'SMS_OTP', 'contact', p_phone) end;
$$;

-- Whether another customer of the platform has a credential with this contact. A deleted customer
-- keeps none.
create or replace function is_contact_taken(p_platform uuid, p_customer uuid, p_type text, p_contact text)
returns boolean language sql stable as $$
  select exists (select 1 from credentials c join internal_accounts a on a.id = c.account_id
    join customers owner on owner.id = a.customer_id
    where c.type = p_type and lower(c.contact) = lower(p_contact) and c.revoked_at is null
      and a.customer_id <> p_customer and not owner.is_deleted and c.platform_id = p_platform);
$$;

-- `is_contact_taken` for a customer that exists.
create or replace function contact_taken(p_customer uuid, p_type text, p_contact text) returns boolean language sql stable as $$
  select is_contact_taken((select platform_id from customers where id = p_customer), p_customer, p_type, p_contact);
$$;

-- The error code of a contact that a credential of another customer of the platform has.
create or replace function contact_error(p_type text) returns text language sql immutable as $$
  select case p_type when 'SMS_OTP' then 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS' else 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' end;
$$;

-- Serializes the claims of one key (a contact, a passkey) for credentials of one platform.
create or replace function lock_credential_key(p_platform uuid, p_type text, p_key text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('credential/' || p_platform || '/' || p_type || '/' || lower(p_key), 0));
$$;

-- lock_credential_key for many keys, in one order, so that two transactions with keys in common do not deadlock.
create or replace function lock_credential_keys(p_platform uuid, p_type text, p_keys text[]) returns void
language sql as $$
  select lock_credential_key(p_platform, p_type, k.key)
  from (select distinct lower(x) as key from unnest(p_keys) x order by 1) k;
$$;

-- The error code of a contact that is another customer's, or is being made so; null when it is free, and
-- without a contact. The caller holds the lock of its key.
create or replace function contact_claim_error(p_platform uuid, p_customer uuid, p_type text, p_contact text)
returns text language sql stable as $$
  select case when p_contact is null then null
    when is_contact_taken(p_platform, p_customer, p_type, p_contact) then contact_error(p_type)
    when exists (select 1 from requests where status = 'CLAIMED' and platform_id = p_platform
      and coalesce(intent ->> 'credentialType', intent ->> 'type') = p_type
      and lower(intent ->> 'contact') = lower(p_contact)) then 'CONFLICT' end;
$$;

-- Claims a contact for the first credential of a customer, until the transaction ends. Returns the
-- error code of a contact that is another customer's, or is being made so; null when it is free.
create or replace function claim_contact(p_platform uuid, p_customer uuid, p_type text, p_contact text)
returns text language plpgsql as $$
begin
  if p_contact is null then return null; end if;
  perform lock_credential_key(p_platform, p_type, p_contact);
  return contact_claim_error(p_platform, p_customer, p_type, p_contact);
end $$;

-- Conflicts between wallets (the same passkey, email or UMA address) are decided at the claim, before
-- the provider is called: detected later they could be neither recorded nor undone.

-- Locks what a credential change claims beyond its own account and returns the error code of a
-- conflict, or null.
create or replace function concurrent_change_error(r requests) returns text language plpgsql as $$
declare
  v_type text := coalesce(r.intent ->> 'credentialType', r.intent ->> 'type');
  v_key text := coalesce(r.intent ->> 'webauthnId', lower(r.intent ->> 'contact'));
  v_uma text := lower(r.intent #>> '{fields,umaAddress}');
begin
  if v_uma is not null then
    perform pg_advisory_xact_lock(hashtextextended('uma/' || r.platform_id || '/' || v_uma, 0));
    if exists (select 1 from customers where lower(uma_address) = v_uma and platform_id = r.platform_id
        and id is distinct from r.customer_id) then
      return 'UMA_ADDRESS_EXISTS';
    end if;
  end if;
  if v_key is null then return null; end if;
  perform lock_credential_key(r.platform_id, v_type, v_key);
  if v_type in ('EMAIL_OTP', 'SMS_OTP') and is_contact_taken(r.platform_id,
      (select customer_id from internal_accounts where id = r.account_id), v_type, v_key) then
    return contact_error(v_type);
  end if;
  -- Claimed by another wallet and not decided yet: that claim may fail, so CONFLICT can be retried.
  if exists (select 1 from requests o where o.status = 'CLAIMED' and o.id <> r.id and o.platform_id = r.platform_id
      and ((o.operation = 'ADD_CREDENTIAL' and o.intent ->> 'webauthnId' = v_key)
        or (o.operation in ('ADD_CREDENTIAL', 'CONTACT_CHANGE')
            and coalesce(o.intent ->> 'credentialType', o.intent ->> 'type') = v_type
            and lower(o.intent ->> 'contact') = v_key)
        or (o.operation = 'CONTACT_CHANGE' and lower(o.intent #>> '{fields,umaAddress}') = v_uma))) then
    return 'CONFLICT';
  end if;
  return null;
end $$;

-- Whether the wallet has a credential of this identity. Google's two spellings are one issuer.
create or replace function has_identity(p_account uuid, p_issuer text, p_audience text, p_subject text)
returns boolean language sql stable as $$
  select exists (select 1 from credentials where account_id = p_account and audience = p_audience and subject = p_subject
    and revoked_at is null and p_issuer =
      case issuer when 'accounts.google.com' then 'https://accounts.google.com' else issuer end);
$$;

-- The error code that refuses a change of an account's credentials, or null: another change in
-- progress, the last credential, a duplicate, or a claim of another wallet. Locks the account's row.
create or replace function credential_change_error(r requests) returns text language plpgsql as $$
declare
  v_type text := r.intent ->> 'type';
  v_concurrent text;
begin
  perform 1 from internal_accounts where id = r.account_id and status <> 'CLOSED' for update;
  if not found then return 'ACCOUNT_NOT_FOUND'; end if;
  if exists (select 1 from requests o where o.account_id = r.account_id and o.id <> r.id
      and o.status = 'CLAIMED' and o.operation in ('ADD_CREDENTIAL', 'REVOKE_CREDENTIAL', 'CONTACT_CHANGE')) then
    return 'CONFLICT';
  end if;
  if r.operation = 'REVOKE_CREDENTIAL' then
    if exists (select 1 from credentials where id = r.credential_id and revoked_at is not null) then
      return 'AUTH_METHOD_NOT_FOUND';
    end if;
    if remaining_credentials(r.account_id) <= 1 then return 'INVALID_INPUT'; end if;
  end if;
  if r.operation = 'CONTACT_CHANGE' and exists (select 1 from customers c where c.id = r.customer_id
      and customer_change_refusal(c, r.intent -> 'fields' || case r.intent ->> 'credentialType'
        when 'SMS_OTP' then jsonb_build_object('phoneNumber', r.intent ->> 'contact') else '{}' end) is not null) then
    return 'SCA_SESSION_REQUIRED';
  end if;
  if r.operation = 'CONTACT_CHANGE' and r.intent ->> 'credentials' is distinct from
      linked_credentials(r.customer_id, r.intent ->> 'credentialType') then
    return case r.intent ->> 'credentialType' when 'SMS_OTP' then 'SMS_OTP_CREDENTIAL_SET_CHANGED'
      else 'EMAIL_OTP_CREDENTIAL_SET_CHANGED' end;
  end if;
  if r.operation in ('ADD_CREDENTIAL', 'CONTACT_CHANGE') then
    v_concurrent := concurrent_change_error(r);
    if v_concurrent is not null then return v_concurrent; end if;
  end if;
  if r.operation = 'ADD_CREDENTIAL' then
    if v_type in ('EMAIL_OTP', 'SMS_OTP') and exists (select 1 from credentials
        where account_id = r.account_id and type = v_type and revoked_at is null) then
      return v_type || '_CREDENTIAL_ALREADY_EXISTS';
    end if;
    if v_type = 'PASSKEY' and exists (select 1 from credentials
        where platform_id = r.platform_id and webauthn_id = r.intent ->> 'webauthnId' and revoked_at is null) then
      return 'PASSKEY_CREDENTIAL_ALREADY_EXISTS';
    end if;
    if v_type = 'PASSKEY' and exists (select 1 from credentials where account_id = r.account_id
        and registration_challenge = r.intent ->> 'registrationChallenge') then
      return 'CONFLICT';
    end if;
    if v_type = 'OAUTH' and has_identity(r.account_id, r.intent ->> 'issuer', r.intent ->> 'audience',
        r.intent ->> 'subject') then
      return 'CONFLICT';
    end if;
  end if;
  return null;
end $$;

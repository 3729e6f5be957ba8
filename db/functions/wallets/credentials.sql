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

-- Whether another customer of the platform has a credential with this contact.
create or replace function contact_taken(p_customer uuid, p_type text, p_contact text) returns boolean language sql stable as $$
  select exists (select 1 from credentials c join internal_accounts a on a.id = c.account_id
    where c.type = p_type and lower(c.contact) = lower(p_contact) and c.revoked_at is null
      and a.customer_id <> p_customer
      and c.platform_id = (select platform_id from customers where id = p_customer));
$$;

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
    perform pg_advisory_xact_lock(hashtextextended('uma/' || v_uma, 0));
    if exists (select 1 from customers where lower(uma_address) = v_uma and not is_deleted
        and id is distinct from r.customer_id) then
      return 'UMA_ADDRESS_EXISTS';
    end if;
  end if;
  if v_key is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('credential/' || v_type || '/' || v_key, 0));
  if r.operation = 'CONTACT_CHANGE' and contact_taken(r.customer_id, v_type, v_key) then
    return case v_type when 'SMS_OTP' then 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS'
      else 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' end;
  end if;
  -- Claimed by another wallet and not decided yet: that claim may fail, so CONFLICT can be retried.
  if exists (select 1 from requests o where o.status = 'CLAIMED' and o.id <> r.id
      and ((r.operation = 'ADD_CREDENTIAL' and o.operation = 'ADD_CREDENTIAL'
            and o.intent ->> 'webauthnId' = v_key)
        or (o.operation = 'CONTACT_CHANGE' and o.platform_id = r.platform_id
            and ((o.intent ->> 'credentialType' = v_type and lower(o.intent ->> 'contact') = v_key)
              or lower(o.intent #>> '{fields,umaAddress}') = v_uma)))) then
    return 'CONFLICT';
  end if;
  return null;
end $$;

-- The error code that refuses a change of an account's credentials, or null: another change in
-- progress, the last credential, a duplicate, or a claim of another wallet. Locks the account's row.
create or replace function credential_change_error(r requests) returns text language plpgsql as $$
declare
  v_type text := r.intent ->> 'type';
  v_concurrent text;
begin
  perform 1 from internal_accounts where id = r.account_id for update;
  if exists (select 1 from requests o where o.account_id = r.account_id and o.id <> r.id
      and o.status = 'CLAIMED' and o.operation in ('ADD_CREDENTIAL', 'REVOKE_CREDENTIAL', 'CONTACT_CHANGE')) then
    return 'CONFLICT';
  end if;
  if r.operation = 'REVOKE_CREDENTIAL' then
    if exists (select 1 from credentials where id = r.credential_id and revoked_at is not null) then
      return 'REFERENCE_NOT_FOUND';
    end if;
    if remaining_credentials(r.account_id) <= 1 then return 'INVALID_INPUT'; end if;
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
        where webauthn_id = r.intent ->> 'webauthnId' and revoked_at is null) then
      return 'PASSKEY_CREDENTIAL_ALREADY_EXISTS';
    end if;
    if v_type = 'PASSKEY' and exists (select 1 from credentials where account_id = r.account_id
        and registration_challenge = r.intent ->> 'registrationChallenge') then
      return 'CONFLICT';
    end if;
    if v_type = 'OAUTH' and exists (select 1 from credentials where account_id = r.account_id
        and issuer = r.intent ->> 'issuer' and audience = r.intent ->> 'audience'
        and subject = r.intent ->> 'subject' and revoked_at is null) then
      return 'CONFLICT';
    end if;
  end if;
  return null;
end $$;

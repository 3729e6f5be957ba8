-- The documents that customers accept. A version is of one type, and never changed once it is published.
create table agreements (
  type text not null check (type in ('SERVICE_END_USER_TERMS', 'SERVICE_E_SIGN_CONSENT', 'SERVICE_PRIVACY_POLICY',
    'BANK_E_SIGN_CONSENT', 'BANK_ACCOUNTHOLDER_AGREEMENT', 'BANK_PRIVACY_POLICY', 'BANK_CARDHOLDER_AGREEMENT')),
  version text not null check (version ~ '^[A-Za-z0-9._-]{1,64}$'),
  body text not null,
  published_at timestamptz not null default service_now(),
  primary key (type, version)
);

create table customers (
  id uuid primary key,
  platform_id uuid not null references platforms,
  platform_customer_id text not null,
  customer_type text not null check (customer_type in ('INDIVIDUAL', 'BUSINESS')),
  uma_address text not null,
  email text,
  phone_number text,
  -- When a contact was proven to be the customer's; null again as soon as it changes.
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  region text,
  currencies text[],
  -- the other submitted fields as received; `identifier` is never returned
  profile jsonb not null default '{}',
  identity_number text,
  kyc_status text not null,
  onboarding_attempt integer not null default 1,
  -- the request that made it: {operation, key?, requestHash}
  created_by jsonb,
  -- What the customer accepted last of each type of agreement, as it was sent:
  -- {type: {acceptedAt, ipAddress, termsVersion, acceptanceMethod}}.
  agreement_consents jsonb not null default '{}',
  is_deleted boolean not null default false,
  deleted_at timestamptz,
  -- Personal data is blanked so long after the deletion; the row, its accounts and its payments stand.
  erased_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create unique index customers_platform_customer on customers (platform_id, platform_customer_id) where not is_deleted;
create index customers_list on customers (platform_id, is_deleted, created_at desc, id desc);
create index customers_type on customers
  (list_key(platform_id, customer_type || '/' || is_deleted::text), created_at desc, id desc);
create index customers_region on customers
  (list_key(platform_id, region || '/' || is_deleted::text), created_at desc, id desc);
create index customers_updated on customers (platform_id, updated_at);
-- Deleted customers included: their transactions still refer to them.
create index customers_platform_customer_all on customers (platform_id, platform_customer_id);
create index customers_currencies on customers using gin (currencies) with (fastupdate = off);
-- By address alone for a receiver, with the platform for a list. Deleted customers included: their
-- addresses are not issued again.
create unique index customers_uma_address on customers (lower(uma_address), platform_id);
-- Deleted customers whose personal data is still there, oldest first.
create index customers_to_erase on customers (deleted_at) where deleted_at is not null and erased_at is null;
-- Lists of customers by email, in any case.
create index customers_email on customers
  (list_key(platform_id, lower(email) || '/' || is_deleted::text), created_at desc, id desc);
-- Names by how they begin, in any case.
create index customers_name on customers
  (platform_id, lower(coalesce(profile ->> 'fullName', profile #>> '{businessInfo,legalName}')) text_pattern_ops);
-- The last word of names by how it begins: of most people the family name. Null for a name of one word.
create index customers_last_word on customers
  (platform_id, substring(lower(coalesce(profile ->> 'fullName', profile #>> '{businessInfo,legalName}'))
    from '\s(\S+)\s*$') text_pattern_ops);

-- After a change of a customer: what was proven of the old contact says nothing about the new one.
create function forget_proofs_of_contact() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then new.email_verified_at := null; end if;
  if new.phone_number is distinct from old.phone_number then new.phone_verified_at := null; end if;
  perform void_proofs_of_customer(old, new);
  return new;
end $$;
create trigger customers_proofs before update of email, phone_number, region, is_deleted on customers
  for each row when (old.email is distinct from new.email or old.phone_number is distinct from new.phone_number
    or old.region is distinct from new.region or old.is_deleted <> new.is_deleted)
  execute function forget_proofs_of_contact();

-- An address is of the domain of its platform. The lock waits for a change of the domain in
-- progress, and a later change for the end of this transaction.
create function require_own_uma_domain() returns trigger language plpgsql as $$
begin
  perform 1 from platforms where id = new.platform_id
    and lower(uma_domain) = lower(split_part(new.uma_address, '@', 2)) for share;
  if not found then
    raise exception 'the UMA address % is not of the domain of its platform', new.uma_address using errcode = 'PY002';
  end if;
  return new;
end $$;
create trigger customers_uma_domain_created before insert on customers
  for each row execute function require_own_uma_domain();
create trigger customers_uma_domain_changed before update of uma_address on customers
  for each row when (old.uma_address is distinct from new.uma_address) execute function require_own_uma_domain();

-- A domain with addresses is not released: money that is sent to them must not reach another owner.
create function keep_used_uma_domain() returns trigger language plpgsql as $$
begin
  -- In the order of an index: of any customer, all rows may be read for a platform without one.
  perform 1 from customers where platform_id = old.id order by platform_customer_id limit 1;
  if found then
    raise exception 'the UMA domain % has addresses', old.uma_domain using errcode = 'PY002';
  end if;
  return new;
end $$;
create trigger platforms_uma_domain_changed before update of uma_domain on platforms
  for each row when (lower(old.uma_domain) <> lower(new.uma_domain)) execute function keep_used_uma_domain();

-- SHA-256 of the UMA addresses of erased customers, in lower case: an address is issued once.
create table retired_uma_addresses (
  platform_id uuid not null references platforms,
  address_hash bytea not null check (length(address_hash) = 32),
  primary key (platform_id, address_hash)
);

create function refuse_retired_uma_address() returns trigger language plpgsql as $$
begin
  if exists (select 1 from retired_uma_addresses where platform_id = new.platform_id
      and address_hash = sha256(convert_to(lower(new.uma_address), 'UTF8'))) then
    raise exception 'the UMA address was another customer''s' using errcode = 'unique_violation';
  end if;
  return new;
end $$;
create trigger customers_uma_retired_created before insert on customers
  for each row execute function refuse_retired_uma_address();
create trigger customers_uma_retired_changed before update of uma_address on customers
  for each row when (old.uma_address is distinct from new.uma_address and not new.is_deleted)
  execute function refuse_retired_uma_address();

-- Where strong customer authentication and the verification of contacts are asked of a customer: the
-- 30 countries of the European Economic Area, by the customer's region. Great Britain, Switzerland and
-- overseas territories are outside. An operator who needs another list changes the rows.
create table sca_regions (
  country text primary key check (country ~ '^[A-Z]{2}$')
);

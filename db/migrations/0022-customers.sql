-- The terms that a platform's end users accept. A version is never changed once it is published.
create table end_user_terms (
  version text primary key check (version ~ '^[A-Za-z0-9._-]{1,64}$'),
  body text not null,
  published_at timestamptz not null default service_now()
);
insert into end_user_terms (version, body) values ('2025-10-13',
  'The wallet and the payments of this application are provided by its payment service. By accepting these '
  || 'terms you allow the application to open accounts for you there and to give it your payment instructions. '
  || 'This text is a sample: before customers accept it, an operator publishes the terms that counsel has written.');

-- Whether the platform is itself a regulated institution: it has verified its customers and holds their
-- consent. Customers of others accept the terms and are verified first.
alter table platforms add column is_regulated boolean not null default true;

-- What the customer accepted, as it was sent: {acceptedAt, ipAddress, termsVersion, acceptanceMethod}.
alter table customers add column terms_consent jsonb;
alter table customers add column deleted_at timestamptz;
-- Personal data is blanked so long after the deletion; the row, its accounts and its payments stand.
alter table customers add column erased_at timestamptz;

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

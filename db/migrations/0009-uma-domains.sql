-- A UMA domain belongs to one platform of an environment, and an address to the platform of its
-- domain: together, an address names one customer of an environment. What earlier releases let in is
-- put right first.

-- Of several platforms with one domain, the one that it was made for by name keeps it, else the oldest.
update platforms p set uma_domain = left(p.id::text, 13) || '.example', updated_at = service_now()
from (select id, row_number() over (partition by environment, lower(uma_domain)
    order by lower(uma_domain) = regexp_replace(lower(name), '[^a-z0-9-]+', '-', 'g') || '.example' desc, created_at, id) as rank
  from platforms) ranked
where ranked.id = p.id and ranked.rank > 1;

-- The domain of the sandbox's own counterparties is no platform's. A production domain that was never
-- proven is free again for whoever proves it; with addresses it stays, and docs/operating.md says how to
-- list those.
update platforms p set uma_domain = left(p.id::text, 13) || '.example', updated_at = service_now()
where (p.environment = 'SANDBOX' and lower(p.uma_domain) = 'sandbox.uma.money')
  or (p.environment = 'PRODUCTION' and lower(p.uma_domain) not like '%.example'
    and not exists (select 1 from customers where platform_id = p.id));

-- Addresses of other domains: the name is kept where it is free, otherwise it is made from the id.
update customers c set updated_at = service_now(), uma_address = case when renamed.holders = 1
    then renamed.name else '$' || left(c.id::text, 13) end || '@' || renamed.uma_domain
from (select o.id, p.uma_domain, split_part(o.uma_address, '@', 1) as name,
    count(*) over (partition by o.platform_id, lower(split_part(o.uma_address, '@', 1))) as holders,
    lower(split_part(o.uma_address, '@', 2)) as used_domain
  from customers o join platforms p on p.id = o.platform_id) renamed
where renamed.id = c.id and renamed.used_domain <> lower(renamed.uma_domain);

-- An address is issued once, to a customer that has been deleted since, too.
update customers c set uma_address = '$' || left(c.id::text, 13) || '@' || split_part(c.uma_address, '@', 2),
  updated_at = service_now()
where c.is_deleted and exists (select 1 from customers o where o.platform_id = c.platform_id
  and lower(o.uma_address) = lower(c.uma_address) and o.id <> c.id);

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

-- A domain with addresses is not released: money that is sent to them must not reach anybody else.
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

-- The customer at the address when it was looked up; null where the address is not one of ours.
alter table receiver_lookups add column receiver_customer_id uuid;

-- A beneficial owner as answers show it: without its encrypted identifier.
create or replace function beneficial_owner_row(o beneficial_owners) returns jsonb language sql stable as $$
  select to_jsonb(o) - '{identity_number,is_changed}'::text[];
$$;

-- What the other owners of a business have together, where that and p_percentage are more than all of it; null if they
-- are not. The business is locked.
create or replace function excess_of_ownership(p_customer uuid, p_owner uuid, p_percentage integer) returns integer
language sql volatile as $$
  select sum(ownership_percentage)::integer from beneficial_owners
  where customer_id = p_customer and id <> p_owner having sum(ownership_percentage) + p_percentage > 100;
$$;

-- The status that a new owner begins with: where the sandbox has decided about the business as it was created, nothing
-- is submitted any more, and the end of the owner's name decides.
create or replace function initial_owner_status(c customers, p_last_name text) returns text language sql stable as $$
  select case when c.kyc_status in ('APPROVED', 'REJECTED')
      and (select environment from platforms where id = c.platform_id) = 'SANDBOX'
      and not exists (select 1 from verifications where customer_id = c.id)
    then sandbox_person_status(p_last_name) else 'UNVERIFIED' end;
$$;

-- A beneficial owner of a business that exists; null for another customer, `ownedByOthers` where they have too much.
create or replace function create_beneficial_owner(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  o beneficial_owners;
  v_others integer;
begin
  -- The lock makes a submission, and a deletion of the customer, wait or be seen.
  select * into c from customers where id = (p ->> 'customerId')::uuid and platform_id = (p ->> 'platformId')::uuid
    and customer_type = 'BUSINESS' and not is_deleted for no key update;
  if not found then return null; end if;
  v_others := excess_of_ownership((p ->> 'customerId')::uuid, (p ->> 'id')::uuid, (p ->> 'ownershipPercentage')::integer);
  if v_others is not null then return jsonb_build_object('ownedByOthers', v_others); end if;
  insert into beneficial_owners (id, platform_id, customer_id, roles, ownership_percentage, personal_info, identity_number,
    kyc_status)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, (p ->> 'customerId')::uuid,
    array(select jsonb_array_elements_text(p -> 'roles')), (p ->> 'ownershipPercentage')::integer,
    p -> 'personalInfo', p ->> 'identityNumber', initial_owner_status(c, p #>> '{personalInfo,lastName}'))
  returning * into o;
  return beneficial_owner_row(o);
end $$;

-- Whether a change makes another person of an owner whose business is still to be decided.
create or replace function is_owner_changed(o beneficial_owners, c customers, p jsonb) returns boolean language sql immutable as $$
  select o.is_changed or c.kyc_status not in ('APPROVED', 'REJECTED')
    and (p ? 'identityNumber' or o.personal_info || coalesce(p -> 'personalInfo', '{}') <> o.personal_info);
$$;

-- Changes what was sent; members of the personal information that were not sent stay. Another person is
-- verified anew: what the vendor says about an owner does not count until the next submission. Null if
-- there is none, or its business was deleted; `ownedByOthers` as above.
create or replace function update_beneficial_owner(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  o beneficial_owners;
  v_others integer;
begin
  select h.* into c from customers h where not h.is_deleted and h.id = (select customer_id from beneficial_owners
    where id = (p ->> 'id')::uuid and platform_id = (p ->> 'platformId')::uuid) for no key update;
  if not found then return null; end if;
  v_others := excess_of_ownership(c.id, (p ->> 'id')::uuid, (p ->> 'ownershipPercentage')::integer);
  if v_others is not null then return jsonb_build_object('ownedByOthers', v_others); end if;
  select * into o from beneficial_owners where id = (p ->> 'id')::uuid for update;
  update beneficial_owners set
    is_changed = is_owner_changed(o, c, p),
    kyc_status = case when is_owner_changed(o, c, p) and o.kyc_status in ('APPROVED', 'PENDING', 'HOLD') then 'UNVERIFIED'
      else o.kyc_status end,
    roles = case when p ? 'roles' then array(select jsonb_array_elements_text(p -> 'roles')) else o.roles end,
    ownership_percentage = coalesce((p ->> 'ownershipPercentage')::integer, o.ownership_percentage),
    personal_info = o.personal_info || coalesce(p -> 'personalInfo', '{}'),
    identity_number = coalesce(p ->> 'identityNumber', o.identity_number),
    updated_at = service_now()
  where id = o.id returning * into o;
  return beneficial_owner_row(o);
end $$;

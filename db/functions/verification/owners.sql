-- A beneficial owner as answers show it: without its encrypted identifier.
create or replace function beneficial_owner_row(o beneficial_owners) returns jsonb language sql stable as $$
  select to_jsonb(o) - '{identity_number,is_changed}'::text[];
$$;

-- A beneficial owner of a business that exists; null for another customer.
create or replace function create_beneficial_owner(p jsonb) returns jsonb language plpgsql as $$
declare o beneficial_owners;
begin
  -- The lock makes a submission, and a deletion of the customer, wait or be seen.
  perform 1 from customers where id = (p ->> 'customerId')::uuid and platform_id = (p ->> 'platformId')::uuid
    and customer_type = 'BUSINESS' and not is_deleted for no key update;
  if not found then return null; end if;
  insert into beneficial_owners (id, platform_id, customer_id, roles, ownership_percentage, personal_info, identity_number)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, (p ->> 'customerId')::uuid,
    array(select jsonb_array_elements_text(p -> 'roles')), (p ->> 'ownershipPercentage')::integer,
    p -> 'personalInfo', p ->> 'identityNumber')
  returning * into o;
  return beneficial_owner_row(o);
end $$;

-- Whether a change makes another person of an owner whose business is still to be decided.
create or replace function is_owner_changed(o beneficial_owners, c customers, p jsonb) returns boolean language sql immutable as $$
  select o.is_changed or c.kyc_status not in ('APPROVED', 'REJECTED')
    and (p ? 'identityNumber' or o.personal_info || coalesce(p -> 'personalInfo', '{}') <> o.personal_info);
$$;

-- Changes what was sent; members of the personal information that were not sent stay. Another person is
-- verified anew: what the vendor says about an owner does not count until the next submission. Null where
-- there is none, or its business was deleted.
create or replace function update_beneficial_owner(p jsonb) returns jsonb language sql as $$
  update beneficial_owners o set
    is_changed = is_owner_changed(o, c, p),
    kyc_status = case when is_owner_changed(o, c, p) and o.kyc_status in ('APPROVED', 'PENDING', 'HOLD') then 'UNVERIFIED'
      else o.kyc_status end,
    roles = case when p ? 'roles' then array(select jsonb_array_elements_text(p -> 'roles')) else o.roles end,
    ownership_percentage = coalesce((p ->> 'ownershipPercentage')::integer, o.ownership_percentage),
    personal_info = o.personal_info || coalesce(p -> 'personalInfo', '{}'),
    identity_number = coalesce(p ->> 'identityNumber', o.identity_number),
    updated_at = service_now()
  from customers c
  where o.id = (p ->> 'id')::uuid and o.platform_id = (p ->> 'platformId')::uuid
    and c.id = o.customer_id and not c.is_deleted
  returning beneficial_owner_row(o);
$$;

-- What documents a customer or a beneficial owner has: [{id, type, side}].
create or replace function documents_of_holder(p_holder uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'side', side) order by created_at, id), '[]')
  from documents where holder_id = p_holder and deleted_at is null;
$$;

-- Whether a share or a role makes an owner one who must be verified before the business is.
create or replace function must_be_verified(o beneficial_owners) returns boolean language sql immutable as $$
  select o.ownership_percentage >= 25 or 'CONTROL_PERSON' = any (o.roles);
$$;

-- What a verification is judged by, read at once; null if there is no such customer.
create or replace function verification_facts(p_platform uuid, p_customer uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', c.id, 'environment', p.environment, 'customerType', c.customer_type,
    'kycStatus', c.kyc_status, 'profile', c.profile, 'email', c.email, 'phoneNumber', c.phone_number,
    'hasIdentityNumber', c.identity_number is not null, 'contactsToVerify', unverified_contacts(c),
    'documents', documents_of_holder(c.id), 'owners', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'roles', o.roles,
        'ownershipPercentage', o.ownership_percentage, 'personalInfo', o.personal_info, 'kycStatus', o.kyc_status,
        'hasIdentityNumber', o.identity_number is not null, 'mustBeVerified', must_be_verified(o),
        'documents', documents_of_holder(o.id)) order by o.created_at, o.id), '[]')
      from beneficial_owners o where o.customer_id = c.id))
  from customers c join platforms p on p.id = c.platform_id
  where c.id = p_customer and c.platform_id = p_platform and not c.is_deleted;
$$;

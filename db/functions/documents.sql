-- Notes an object, or all below a prefix, that is about to be written: whatever happens to the writer, it
-- is deleted after p_seconds unless a row refers to it by then.
create or replace function begin_object(p_key text, p_is_prefix boolean, p_seconds integer) returns void
language sql as $$
  insert into unreferenced_objects (object_key, is_prefix, delete_after)
  values (p_key, p_is_prefix, service_now() + make_interval(secs => p_seconds));
$$;

-- A row refers to the object now. False when it is too late: the object is being deleted.
create or replace function take_object(p_key text) returns boolean language plpgsql as $$
begin
  delete from unreferenced_objects where object_key = p_key and delete_after > service_now();
  return found;
end $$;

-- No row refers to the object any more.
create or replace function release_object(p_key text, p_is_prefix boolean) returns void language sql as $$
  insert into unreferenced_objects (object_key, is_prefix, delete_after) values (p_key, p_is_prefix, service_now())
  on conflict (object_key) do update set delete_after = excluded.delete_after;
$$;

-- Objects to delete, the oldest first.
create or replace function due_objects(p_max integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', o.object_key, 'isPrefix', o.is_prefix)), '[]')
  from (select object_key, is_prefix from unreferenced_objects where delete_after <= (select service_now())
    order by delete_after limit p_max) o;
$$;

create or replace function forget_object(p_key text) returns void language sql as $$
  delete from unreferenced_objects where object_key = p_key and delete_after <= service_now();
$$;

-- The customer that a document of this holder is about; null for a holder that the platform does not
-- have. Its row is locked against deletion, and against a submission, until the end of the transaction.
create or replace function lock_document_holder(p_platform uuid, p_kind text, p_holder uuid) returns uuid
language plpgsql as $$
declare v_customer uuid;
begin
  if p_kind = 'CUSTOMER' then
    select id into v_customer from customers where id = p_holder and platform_id = p_platform and not is_deleted
      for share;
  else
    select c.id into v_customer from beneficial_owners o join customers c on c.id = o.customer_id
      where o.id = p_holder and c.platform_id = p_platform and not c.is_deleted for share of c;
  end if;
  return v_customer;
end $$;

-- A document as the API shows it; its number is encrypted.
create or replace function document_row(d documents) returns jsonb language sql stable as $$
  select to_jsonb(d) - '{wrapped_key,object_key,vendor_image_id,is_to_forward,replacements}'::text[];
$$;

-- Whether the vendor reviews this holder now: it looks at documents that come meanwhile at once, those
-- of others go with the next submission.
create or replace function is_under_review(p_holder uuid) returns boolean language sql stable as $$
  select exists (select 1 from verification_applicants a
    join verifications v on v.customer_id = a.customer_id and v.is_with_vendor where a.holder_id = p_holder);
$$;

-- The vendor has this content, as this image; without an image it has refused it: the next submission
-- sends it again, and says why. Nothing happens where the content has been replaced or deleted.
create or replace function note_forwarding(p_object_key text, p_image text) returns void language sql as $$
  update documents set is_to_forward = false, vendor_image_id = coalesce(p_image, vendor_image_id),
    submitted_at = case when p_image is null then submitted_at else coalesce(submitted_at, service_now()) end
  where object_key = p_object_key;
$$;

-- Records a document whose object has been written.
create or replace function add_document(p jsonb) returns jsonb language plpgsql as $$
declare
  d documents;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_holder uuid := (p ->> 'holderId')::uuid;
  v_customer uuid := lock_document_holder(v_platform, p ->> 'holderKind', v_holder);
begin
  if v_customer is null then return jsonb_build_object('refused', 'DOCUMENT_HOLDER_NOT_FOUND'); end if;
  if not take_object(p ->> 'objectKey') then
    return jsonb_build_object('refused', 'SERVICE_UNAVAILABLE');
  end if;
  insert into documents (id, platform_id, environment, holder_kind, holder_id, customer_id, type, side, country,
    number, issuing_authority, file_name, content_type, size, object_key, wrapped_key, vendor_image_id, submitted_at,
    is_to_forward)
  select (p ->> 'id')::uuid, o.id, o.environment, p ->> 'holderKind', v_holder, v_customer, p ->> 'type',
    p ->> 'side', p ->> 'country', p ->> 'number', p ->> 'issuingAuthority', p ->> 'fileName',
    p ->> 'contentType', (p ->> 'size')::integer, p ->> 'objectKey', p ->> 'wrappedKey', p ->> 'vendorImageId',
    case when p ->> 'vendorImageId' is not null then service_now() end,
    p ->> 'vendorImageId' is null and is_under_review(v_holder)
  from platforms o where o.id = v_platform
  on conflict do nothing returning * into d;
  if d.id is null then
    perform release_object(p ->> 'objectKey', false);
    return jsonb_build_object('refused', 'DOCUMENT_ALREADY_EXISTS');
  end if;
  return jsonb_build_object('document', document_row(d));
end $$;

-- Gives a document another object and other facts; unless the vendor has that, it is to be submitted
-- again. The result has the key of the object that it replaces. The customer is locked first, as a
-- submission does.
create or replace function replace_document(p jsonb) returns jsonb language plpgsql as $$
declare
  o documents;
  d documents;
begin
  select * into o from documents where id = (p ->> 'id')::uuid and platform_id = (p ->> 'platformId')::uuid;
  if not found or lock_document_holder(o.platform_id, o.holder_kind, o.holder_id) is null then
    return jsonb_build_object('refused', 'REFERENCE_NOT_FOUND');
  end if;
  select * into o from documents where id = o.id and deleted_at is null for no key update;
  if not found then return jsonb_build_object('refused', 'REFERENCE_NOT_FOUND'); end if;
  if not take_object(p ->> 'objectKey') then
    return jsonb_build_object('refused', 'SERVICE_UNAVAILABLE');
  end if;
  begin
    update documents set type = p ->> 'type', side = p ->> 'side', country = p ->> 'country',
      number = p ->> 'number', issuing_authority = p ->> 'issuingAuthority', file_name = p ->> 'fileName',
      content_type = p ->> 'contentType', size = (p ->> 'size')::integer, object_key = p ->> 'objectKey',
      wrapped_key = p ->> 'wrappedKey', vendor_image_id = p ->> 'vendorImageId',
      submitted_at = case when p ->> 'vendorImageId' is not null then service_now() end, updated_at = service_now(),
      is_to_forward = p ->> 'vendorImageId' is null and is_under_review(holder_id), replacements = replacements + 1
    where id = o.id returning * into d;
  exception
    when unique_violation then
      perform release_object(p ->> 'objectKey', false);
      return jsonb_build_object('refused', 'DOCUMENT_ALREADY_EXISTS');
  end;
  perform release_object(o.object_key, false);
  return jsonb_build_object('document', document_row(d), 'replacedKey', o.object_key);
end $$;

-- What is left of a deleted document: that there was one.
create or replace function clear_document(d documents) returns void language plpgsql as $$
begin
  perform release_object(d.object_key, false);
  update documents set deleted_at = service_now(), updated_at = service_now(), number = null,
    issuing_authority = null, file_name = '', object_key = null, wrapped_key = null, vendor_image_id = null,
    is_to_forward = false
  where id = d.id;
end $$;

-- Deletes a document that has not been submitted: DELETED, NOT_FOUND or SUBMITTED.
create or replace function delete_document(p_platform uuid, p_document uuid) returns jsonb language plpgsql as $$
declare d documents;
begin
  select * into d from documents where id = p_document and platform_id = p_platform and deleted_at is null
    for no key update;
  if not found then return jsonb_build_object('outcome', 'NOT_FOUND'); end if;
  if d.submitted_at is not null then return jsonb_build_object('outcome', 'SUBMITTED'); end if;
  perform clear_document(d);
  return jsonb_build_object('outcome', 'DELETED', 'objectKey', d.object_key);
end $$;

-- Deletes all documents about a customer, submitted or not: its personal data is erased.
create or replace function erase_documents(p_customer uuid) returns void language plpgsql as $$
declare d documents;
begin
  for d in select * from documents where customer_id = p_customer and deleted_at is null
    order by id for no key update
  loop
    perform clear_document(d);
  end loop;
end $$;

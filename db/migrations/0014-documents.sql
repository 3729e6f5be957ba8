-- Objects of the document store that no row refers to: those that are being written, from before the
-- first byte until their row is, and those that are to be deleted.
create table unreferenced_objects (
  object_key text primary key,
  -- every object below this key, which ends in /
  is_prefix boolean not null default false,
  -- deleted from then on
  delete_after timestamptz not null
);
create index unreferenced_objects_due on unreferenced_objects (delete_after);

-- Documents that verify a customer or a beneficial owner. The content is in the document store,
-- encrypted with a key of its own.
create table documents (
  id uuid primary key,
  platform_id uuid not null references platforms,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  holder_kind text not null check (holder_kind in ('CUSTOMER', 'BENEFICIAL_OWNER')),
  holder_id uuid not null,
  -- the holder itself, or the business of the owner
  customer_id uuid not null references customers,
  type text not null,
  side text check (side in ('FRONT', 'BACK')),
  country text not null,
  -- encrypted
  number text,
  issuing_authority text,
  file_name text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  -- bytes, before encryption
  size integer not null check (size > 0),
  -- null once it is deleted, as is the key
  object_key text unique,
  -- the key of the content, encrypted
  wrapped_key text,
  submitted_at timestamptz,
  -- The document came while its holder was being reviewed, and the vendor has not looked at it yet.
  is_to_forward boolean not null default false,
  -- How often the content was replaced: each content is forwarded by a workflow of its own.
  replacements integer not null default 0,
  vendor_image_id text,
  deleted_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  check ((deleted_at is null) = (object_key is not null)),
  check ((deleted_at is null) = (wrapped_key is not null))
);
create unique index documents_of_holder on documents (holder_kind, holder_id, type, coalesce(side, ''))
  where deleted_at is null;
create index documents_list on documents (platform_id, created_at desc, id desc) where deleted_at is null;
create index documents_holder_list on documents (holder_id, created_at desc, id desc) where deleted_at is null;
create index documents_customer on documents (customer_id) where deleted_at is null;
create index documents_to_forward on documents (updated_at, id) where is_to_forward;

-- Customers that a platform has uploaded as a CSV file, and how far they have been created.
create table bulk_imports (
  id uuid primary key,
  platform_id uuid not null references platforms,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  -- where the parts of the file are, and the key of their content, encrypted; null once they are deleted
  object_prefix text unique,
  wrapped_key text,
  -- bytes, before encryption
  size bigint not null check (size > 0),
  -- of the file's first line
  columns text[],
  total_rows integer not null default 0,
  processed_rows integer not null default 0,
  failed_rows integer not null default 0,
  -- the byte at which the next row begins
  next_byte bigint not null default 0,
  -- why the file cannot be read
  failure text,
  -- until all rows are judged and the wallets of all customers are made
  is_open boolean not null default true,
  completed_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  check ((status in ('COMPLETED', 'FAILED')) = (completed_at is not null)),
  check ((object_prefix is null) = (wrapped_key is null)),
  check (failed_rows <= processed_rows and processed_rows <= total_rows)
);
create index bulk_imports_open on bulk_imports (updated_at, id) where is_open;
create index bulk_imports_age on bulk_imports (completed_at);

-- Rows of a file that have made no customer. The id is the row's number: a list in the order of ids
-- is in the order of the file.
create table bulk_import_errors (
  import_id uuid not null references bulk_imports,
  id uuid not null,
  -- that of the import
  created_at timestamptz not null,
  row_number integer not null,
  -- the row's own id, or its number
  correlation_id text not null,
  code text not null,
  reason text not null,
  details jsonb,
  primary key (import_id, id)
);
create index bulk_import_errors_list on bulk_import_errors (import_id, created_at, id);
-- What imports have said of a customer is found when it is erased.
create index bulk_import_errors_customer on bulk_import_errors (correlation_id);

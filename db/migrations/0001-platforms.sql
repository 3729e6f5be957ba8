-- The database's only clock: every decision about time uses it.
create function service_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

-- One row per environment (sandbox or production) of a platform; a token belongs to one row.
create table platforms (
  id uuid primary key,
  name text not null,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  uma_domain text not null,
  webhook_endpoint text,
  supported_currencies jsonb not null,
  embedded_wallet_config jsonb not null default '{}',
  card_tokenization_config jsonb,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  -- Whether rules about counterparties bind the platform, for example the EU Travel Rule.
  counterparty_requirements boolean not null default false,
  unique (name, environment)
);

create table fee_configs (
  platform_id uuid not null references platforms,
  fee_type text not null,
  source_currency text not null,
  variable_basis_points integer not null check (variable_basis_points between 0 and 10000),
  fixed_amount bigint not null check (fixed_amount >= 0),
  primary key (platform_id, fee_type, source_currency)
);

create table tokens (
  id uuid primary key,
  platform_id uuid not null references platforms,
  client_id text not null unique,
  secret_hash bytea not null check (length(secret_hash) = 32),
  permissions text[] not null check (permissions <@ array['VIEW', 'TRANSACT', 'MANAGE']),
  name text not null,
  -- The token that created it, which may be deleted since; null for one that an operator created.
  created_by uuid,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index tokens_of_platform on tokens (platform_id, created_at desc, id desc);
create index tokens_by_name on tokens (platform_id, name, created_at desc, id desc);

create function notify_token_deleted() returns trigger language plpgsql as $$
begin
  perform pg_notify('token_deleted', old.client_id);
  return old;
end $$;
create trigger token_deleted after delete on tokens for each row execute function notify_token_deleted();

create table authentication_failures (
  bucket text primary key,
  failures integer not null,
  window_started_at timestamptz not null
);

-- Original responses by Idempotency-Key. The transaction that decides inserts the row first.
create table idempotency_keys (
  platform_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  resource_id uuid not null,
  created_at timestamptz not null default service_now(),
  -- The response of a retry, where the resource's row has changed since.
  answer jsonb,
  primary key (platform_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

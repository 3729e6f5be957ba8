-- The database's only clock: every decision about time uses it. Only the life of processes, the job queue and Temporal
-- go by the machine's. The first move of a test clock replaces it (`functions/testClock.sql`).
create function service_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

-- How far a test clock is ahead of the machine's; no row where none was ever moved.
create table test_clock (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null check (ahead_ms >= 0)
);

-- Who has moved it.
create table clock_moves (
  id integer generated always as identity primary key,
  moved_by text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- null while it is moved, or where not all was done: its process has died, or a party was stuck
  ended_at timestamptz,
  -- What this call and the earlier ones for the same end have done, what waited next, and the last event that there was then.
  fired jsonb not null default '[]',
  waiting jsonb not null default '[]',
  last_event bigint not null
);

-- A uuid's text has one length: no two pairs share a key.
create function list_key(p_owner uuid, p_what text) returns text
language sql immutable strict parallel safe as $$ select p_owner::text || '/' || p_what $$;

-- One row per environment (sandbox or production) of a platform; a token belongs to one row.
create table platforms (
  id uuid primary key,
  name text not null,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  uma_domain text not null,
  webhook_endpoint text,
  -- Where invitations are claimed: an address of the platform's own, which the code is appended to.
  -- Without one the platform makes none.
  invitation_url text,
  supported_currencies jsonb not null,
  embedded_wallet_config jsonb not null default '{}',
  card_tokenization_config jsonb,
  -- limits of every card, by the names of `cardConfigs`
  card_configs jsonb not null default '{}',
  -- Whether rules about counterparties bind the platform, for example the EU Travel Rule.
  counterparty_requirements boolean not null default false,
  -- Whether the platform is itself a regulated institution: it has verified its customers and holds their
  -- consent. Customers of others accept the terms and are verified first.
  is_regulated boolean not null default true,
  -- When the sandbox decides about a customer: the platform's own setting.
  sandbox_verification text not null default 'ON_CREATION' check (sandbox_verification in ('ON_CREATION', 'ON_SUBMISSION')),
  -- Whether unknown members of bodies are refused, where a request does not say otherwise.
  strict_handling boolean not null default false,
  -- How many cards it may have that are not closed, and whether one cardholder may have more than one.
  max_cards integer not null default 10000,
  one_card_per_cardholder boolean not null default false,
  -- Whether it may make accounts that sweep what they receive: an operator's setting, on in a sandbox.
  has_rule_accounts boolean not null default false,
  -- What the issuer may take of a card's account beyond what we approved, in percent of it or in cents, whichever is
  -- more; what without any approval of ours; and what it may pay in without a purchase. Of one transaction each.
  card_overclearing_percent integer not null default 50 check (card_overclearing_percent between 0 and 1000),
  card_overclearing_cents bigint not null default 1000 check (card_overclearing_cents between 0 and 2000000000),
  card_unasked_cents bigint not null default 20000 check (card_unasked_cents between 0 and 2000000000),
  card_credit_cents bigint not null default 100000 check (card_credit_cents between 0 and 2000000000),
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  unique (name, environment)
);
-- Of an expression: a plain column would be a key of the platform, whose change waits for every row
-- that refers to the platform.
create unique index platforms_uma_domain on platforms (environment, lower(uma_domain));
-- What the foreign keys of a platform's accounts and payments refer to.
create unique index platforms_place on platforms (id, environment);

create table fee_configs (
  platform_id uuid not null references platforms,
  fee_type text not null check (fee_type in ('CROSS_CURRENCY_TRANSACTION', 'RAIL')),
  -- the currency that is sent; or rail, direction and originator: 'ACH/OUT/SERVICE'
  charged_on text not null,
  variable_basis_points integer not null check (variable_basis_points between 0 and 10000),
  fixed_amount bigint not null check (fixed_amount >= 0),
  fixed_currency text not null,
  primary key (platform_id, fee_type, charged_on)
);

-- What the providers of a currency must know of a customer who uses it; kept by operators.
create table currency_requirements (
  platform_id uuid not null references platforms,
  currency text not null,
  customer_fields text[] not null,
  primary key (platform_id, currency)
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
  -- When it last authenticated a request, to the minute.
  last_used_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create function refuse_production_token() returns trigger language plpgsql as $$
begin
  if exists (select 1 from platforms where id = new.platform_id and environment = 'PRODUCTION') then
    -- Who is about to move it for the first time waits for this token, or is waited for.
    lock table clock_moves in share mode;
    if exists (select 1 from clock_moves) or exists (select 1 from test_clock where ahead_ms > 0) then
      raise exception 'The clock of this store was moved: it takes no production platforms.';
    end if;
  end if;
  return new;
end $$;
create trigger refuse_production_token before insert on tokens for each row execute function refuse_production_token();
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
  -- what the answer is: PAYMENT, TRANSACTION or AGENT_ACTION; null if the operation has one kind only
  kind text constraint idempotency_keys_kind check (kind in ('PAYMENT', 'TRANSACTION', 'AGENT_ACTION')),
  created_at timestamptz not null default service_now(),
  -- The response of a retry, where the resource's row has changed since.
  answer jsonb,
  primary key (platform_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

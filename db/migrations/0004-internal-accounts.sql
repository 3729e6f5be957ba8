-- What a payer writes on money for an internal account: every account has one, of its id alone, which an index
-- keeps unique. Short enough for every bank's reference field.
create function funding_reference_of(p_account uuid) returns text
language sql immutable strict parallel safe as $$
  select 'A' || upper(substr(encode(sha256(uuid_send(p_account)), 'hex'), 1, 17))
$$;

create table internal_accounts (
  id uuid primary key,
  platform_id uuid not null,
  environment text not null,
  customer_id uuid references customers,
  type text not null check (type in ('INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET', 'RULE_BASED')),
  currency text not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED')),
  private_enabled boolean not null default false,
  -- A wallet of a customer without email and phone number is not made at the provider until a contact
  -- is set: logins are by it.
  needs_contact boolean not null default false,
  -- The import that makes this wallet at the provider, many of them one after the other, instead of a
  -- workflow of the customer's own.
  import_id uuid,
  -- Where to send money for an account, as the rail of its environment says and the interface shows it. Null until
  -- the rail has been asked; an empty list: the rail takes no such money.
  funding_instructions jsonb,
  -- Which provider of rails has said so. Null beside an empty list: none takes the currency, until a route names one.
  funding_provider text check (funding_provider in ('RAIL', 'BANK')),
  -- Of a RULE_BASED account: what the platform calls it; where each deposit goes on to, as the interface shows it,
  -- which never changes; and the holder's own account of the currency, which takes what cannot be swept.
  label text,
  sweep_rule jsonb,
  holder_account_id uuid references internal_accounts,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  constraint internal_accounts_platform foreign key (platform_id, environment) references platforms (id, environment),
  constraint internal_accounts_ledger foreign key (id, environment, currency)
    references ledger_accounts (id, environment, currency),
  constraint internal_accounts_rule check ((type = 'RULE_BASED') = (sweep_rule is not null)
    and (type = 'RULE_BASED') = (holder_account_id is not null) and (type = 'RULE_BASED' or label is null))
);
create index internal_accounts_customer on internal_accounts (customer_id);
create unique index internal_accounts_wallet on internal_accounts (customer_id) where type = 'EMBEDDED_WALLET';
create index internal_accounts_pending on internal_accounts (updated_at) where status = 'PENDING';
create index internal_accounts_list on internal_accounts (platform_id, created_at, id)
  where customer_id is not null;
create index internal_accounts_type on internal_accounts (list_key(platform_id, type), created_at, id);
create index internal_accounts_currency on internal_accounts
  (list_key(platform_id, currency || '/' || type), created_at, id);
-- A platform's own accounts: listed, and looked up by every settlement.
create index internal_accounts_own on internal_accounts (platform_id, currency) where customer_id is null;
-- Wallets that a workflow of their customer makes: those of a large import are not among them.
create index internal_accounts_onboarding on internal_accounts (updated_at, id)
  where status = 'PENDING' and type = 'EMBEDDED_WALLET' and not needs_contact and import_id is null;
-- Wallets that an import has still to make.
create index internal_accounts_imported on internal_accounts (import_id, id)
  where status = 'PENDING' and import_id is not null;
-- A reference on money is looked up by it; two accounts with one reference cannot be made.
create unique index internal_accounts_funding on internal_accounts (funding_reference_of(id));
-- Accounts for which the rail has not been asked yet.
create index internal_accounts_to_fund on internal_accounts (environment, id) where funding_instructions is null and status = 'ACTIVE';
-- Those whose currency no provider has taken.
create index internal_accounts_unrouted on internal_accounts (environment, currency, (type = 'EMBEDDED_WALLET'), id)
  where funding_instructions = '[]' and funding_provider is null and status = 'ACTIVE';

-- A currency that a platform has added: the customers it had by then get an account in it, some at a time, in the order
-- of `created_at`, up to (after_at, after_id). `restarts`: how often that began anew, for a customer who was missed.
create table added_currencies (
  platform_id uuid not null references platforms,
  currency text not null,
  account_type text not null check (account_type in ('INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET')),
  after_at timestamptz,
  after_id uuid,
  accounts_opened integer not null default 0,
  restarts integer not null default 0,
  added_at timestamptz not null default service_now(),
  finished_at timestamptz,
  primary key (platform_id, currency)
);
create index added_currencies_open on added_currencies (added_at, platform_id, currency) where finished_at is null;

create view internal_account_views as
select a.id, a.platform_id, a.customer_id, a.type, a.currency, a.status, a.private_enabled,
  b.posted - b.pending_out as spendable, b.posted + b.pending_in as total, a.created_at, a.updated_at,
  a.funding_instructions, a.label, a.sweep_rule
from internal_accounts a join ledger_balances b on b.account_id = a.id;

-- Keys of ours that sign the card pulls of a wallet, one in force for each funding source of a card.
create table delegated_keys (
  id uuid primary key,
  platform_id uuid not null references platforms,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  customer_id uuid not null references customers,
  card_id uuid not null references cards,
  -- the funding source
  account_id uuid not null references internal_accounts,
  nickname text not null,
  public_key text not null,
  -- encrypted with the record key ring; destroyed when the key is revoked
  private_key text,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACTIVE', 'REVOKED')),
  -- the key's holder at the wallet provider
  provider_user_id text,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  check ((private_key is null) = (status = 'REVOKED'))
);
create unique index delegated_keys_active on delegated_keys (card_id, account_id) where status = 'ACTIVE';
create index delegated_keys_card on delegated_keys (card_id, account_id);
create index delegated_keys_account on delegated_keys (account_id, created_at, id);
create index delegated_keys_customer on delegated_keys (customer_id);
create index delegated_keys_platform on delegated_keys (platform_id, created_at, id);

-- What a delegated key has signed, or is signing: the exact body at the provider, by the pull's id.
create table card_pull_signatures (
  pull_id uuid primary key,
  account_id uuid not null references internal_accounts,
  key_id uuid not null references delegated_keys,
  body text not null,
  provider_activity_id text,
  signature jsonb,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index card_pull_signatures_account on card_pull_signatures (account_id);
create index card_pull_signatures_key on card_pull_signatures (key_id);

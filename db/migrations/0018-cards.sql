-- Cards. The number and the security code are the issuer's alone.
create table cards (
  id uuid primary key,
  platform_id uuid not null references platforms,
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  customer_id uuid not null references customers,
  -- the platform's name of it, else the card's id
  platform_card_id text not null,
  state text not null default 'PROCESSING' check (state in ('PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED')),
  state_reason text check (state_reason in ('ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE')),
  brand text not null check (brand in ('VISA', 'MASTERCARD')),
  last4 text,
  exp_month integer,
  exp_year integer,
  -- internal accounts in order; the first one is charged
  funding_sources uuid[] not null,
  currency text not null,
  -- of the sources' currency: its smallest units
  units_per_cent bigint not null check (units_per_cent > 0),
  -- of one purchase, in cents of the currency that cards are charged in
  max_spend_cents bigint check (max_spend_cents > 0),
  -- of one UTC day: cents of all, and how many
  max_day_cents bigint check (max_day_cents > 0),
  max_day_count integer check (max_day_count > 0),
  -- the issuer's names of the holder's account and of the card
  account_token text,
  card_token text,
  -- by which the issuer recognizes repeated requests for this card
  issuer_key uuid not null default gen_random_uuid(),
  -- What the issuer is to know, and which version of it it has. `sent_since`: the version that the run
  -- began with which sends it.
  issuer_state text not null default 'OPEN' check (issuer_state in ('OPEN', 'PAUSED', 'CLOSED')),
  version integer not null default 1,
  sent_version integer not null default 0,
  sent_since integer not null default 1,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index cards_list on cards (platform_id, created_at, id);
create index cards_customer on cards (customer_id, created_at, id);
create index cards_platform_card on cards (list_key(platform_id, platform_card_id), created_at, id);
-- As a platform's name of a customer: of one that is not closed.
create unique index cards_platform_card_unique on cards (platform_id, platform_card_id) where state <> 'CLOSED';
create index cards_state on cards (list_key(platform_id, state), created_at, id);
create unique index cards_issuer_key on cards (issuer_key);
create unique index cards_token on cards (environment, card_token);
create index cards_live on cards (platform_id) where state <> 'CLOSED';
create index cards_being_issued on cards (updated_at, id) where state = 'PROCESSING';
create index cards_unsent on cards (updated_at, id) where state <> 'PROCESSING' and sent_version < version;

-- What the live decision has approved of a card on the last UTC day on which it approved anything; made with the card.
create table card_days (
  card_id uuid primary key references cards,
  day date not null default '-infinity',
  cents bigint not null default 0,
  count integer not null default 0
) with (fillfactor = 50);

-- Who asked for the page that shows a card, or for the card in a digital wallet.
create table card_reveals (
  id uuid primary key,
  platform_id uuid not null references platforms,
  card_id uuid not null references cards,
  token_id uuid not null,
  -- of the page
  expires_at timestamptz,
  wallet text check (wallet in ('APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY')),
  created_at timestamptz not null default service_now(),
  check ((expires_at is null) = (wallet is not null))
);
create index card_reveals_card on card_reveals (card_id, created_at);
create index card_reveals_platform on card_reveals (platform_id, created_at);

-- Codes with which devices take cards into their wallets: that one was sent, for each event of the issuer. The code
-- itself is in the event and in the message alone.
create table card_codes (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  event_token text not null,
  card_id uuid not null references cards,
  -- while it is in the future, a process is sending it
  claimed_until timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null default service_now(),
  primary key (environment, event_token)
);
create index card_codes_card on card_codes (card_id, created_at);
create index card_codes_age on card_codes (created_at);

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

-- Codes with which devices take cards into their wallets: that one was told, for each event of the issuer. The code
-- itself is in the event and in the message alone.
create table card_codes (
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  event_token text not null,
  card_id uuid not null references cards,
  -- while it is in the future, a process is telling it
  claimed_until timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null default service_now(),
  primary key (environment, event_token)
);
create index card_codes_card on card_codes (card_id, created_at);
create index card_codes_age on card_codes (created_at);

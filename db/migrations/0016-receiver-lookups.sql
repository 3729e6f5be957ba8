-- What a sender was told about a receiver. A quote that names the lookup rests on these facts.
create table receiver_lookups (
  id uuid primary key,
  platform_id uuid not null references platforms,
  kind text not null check (kind in ('UMA', 'EXTERNAL_ACCOUNT')),
  -- a UMA address in lower case, or the id of an external account
  receiver text not null,
  customer_id uuid references customers,
  sender_uma_address text,
  -- what the counterparty answered, for the quote that follows
  facts jsonb not null default '{}',
  created_at timestamptz not null default service_now(),
  expires_at timestamptz not null
);
create index receiver_lookups_expired on receiver_lookups (expires_at);

-- Mails and text messages that were sent, each once, whatever its sender repeats.
create table messages (
  id text primary key,
  ordinal bigint generated always as identity,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  recipient text not null,
  sender text not null,
  subject text,
  platform_id text,
  -- they hold codes
  sealed_text bytea not null,
  created_at timestamptz not null default store_now()
);
create index messages_of_platform on messages (platform_id, ordinal desc);
create index messages_of_recipient on messages (recipient, ordinal desc);

-- As its sender names the user: the service's id of the wallet.
alter table one_time_codes add column user_identifier text;

alter table faults drop constraint faults_party_check,
  add constraint faults_party_check check (party in ('provider', 'rail', 'verification', 'messages'));

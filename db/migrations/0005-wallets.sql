-- The wallet provider's ids of a wallet. `create_body` is stored before it is first sent.
create table wallets (
  account_id uuid primary key references internal_accounts,
  create_body text,
  create_activity_id text,
  sub_organization_id text,
  provider_user_id text,
  provider_wallet_id text,
  address text,
  last_timestamp_ms bigint not null default 0,
  provisioned_at timestamptz
);

create table credentials (
  id uuid primary key,
  platform_id uuid not null references platforms,
  account_id uuid not null references internal_accounts,
  type text not null check (type in ('PASSKEY', 'OAUTH', 'EMAIL_OTP', 'SMS_OTP')),
  nickname text not null,
  contact text,
  otp_issuance integer not null default 0,
  -- generic cell rate: the theoretical arrival time of the next one-time code
  otp_arrival_at timestamptz not null default '-infinity',
  consecutive_failures integer not null default 0,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  revoked_at timestamptz,
  webauthn_id text,
  public_key text,
  counter bigint not null default 0,
  transports text[],
  rp_id text,
  registration_challenge text,
  issuer text,
  audience text,
  subject text,
  -- the provider's id of the credential: an authenticator or OAuth provider id
  provider_reference text
);
create index credentials_account on credentials (account_id);
create unique index credentials_one_otp on credentials (account_id, type)
  where type in ('EMAIL_OTP', 'SMS_OTP') and revoked_at is null;
create unique index credentials_identity on credentials (account_id, issuer, audience, subject)
  where issuer is not null and revoked_at is null;
-- Whether another customer of the platform logs in with this contact: function contact_taken.
create index credentials_contact on credentials (platform_id, type, lower(contact))
  where contact is not null and revoked_at is null;
-- No answer may depend on another platform's passkeys.
create unique index credentials_platform_passkey on credentials (platform_id, webauthn_id)
  where revoked_at is null;

create table otp_issuances (
  credential_id uuid not null references credentials,
  number integer not null,
  status text not null check (status in ('PENDING', 'SETTLED', 'FAILED')),
  body text,
  provider_activity_id text,
  otp_id text,
  target_bundle text,
  attempts integer not null default 0,
  failure text,
  spent_at timestamptz,
  shown_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  primary key (credential_id, number)
);
create index otp_issuances_open on otp_issuances (updated_at) where status = 'PENDING';

-- One attempt at a code. The id is derived from the issuance and the bundle: one bundle, one attempt.
create table otp_verifications (
  id uuid primary key,
  platform_id uuid not null references platforms,
  credential_id uuid not null,
  issuance_number integer not null,
  status text not null check (status in ('PENDING', 'SETTLED', 'REFUSED')),
  request_path text not null,
  request_hash bytea not null,
  encrypted_bundle text not null,
  body text,
  provider_activity_id text,
  refusal jsonb,
  request_id uuid,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  foreign key (credential_id, issuance_number) references otp_issuances (credential_id, number)
);
create index otp_verifications_open on otp_verifications (updated_at) where status = 'PENDING';
-- Asked by the foreign key, and by the clean-up, whenever a one-time code is deleted.
create index otp_verifications_issuance on otp_verifications (credential_id, issuance_number);

create table sessions (
  id uuid primary key,
  platform_id uuid not null references platforms,
  account_id uuid not null references internal_accounts,
  credential_id uuid not null references credentials,
  type text not null,
  nickname text not null,
  public_key text not null,
  api_key_id text not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now()
);
create index sessions_key on sessions (account_id, public_key);
-- Sessions that end with their credential.
create index sessions_credential on sessions (credential_id);

create view live_sessions as
select * from sessions where ended_at is null and expires_at > service_now() + interval '5 seconds';

-- A signed-retry challenge and, once claimed, the operation it stands for.
create table requests (
  id uuid primary key,
  platform_id uuid not null references platforms,
  account_id uuid not null references internal_accounts,
  credential_id uuid references credentials,
  operation text not null,
  method text not null,
  path text not null,
  body_hash bytea not null,
  payload_to_sign text not null,
  required_public_key text,
  -- a verification token: needed until the login is submitted, then removed
  secret text,
  status text not null check (status in ('OPEN', 'CLAIMED', 'SUCCEEDED', 'FAILED')),
  claimed_at timestamptz,
  claimed_public_key text,
  provider_body text,
  provider_activity_id text,
  result jsonb,
  answered_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  -- which stamp the claim needs: contract/stampRules.ts
  stamp_rule text not null default 'SEALED_KEY',
  session_id uuid references sessions,
  customer_id uuid references customers,
  -- what is recorded when the provider has done it
  intent jsonb not null default '{}',
  -- the header that authorizes the body at the provider; gone once the activity's id is known
  stamp_header text,
  stamp_value text,
  -- of an assertion or identity token: a retry must send the same one
  proof_hash text
);
create index requests_account on requests (account_id, created_at);
create index requests_open on requests (updated_at) where status = 'CLAIMED';
create index requests_secret on requests (expires_at)
  where status = 'OPEN' and (provider_body is not null or secret is not null);
-- Unclaimed logins that end when their credential's contact changes (trigger credentials_contact).
create index requests_credential on requests (credential_id);
-- Asked by the foreign key whenever a session is deleted.
create index requests_session on requests (session_id) where session_id is not null;

-- When a credential's contact changes, codes sent to the old address and unclaimed logins that such a
-- code has opened are invalidated: another person may read that address.
create function void_codes_of_old_contact() returns trigger language plpgsql as $$
begin
  update otp_issuances set expires_at = service_now()
    where credential_id = new.id and status = 'SETTLED' and spent_at is null and expires_at > service_now();
  update otp_issuances set spent_at = service_now()
    where credential_id = new.id and status = 'PENDING' and spent_at is null;
  update requests set expires_at = service_now()
    where credential_id = new.id and status = 'OPEN' and operation = 'OTP_LOGIN' and expires_at > service_now();
  return null;
end $$;
create trigger credentials_contact after update of contact on credentials
  for each row when (old.contact is distinct from new.contact) execute function void_codes_of_old_contact();

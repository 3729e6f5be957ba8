-- Passkeys, OIDC identities, and results that are handed out for a while only.

create table authenticators (
  id text primary key,
  ordinal bigint generated always as identity,
  organization_id text not null references sub_organizations,
  user_id text not null references users,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  aaguid text not null,
  -- The relying party of its registration: it signs for no other.
  rp_id text not null,
  created_at timestamptz not null default store_now(),
  unique (organization_id, credential_id)
);
create index authenticators_by_user on authenticators (user_id);

create table oauth_providers (
  id text primary key,
  ordinal bigint generated always as identity,
  organization_id text not null references sub_organizations,
  user_id text not null references users,
  name text not null,
  issuer text not null,
  audience text not null,
  subject text not null,
  created_at timestamptz not null default store_now(),
  unique (organization_id, issuer, audience, subject)
);
create index oauth_providers_by_user on oauth_providers (user_id);

alter table api_keys
  add column credential_type text not null default 'CREDENTIAL_TYPE_API_KEY_P256';

alter table activities
  -- Whose key or passkey stamped it; null for the parent's.
  add column user_id text,
  -- Members of the result that are gone after sealed_until: session keys and mnemonics.
  add column sealed_passing bytea,
  add column sealed_until timestamptz,
  add check ((sealed_passing is null) = (sealed_until is null));
create index activities_passing on activities (sealed_until) where sealed_until is not null;

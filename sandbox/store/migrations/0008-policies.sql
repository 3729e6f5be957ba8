-- Users besides the root one, whose keys do not run out, and the policies that say what they may do.
alter table users add column is_root boolean not null default true;
alter table api_keys alter column expiration_seconds drop not null;

create table policies (
  id text primary key,
  ordinal bigint generated always as identity,
  organization_id text not null references sub_organizations,
  name text not null,
  effect text not null check (effect in ('EFFECT_ALLOW', 'EFFECT_DENY')),
  consensus text,
  condition text,
  notes text not null,
  created_at timestamptz not null default store_now(),
  unique (organization_id, name)
);

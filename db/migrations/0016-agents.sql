-- Programs that act for one customer, each within the policy in force. A deleted agent's row stays:
-- its payments refer to it.
create table agents (
  id uuid primary key,
  platform_id uuid not null,
  environment text not null,
  customer_id uuid not null references customers,
  name text not null,
  is_paused boolean not null default false,
  -- the version in force
  policy_version integer not null default 1,
  -- SHA-256 of the access token; null until a device code is redeemed, and again once deleted
  token_hash bytea check (length(token_hash) = 32),
  connected_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  foreign key (platform_id, environment) references platforms (id, environment)
);
-- Partial, and so no key that a foreign key could name: a new token does not wait for rows that refer to
-- the agent, nor they for it.
create unique index agents_token on agents (token_hash) where token_hash is not null;
create index agents_list on agents (platform_id, created_at desc, id desc) where deleted_at is null;
create index agents_states on agents
  (list_key(platform_id, is_paused::text || '/' || (connected_at is not null)::text || '/' || (deleted_at is not null)::text),
   created_at desc, id desc);
create index agents_customer on agents (customer_id, created_at desc, id desc);
create index agents_updated on agents (platform_id, updated_at) where deleted_at is null;
create index agents_platform on agents (platform_id, environment);

-- Every version of a policy, as the API shows it. What version n replaced is version n - 1.
create table agent_policies (
  agent_id uuid not null references agents,
  version integer not null check (version > 0),
  policy jsonb not null,
  -- `Token:<uuid>`, or the operator's command
  changed_by text not null,
  changed_at timestamptz not null default service_now(),
  primary key (agent_id, version)
);
create function refuse_policy_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a policy is neither changed nor deleted';
end $$;
create trigger agent_policies_stay before update or delete on agent_policies
  for each row execute function refuse_policy_change();

-- Codes by which a program gets its agent's token. The code itself is never stored.
create table agent_device_codes (
  id uuid primary key,
  agent_id uuid not null references agents,
  code_hash bytea not null unique check (length(code_hash) = 32),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  -- replaced by a newer code, or its agent was deleted
  voided_at timestamptz,
  created_at timestamptz not null default service_now()
);
create index agent_device_codes_agent on agent_device_codes (agent_id);
create index agent_device_codes_expired on agent_device_codes (expires_at);

create function notify_agent_token_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('agent_token_revoked', encode(old.token_hash, 'hex'));
  return null;
end $$;
create trigger agent_token_revoked after update of token_hash on agents for each row
  when (old.token_hash is not null and old.token_hash is distinct from new.token_hash) execute function notify_agent_token_revoked();

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

-- What agents have asked for, and what became of it. Each has a payment; a quote may have failed
-- actions before the current one. A change of a row takes the lock of its payment first.
create table agent_actions (
  id uuid primary key,
  platform_id uuid not null,
  environment text not null,
  agent_id uuid not null references agents,
  customer_id uuid not null references customers,
  payment_id uuid not null references payments,
  type text not null check (type in ('EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN')),
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED')),
  -- of the policy that judged it last
  policy_version integer not null,
  -- what leaves the source, fees included; smallest unit
  amount bigint not null check (amount > 0),
  currency text not null,
  -- the same in the currency of the limits, and the rate: limit_amount = amount * numerator / denominator
  limit_amount bigint not null,
  limit_currency text not null,
  rate_numerator text not null,
  rate_denominator text not null,
  -- whether and where agent_usage counts it; UTC
  counted_day date not null,
  count_state text not null check (count_state in ('RESERVED', 'SPENT', 'RELEASED')),
  -- the Idempotency-Key, which an intent without one is given
  request_key text,
  -- Of an embedded wallet, until it is used or refused: the stamp, encrypted, and the key that made it.
  stamp text,
  stamp_key text,
  -- AUTO, APPROVE, REJECT or EXPIRED
  decision text,
  decided_by text,
  decided_at timestamptz,
  -- why it was rejected or has failed
  reason text,
  created_at timestamptz not null default service_now(),
  updated_at timestamptz not null default service_now(),
  foreign key (platform_id, environment) references platforms (id, environment)
);
create index agent_actions_of_agent on agent_actions (agent_id, created_at desc, id desc);
create index agent_actions_of_agent_state on agent_actions
  (list_key(agent_id, status), created_at desc, id desc);
create index agent_actions_of_customer_state on agent_actions
  (list_key(customer_id, status), created_at desc, id desc);
create index agent_actions_of_platform_state on agent_actions
  (list_key(platform_id, status), created_at desc, id desc);
create index agent_actions_of_payment on agent_actions (payment_id);
create unique index agent_actions_current on agent_actions (payment_id) where status <> 'FAILED';
create index agent_actions_pending on agent_actions (updated_at, id) where status = 'PENDING_APPROVAL';
create index agent_actions_of_key on agent_actions (agent_id, request_key) where request_key is not null;
create index agent_actions_sealed on agent_actions (id) where stamp is not null;

-- What the actions of a day ('D:2026-11-22') or a month ('M:2026-11') come to, in UTC and in the
-- currency of the agent's limits. Pending actions reserve, approved ones have spent.
create table agent_usage (
  agent_id uuid not null references agents,
  period text not null,
  currency text not null,
  reserved bigint not null,
  spent bigint not null,
  count integer not null,
  primary key (agent_id, period)
);

-- Requests of agents without an Idempotency-Key: the same request within ten minutes has the same key.
create table agent_intents (
  agent_id uuid not null references agents,
  intent_hash bytea not null,
  key uuid not null,
  created_at timestamptz not null default service_now(),
  primary key (agent_id, intent_hash)
);
create index agent_intents_age on agent_intents (created_at);

-- The agent that has made a payment; never changed. Set for a quote that an agent has created too.
alter table payments add column agent_id uuid;
alter table transactions add column agent_id uuid;

-- What agents have asked for, and what became of it. Each has a payment; a quote may have failed
-- actions before the one that stands. Whoever changes a row holds the lock of its payment.
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
create unique index agent_actions_standing on agent_actions (payment_id) where status <> 'FAILED';
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

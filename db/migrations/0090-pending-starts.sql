-- What is to be started, or told, in Temporal once the decision that wrote the row has committed. Rows live for
-- milliseconds: no foreign key, one index, and the dead ones at its head are cleared early.
create table pending_starts (
  id bigint generated always as identity primary key,
  -- a kind of open row, and its id
  kind text not null,
  subject_id uuid not null,
  -- of what is told: the signal's name; its request id is the row's id
  signal text,
  payload jsonb,
  -- nobody has taken it over by then: real time, as the other instants here
  due_at timestamptz not null,
  worth_until timestamptz,
  created_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- By whom a payment was executed: operation, key and hash of the request, and an agent's action.
alter table payments add column executed_by jsonb;
drop index payments_to_authorize;
alter table payments drop column attempt, drop column executed_attempt, drop column winning_key,
  drop column unknown_attempt, drop column refusals;
create index payments_to_authorize on payments (updated_at, id)
  where status = 'PENDING_AUTHORIZATION' and executed_at is not null;

-- What the key's answer is: PAYMENT, TRANSACTION or AGENT_ACTION.
alter table idempotency_keys add column kind text;

alter table deposits drop column attempt;

drop table rejected_executions;
drop table submitted_stamps;

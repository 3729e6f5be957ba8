-- What needs a person. The alarms count these rows and the operators' pages list them: one definition.

-- Payments, and refunds over the rail, that have been without a result for p_seconds.
create or replace function waiting_payments(p_seconds integer) returns table (kind text, subject text, platform_id uuid,
  environment text, since timestamptz, amount bigint, currency text, reason text, attempt integer)
  language sql stable as $$
  select 'WAITING', 'Transaction:' || payment.transaction_id, payment.platform_id, payment.environment,
    payment.executed_at, payment.sending_amount, payment.sending_currency,
    case when 'COLLECT' = any (payment.steps) and payment.funded_amount is null then 'COLLECTION_UNDECIDED'
      when exists (select 1 from paused_payouts w where w.payment_id = payment.id) then (
        select hold_end(w.cause) from paused_payouts w where w.payment_id = payment.id)
      when rail_order_state(payment, 'PAYOUT') is null then 'WALLET_PROVIDER_UNDECIDED'
      else 'PAYOUT_UNDECIDED' end, null::integer
  from payments payment
  where payment.status = 'PROCESSING' and payment.executed_at < service_now() - make_interval(secs => p_seconds)
  union all
  select 'REFUND_WAITING', 'Transaction:' || payment.transaction_id, payment.platform_id, payment.environment,
    (t.refund ->> 'initiatedAt')::timestamptz, coalesce(payment.funded_amount, payment.sending_amount),
    payment.sending_currency, 'REFUND_UNDECIDED', null::integer
  from rail_orders o cross join lateral (select * from payments p where p.id = o.payment_id offset 0) payment
  join transactions t on t.id = payment.transaction_id
  where o.kind = 'REFUND' and o.state in ('CREATED', 'SUBMITTED')
    and (t.refund ->> 'initiatedAt')::timestamptz < service_now() - make_interval(secs => p_seconds);
$$;

-- All of it. `subject` is an id as the API shows it, or what a finding is about; amounts of SUSPENSE are below zero
-- where suspense was drawn on.
create or replace function inbox_items(p_waiting_seconds integer) returns table (kind text, subject text,
  platform_id uuid, environment text, since timestamptz, amount bigint, currency text, reason text)
  language sql stable as $$
  -- Grouped by payment: a shortfall of one and a surplus of another must not cancel out.
  select 'SUSPENSE', x.reference,
    (select t.platform_id from transactions t where 'Transaction:' || t.id = x.reference
      and t.id = substring(x.reference from '^Transaction:(.{36})$')::uuid),
    x.environment, x.since, x.amount, x.currency, null::text
  from (select t.reference, a.id, min(t.environment) as environment, min(t.currency) as currency,
      min(t.created_at) as since, sum(case when a.id = t.credit_account_id then t.amount else -t.amount end)::bigint as amount
    from ledger_transfers t join ledger_accounts a
      -- By the index of the service's own accounts.
      on a.environment in ('SANDBOX', 'PRODUCTION') and a.kind = 'SUSPENSE' and not a.has_floor
        and a.id in (t.debit_account_id, t.credit_account_id)
    group by t.reference, a.id
    having sum(case when a.id = t.credit_account_id then t.amount else -t.amount end) <> 0) x
  -- A deposit's money is in suspense while it is unapplied: listed as what it is. Any other money of it is not.
  where not exists (select 1 from deposits d where x.reference like '%Arrival:%' and d.environment = x.environment
    and d.id = regexp_replace(x.reference, '^(Production)?Arrival:', '') and d.outcome in ('UNAPPLIED', 'RETURNING')
    and d.amount = x.amount)
  union all
  select 'UNAPPLIED_FUNDS', 'Deposit:' || deposit_uuid(d.environment, d.id),
    (select a.platform_id from internal_accounts a where a.id = d.account_id), d.environment, d.created_at,
    d.amount, d.currency, case d.outcome when 'RETURNING' then 'RETURNING' else d.reason end
  from deposits d
  where d.outcome in ('UNAPPLIED', 'RETURNING')
  union all
  select 'UNAPPLIED_FUNDS', 'Deposit:' || deposit_uuid(d.environment, d.id),
    (select a.platform_id from internal_accounts a where a.id = d.account_id), d.environment, r.contradicted_at,
    d.amount, d.currency, 'RETURN_CONTRADICTED'
  -- By the deposit's id for each: they are few.
  from deposit_returns r cross join lateral (
    select * from deposits x where x.environment = r.environment and x.id = r.deposit_id offset 0) d
  where r.contradicted_at is not null
  union all
  select 'DEPOSIT_TAKEN_BACK', 'Transaction:' || deposit_uuid(b.environment, b.deposit_id), a.platform_id, b.environment,
    b.created_at, b.owed, a.currency, case when is_frozen(a.id, a.customer_id) then 'FROZEN' end
  from taken_back_deposits b join internal_accounts a on a.id = b.account_id where b.owed > 0
  union all
  select 'SWEEP_WAITING', 'Transaction:' || deposit_uuid(s.environment, s.deposit_id), s.platform_id, s.environment,
    s.created_at, d.amount, d.currency, sweep_trouble(deposit_uuid(s.environment, s.deposit_id))
  from deposit_sweeps s cross join lateral (
    select * from deposits x where x.environment = s.environment and x.id = s.deposit_id offset 0) d
  where s.state = 'WAITING' and s.created_at < service_now() - make_interval(secs => p_waiting_seconds)
    and not is_sweep_frozen(s.account_id)
  union all
  select 'ACCOUNT_REVIEW', 'ExternalAccount:' || e.id, e.platform_id, (select environment from platforms p where p.id = e.platform_id),
    e.updated_at, null, null, e.status_reason
  from external_accounts e where e.status = 'UNDER_REVIEW' and e.deleted_at is null
  union all
  select 'VALIDATION_WAITING', 'ExternalAccount:' || v.account_id, v.platform_id, v.environment, v.since, null, null, v.reason
  from waiting_validations(p_waiting_seconds) v
  union all
  select w.kind, w.subject, w.platform_id, w.environment, w.since, w.amount, w.currency, w.reason
  from waiting_payments(p_waiting_seconds) w
  union all
  select 'UNCONFIRMED', 'Transaction:' || q.transaction_id, q.platform_id, q.environment, o.unconfirmed_since,
    q.sending_amount, q.sending_currency, o.kind
  -- By the payment's id for each: they are few.
  from rail_orders o cross join lateral (select * from payments p where p.id = o.payment_id offset 0) q
  where o.unconfirmed_since is not null
  union all
  select 'PAYOUT_REVERSED', 'Transaction:' || q.transaction_id, q.platform_id, q.environment, o.reversed_at,
    q.receiving_amount, q.receiving_currency, null
  from rail_orders o cross join lateral (select * from payments p where p.id = o.payment_id offset 0) q
  where o.reversed_at > service_now() - interval '24 hours'
  union all
  select 'DEAD_LETTER', 'RailNotice:' || l.environment || '/' || l.event_id, null, l.environment, l.created_at, null, null, l.error
  from rail_notice_dead_letters l
  union all
  select 'RAIL_CASE', c.reference, (select q.platform_id from rail_orders o join payments q on q.id = o.payment_id
    where o.reference = c.reference), c.environment, c.created_at, null, null, trim(c.consequence || ' ' || c.code)
  from rail_consequences c where c.closed_at is null
  union all
  select 'CARD_PULL', 'Transaction:' || t.id, t.platform_id, t.environment, p.created_at, card_units(t, p.cents),
    t.currency, p.code
  from card_pulls p join card_transactions t on t.id = p.transaction_id where p.state = 'EXCEPTION'
  union all
  select 'CARD_CLAIM', 'Transaction:' || t.id, t.platform_id, t.environment, t.updated_at,
    card_units(t, t.disputed - t.contested), t.currency, case when t.disputed > 0 then 'CLAIMED' else 'CREDITED' end
  from card_transactions t where t.disputed <> t.contested
  union all
  select 'CARD_DISPUTE', 'Transaction:' || t.id, t.platform_id, t.environment, d.created_at, card_units(t, t.provisional),
    t.currency, case when t.provisional > 0 then 'CREDITED' else 'OPEN' end
  from card_disputes d join card_transactions t on t.id = d.transaction_id where d.status = 'OPEN'
  union all
  select 'STABLECOIN_CASE', 'StablecoinOperation:' || o.id, o.platform_id, o.environment, o.updated_at, o.cents, 'USD', o.case_reason
  from stablecoin_operations o where o.case_reason is not null
  union all
  select r.kind, r.subject, null, r.environment, r.since, null, null, r.reason from rate_items() r
  union all
  select 'UNKNOWN_REFERENCE', u.reference, null, u.environment, u.since, null, null, u.last_notice
  from unknown_rail_references() u
  union all
  -- By the platform's id for each: they are few.
  select 'PENDING_START', pending_subject_id(s.kind, s.subject_id), (select p.id from platforms p where p.id = s.platform_id),
    (select p.environment from platforms p where p.id = s.platform_id), s.since, null, null, s.waits_for
  from late_pending_starts(60) s
  union all
  select 'RUN_WITHOUT_ROW', r.workflow_id, null, null, r.closed_at, null, null, r.state from runs_without_row r
  union all
  select 'FAILING_TASK', f.workflow_id, null, null, f.since, null, null, f.attempts || ' attempts'
  from failing_workflow_tasks f;
$$;

-- Flags, on its timeline and once, each payment or refund that has waited for p_minutes.
create or replace function flag_overdue_payments(p_minutes integer) returns void language sql as $$
  select add_timeline(w.platform_id, w.subject, 'WAITING_TOO_LONG', w.attempt, 'OPERATOR', w.reason)
  from waiting_payments(p_minutes * 60) w
  where not exists (select 1 from timeline l where l.subject = w.subject and l.code = 'WAITING_TOO_LONG'
    and (l.waiting_reason = 'REFUND_UNDECIDED') = (w.reason = 'REFUND_UNDECIDED'));
$$;

-- What a payment's state was when an operator looked at it: another text as soon as anything has happened to it.
-- Waiting too long is nothing that happened.
create or replace function payment_state(payment payments) returns text language sql stable as $$
  select md5(payment.status || payment.updated_at || coalesce(payment.cancel_requested_at::text, '')
    || coalesce((select max(l.id)::text from timeline l where l.subject = 'Transaction:' || payment.transaction_id
      and l.code <> 'WAITING_TOO_LONG'), '')
    || coalesce((select string_agg(o.kind || o.attempt || o.state || o.updated_at, ',' order by o.kind, o.attempt)
      from rail_orders o where o.payment_id = payment.id), '')
    || (select count(*) from ledger_transfers t where t.reference = 'Transaction:' || payment.transaction_id));
$$;

-- Has a decision carried out: by a job, which may run more than once.
create or replace function order_decision(p_decision uuid) returns void language sql as $$
  select queue_job('carry_out_decision', json_build_object('decisionId', p_decision), 'decision/' || p_decision);
$$;

-- What an operator has ordered about a payment and has not reached its workflow: its job signals the run, and starts it with
-- the signal where it has none, so that no run does what the decision is to prevent. Null: nothing.
create or replace function ordered_decision(p_payment uuid) returns uuid language sql stable as $$
  select d.id from operator_decisions d where d.status = 'ORDERED'
    and d.subject = (select 'Transaction:' || q.transaction_id from payments q where q.id = p_payment);
$$;

-- Orders again what is still not carried out: its job has used up its attempts, or a worker has died.
create or replace function order_open_decisions() returns void language sql as $$
  select order_decision(id) from operator_decisions
  where status = 'ORDERED' and updated_at < service_now() - interval '10 minutes' and not exists (
    select 1 from graphile_worker.jobs j where j.key = 'decision/' || operator_decisions.id and j.attempts < j.max_attempts);
$$;

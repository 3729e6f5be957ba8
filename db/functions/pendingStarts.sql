-- What is to be started, or told, in Temporal once a decision has committed. The API hands it over by itself; a worker
-- takes what is still here when it is due. Instants are of real time: the test clock moves no message.

-- What a run of a payment carries for restores: the payment as it was decided, by whom, and what its wallet has
-- stamped where nobody had to authorize it first. Whoever starts the run, it is the same.
create or replace function start_facts(payment payments) returns jsonb language sql stable as $$
  select jsonb_object_agg(f.key, f.value) from jsonb_each(jsonb_build_object('row', payment.original_response,
    'decidedBy', payment.executed_by, 'executedAt', payment.executed_at, 'payloadToSign', payment.payload_to_sign,
    'stamp', case when payment.stamp_bound_to is null then payment.stamp end,
    'depositedAmount', case when payment.source_type = 'REALTIME_FUNDING' then payment.funded_amount::text end,
    'transaction', (select jsonb_build_object('counterparty', t.counterparty, 'payment_rail', t.payment_rail,
        'rail_selection_mode', t.rail_selection_mode, 'purpose_of_payment', t.purpose_of_payment)
      from transactions t where t.id = payment.transaction_id))) f where f.value <> 'null';
$$;

-- An executed payment as its workflow is started from it.
create or replace function open_payment(payment payments) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'PAYMENT', 'id', payment.id, 'platform_id', payment.platform_id,
    'environment', payment.environment, 'customer_id', payment.customer_id,
    'account_id', coalesce(payment.source_account_id, payment.destination_internal_id),
    'transaction_id', payment.transaction_id, 'agent_id', payment.agent_id, 'number', 1, 'facts', start_facts(payment));
$$;

-- The same of an action that waits for its platform.
create or replace function open_agent_action(a agent_actions) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'AGENT_ACTION', 'id', a.id, 'platform_id', a.platform_id, 'environment', a.environment,
    'customer_id', a.customer_id, 'account_id', coalesce(q.source_account_id, q.destination_internal_id),
    'transaction_id', q.transaction_id, 'agent_id', a.agent_id, 'payment_id', q.id, 'number', 1)
  from payments q where q.id = a.payment_id;
$$;

-- All that a customer is made again with after a restore, as create_customer takes it.
create or replace function customer_facts(c customers) returns jsonb language sql stable as $$
  select jsonb_object_agg(f.key, f.value) from jsonb_each(coalesce(c.created_by, '{}') || jsonb_build_object(
    'customerType', c.customer_type, 'platformCustomerId', c.platform_customer_id, 'umaAddress', c.uma_address,
    'email', c.email, 'phoneNumber', c.phone_number, 'region', c.region, 'currencies', c.currencies, 'profile', c.profile,
    'identityNumber', c.identity_number, 'termsConsent', c.terms_consent,
    'accounts', (select jsonb_agg(jsonb_build_object('id', a.id, 'currency', a.currency, 'type', a.type) order by a.currency)
      from internal_accounts a where a.customer_id = c.id),
    'credentialId', (select l.id from credentials l join internal_accounts a on a.id = l.account_id
      where a.customer_id = c.id order by l.created_at limit 1))) f where f.value <> 'null';
$$;

-- The same of a customer with a wallet.
create or replace function open_onboarding(c customers) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', 'CUSTOMER', 'id', c.id, 'platform_id', c.platform_id, 'environment', a.environment,
    'customer_id', c.id, 'account_id', a.id, 'number', c.onboarding_attempt, 'facts', customer_facts(c))
  from internal_accounts a where a.customer_id = c.id and a.type = 'EMBEDDED_WALLET';
$$;

-- The same of what is started with its ids alone.
create or replace function open_row(p_kind text, p_id uuid, p_number integer, p_platform uuid, p_customer uuid default null,
    p_account uuid default null, p_transaction uuid default null, p_credential uuid default null)
  returns jsonb language sql stable as $$
  select jsonb_build_object('kind', p_kind, 'id', p_id, 'number', p_number, 'platform_id', p_platform,
    'environment', (select environment from platforms where id = p_platform), 'customer_id', p_customer,
    'account_id', p_account, 'transaction_id', p_transaction, 'credential_id', p_credential);
$$;

-- A subject as its workflow is started from its row, whatever its state; null: there is none. p_number is of those of
-- which one subject has several.
create or replace function start_row(p_kind text, p_id uuid, p_number integer default 1) returns jsonb language sql stable as $$
  select case p_kind
    when 'PAYMENT' then (select open_payment(q) from payments q where q.id = p_id)
    when 'AUTHORIZATION' then (select open_payment(q) from payments q where q.id = p_id)
    when 'AGENT_ACTION' then (select open_agent_action(a) from agent_actions a where a.id = p_id)
    when 'CUSTOMER' then (select open_onboarding(c) from customers c where c.id = p_id)
    when 'REQUEST' then (select open_row(p_kind, p_id, 1, r.platform_id, null, r.account_id, null,
      r.credential_id) from requests r where r.id = p_id)
    when 'VERIFICATION' then (select open_row(p_kind, p_id, 1, v.platform_id) from otp_verifications v where v.id = p_id)
    when 'ISSUANCE' then (select open_row(p_kind, p_id, p_number, c.platform_id, null, c.account_id, null, c.id)
      from credentials c where c.id = p_id)
    when 'CUSTOMER_VERIFICATION' then (select open_row(p_kind, p_id, 1, v.platform_id, v.customer_id)
      from verifications v where v.id = p_id)
    when 'VERIFICATION_NOTICE' then (select open_row(p_kind, p_id, 1, c.platform_id, c.id)
      from verification_notices n join customers c on c.id = n.customer_id where n.id = p_id)
    when 'SCA_RESET' then (select open_row(p_kind, p_id, 1, r.platform_id, r.customer_id) from sca_resets r where r.id = p_id)
    when 'BULK_IMPORT' then (select open_row(p_kind, p_id, 1, i.platform_id) from bulk_imports i where i.id = p_id)
    when 'DOCUMENT' then (select open_row(p_kind, p_id, d.replacements, d.platform_id, d.customer_id)
      from documents d where d.id = p_id)
    when 'CARD' then (select open_row(p_kind, p_id, 1, d.platform_id, d.customer_id, d.funding_sources[1])
      || jsonb_build_object('facts', jsonb_build_object('fate', d.fate)) from cards d where d.id = p_id)
    when 'CARD_CHANGE' then (select open_row(p_kind, p_id, d.told_since, d.platform_id, d.customer_id, d.funding_sources[1])
      from cards d where d.id = p_id)
    -- One run makes all pulls of a card transaction; it is named for the first one.
    when 'CARD_PULL' then (select open_row(p_kind, p_id, (select min(x.number) from card_pulls x
      where x.transaction_id = t.id and x.state = 'PENDING'), t.platform_id, t.customer_id, t.account_id, t.id)
      from card_transactions t where t.id = p_id)
    when 'STABLECOIN_OPERATION' then (select open_row(p_kind, p_id, 1, o.platform_id)
      from stablecoin_operations o where o.id = p_id)
    -- It may belong to no platform of ours.
    when 'DEPOSIT_RETURN' then (select open_row(p_kind, p_id, p_number, null)
      || jsonb_build_object('environment', r.environment)
      from deposit_returns r where r.reference = deposit_return_reference(p_id, p_number))
    -- What corrects a payment.
    else (select open_row(p_kind, p_id, p_number, q.platform_id, q.customer_id, q.source_account_id, q.transaction_id)
      from payments q where q.id = p_id) end;
$$;

-- Whether it is open, so that it has a workflow.
create or replace function needs_workflow(p_kind text, p_id uuid, p_number integer default 1) returns boolean language sql stable as $$
  select case p_kind
    -- A refund that a correction has ordered is that one's.
    when 'PAYMENT' then exists (select 1 from payments q where q.id = p_id and remaining_steps(q) <> '{}'
      and (q.status in ('PROCESSING', 'PENDING_AUTHORIZATION') or coalesce((last_refund(q)).workflow, 'PAYMENT') = 'PAYMENT'))
    when 'AGENT_ACTION' then exists (select 1 from agent_actions a where a.id = p_id and a.status = 'PENDING_APPROVAL')
    when 'CUSTOMER' then exists (select 1 from internal_accounts a where a.customer_id = p_id
      and a.type = 'EMBEDDED_WALLET' and a.status = 'PENDING' and not a.needs_contact and a.import_id is null)
    when 'CARD' then exists (select 1 from cards d where d.id = p_id and d.state = 'PROCESSING' and d.fate <> 'NEVER')
    when 'CARD_CHANGE' then exists (select 1 from cards d where d.id = p_id and d.state <> 'PROCESSING'
      and d.told_version < d.version)
    when 'STABLECOIN_OPERATION' then exists (select 1 from stablecoin_operations o where o.id = p_id
      and o.status in ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING'))
    when 'BULK_IMPORT' then exists (select 1 from bulk_imports i where i.id = p_id and i.is_open)
    when 'REQUEST' then exists (select 1 from requests r where r.id = p_id and r.status = 'CLAIMED')
    when 'VERIFICATION' then exists (select 1 from otp_verifications v where v.id = p_id and v.status = 'PENDING')
    when 'ISSUANCE' then exists (select 1 from otp_issuances i
      where i.credential_id = p_id and i.number = p_number and i.status = 'PENDING')
    when 'CUSTOMER_VERIFICATION' then exists (select 1 from verifications v where v.id = p_id and v.is_with_vendor)
    when 'VERIFICATION_NOTICE' then exists (select 1 from verification_notices n where n.id = p_id and n.is_open)
    when 'SCA_RESET' then exists (select 1 from sca_resets r where r.id = p_id
      and r.status in ('INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED'))
    when 'CARD_PULL' then exists (select 1 from card_pulls x where x.transaction_id = p_id and x.state = 'PENDING')
    when 'DEPOSIT_RETURN' then exists (select 1 from deposit_returns r
      where r.reference = deposit_return_reference(p_id, p_number) and r.state in ('CREATED', 'SUBMITTED'))
    else false end;
$$;

-- The subject of a pending start; null: it is closed, and needs none.
create or replace function pending_subject(p_kind text, p_id uuid, p_number integer default 1) returns jsonb language sql stable as $$
  select case when needs_workflow(p_kind, p_id, p_number) then start_row(p_kind, p_id, p_number) end;
$$;

-- Adds a start of a subject's workflow, or, with a signal, what it is told. Where the caller hands it over by itself it
-- is due after the deadline of that call and of the deletion afterwards.
create or replace function add_pending_start(p_kind text, p_id uuid, p_number integer, p_is_due boolean,
  p_signal text default null, p_payload jsonb default null, p_worth_until timestamptz default null)
returns bigint language sql volatile as $$
  insert into pending_starts (kind, subject_id, number, due_at, signal, payload, worth_until)
  values (p_kind, p_id, p_number, clock_timestamp() + case when p_is_due then interval '0' else interval '8 seconds' end,
    p_signal, p_payload, p_worth_until)
  returning id;
$$;

-- The start of an open subject, as the caller has it by start_row: its row in pending_starts, and what it is started
-- with. Null for none.
create or replace function start_later(p_row jsonb, p_is_due boolean default false, p_worth_until timestamptz default 'infinity')
returns jsonb language sql volatile strict as $$
  select jsonb_build_object('id', add_pending_start(p_row ->> 'kind', (p_row ->> 'id')::uuid,
    (p_row ->> 'number')::integer, p_is_due, null, null, p_worth_until), 'row', p_row);
$$;

-- The same of a subject whose start was written by an earlier decision: a repeat waits for the result of its run. Null
-- where it is closed.
create or replace function running_start(p_kind text, p_id uuid, p_number integer default 1) returns jsonb language sql stable as $$
  select jsonb_build_object('row', start_row(p_kind, p_id, p_number)) where needs_workflow(p_kind, p_id, p_number);
$$;

-- Has a signal sent to the workflow of a subject, which is started where it does not run.
create or replace function signal_later(p_kind text, p_id uuid, p_signal text, p_payload jsonb default null) returns void
language sql volatile as $$
  select add_pending_start(p_kind, p_id, 1, true, p_signal, p_payload);
$$;

-- The answer of a decision with its start, if there is one.
create or replace function with_start(p_answer jsonb, p_start jsonb) returns jsonb language sql immutable as $$
  select p_answer || case when p_start is null then '{}' else jsonb_build_object('start', p_start) end;
$$;

-- Claims what is due, in its order, for p_lease_seconds: longer than all calls about it take, so that a slow Temporal is
-- not sent everything twice. A start of a closed subject is deleted; of what is told the row says isClosed then: a run that
-- still waits is told, and none is started. A one-time code past its `worth_until` is given up. Each: {id, row, signal?,
-- payload?}.
create or replace function claim_pending_starts(p_max integer, p_lease_seconds integer) returns jsonb
language plpgsql as $$
declare
  v_all jsonb;
begin
  with due as materialized (
    select id from pending_starts where due_at <= clock_timestamp() order by id limit p_max for update skip locked),
  claimed as (
    update pending_starts s set due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
    from due where s.id = due.id returning s.*)
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', c.id, 'signal', c.signal, 'payload', c.payload))
      || jsonb_build_object('row', case when c.worth_until < clock_timestamp() then null
        when c.signal is null then pending_subject(c.kind, c.subject_id, c.number)
        else start_row(c.kind, c.subject_id, c.number)
          || case when needs_workflow(c.kind, c.subject_id, c.number) then '{}' else '{"isClosed": true}'::jsonb end end) order by c.id), '[]')
    into v_all from claimed c;
  perform give_up_otp_issuance(s.subject_id, s.number) from pending_starts s
    join jsonb_array_elements(v_all) x on s.id = (x ->> 'id')::bigint
    where x -> 'row' = 'null' and s.kind = 'ISSUANCE' and s.worth_until < clock_timestamp();
  delete from pending_starts where id in (select (s ->> 'id')::bigint from jsonb_array_elements(v_all) s
    where s -> 'row' = 'null');
  return (select coalesce(jsonb_agg(s order by (s ->> 'id')::bigint), '[]') from jsonb_array_elements(v_all) s
    where s -> 'row' <> 'null');
end $$;

-- What was claimed and could not be started is due again after p_seconds.
create or replace function release_pending_starts(p_ids bigint[], p_seconds integer) returns void language sql as $$
  update pending_starts set due_at = clock_timestamp() + make_interval(secs => p_seconds) where id = any (p_ids);
$$;

-- What has been started, or told.
create or replace function delete_pending_starts(p_ids bigint[]) returns void language sql as $$
  delete from pending_starts where id = any (p_ids);
$$;

-- What has waited so long, by subject: `waits_for` is START, or the signal that comes after it.
create or replace function late_pending_starts(p_seconds integer) returns table (kind text, subject_id uuid,
  since timestamptz, waits_for text) language sql stable as $$
  select kind, subject_id, min(created_at), coalesce((array_agg(signal order by id))[1], 'START') from pending_starts
  where created_at < clock_timestamp() - make_interval(secs => p_seconds) group by 1, 2;
$$;

-- For how long the oldest one waits, in seconds; 0: none does.
create or replace function oldest_pending_start_seconds() returns double precision language sql stable as $$
  select coalesce(greatest(extract(epoch from clock_timestamp() - min(created_at)), 0), 0)::double precision from pending_starts;
$$;

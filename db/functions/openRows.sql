-- What has a workflow, said once: which rows are open, and what the workflow of each is started with. The sweep goes through
-- all of them, a decision or a pending start asks for one.

-- The sweep's cursors over open rows. One of them may find several kinds of workflows.
create or replace function open_row_cursors() returns text[] language sql immutable as $$
  select array['PAYMENT', 'AUTHORIZATION', 'REFUND', 'UNCONFIRMED', 'REQUEST', 'OTP_VERIFICATION', 'OTP_ISSUANCE', 'CUSTOMER',
    'AGENT_ACTION', 'CUSTOMER_VERIFICATION', 'VERIFICATION_NOTICE', 'SCA_RESET', 'BULK_IMPORT', 'DOCUMENT', 'CARD',
    'CARD_CHANGE', 'CARD_PULL', 'STABLECOIN_OPERATION', 'DEPOSIT_RETURN', 'ACCOUNT_VALIDATION'];
$$;

-- Whether a machine has work to do for a row: the condition of its table's partial index.
create or replace function is_unfinished(x requests) returns boolean language sql immutable as $$
  select x.status = 'CLAIMED';
$$;

create or replace function is_unfinished(x otp_verifications) returns boolean language sql immutable as $$
  select x.status = 'PENDING';
$$;

create or replace function is_unfinished(x otp_issuances) returns boolean language sql immutable as $$
  select x.status = 'PENDING';
$$;

create or replace function is_unfinished(x internal_accounts) returns boolean language sql immutable as $$
  select x.status = 'PENDING' and not x.needs_contact and x.type = 'EMBEDDED_WALLET' and x.import_id is null;
$$;

create or replace function is_unfinished(x agent_actions) returns boolean language sql immutable as $$
  select x.status = 'PENDING_APPROVAL';
$$;

create or replace function is_unfinished(x verifications) returns boolean language sql immutable as $$
  select x.is_with_vendor;
$$;

-- A notice of the vendor that no workflow has taken: its customer says of which platform it is.
create or replace function is_unfinished(x verification_notices) returns boolean language sql immutable as $$
  select x.is_open and x.customer_id is not null;
$$;

create or replace function is_unfinished(x sca_resets) returns boolean language sql immutable as $$
  select x.status in ('INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED');
$$;

create or replace function is_unfinished(x bulk_imports) returns boolean language sql immutable as $$
  select x.is_open;
$$;

create or replace function is_unfinished(x documents) returns boolean language sql immutable as $$
  select x.is_to_forward;
$$;

create or replace function is_unfinished(x cards) returns boolean language sql immutable as $$
  select x.state = 'PROCESSING';
$$;

create or replace function is_unfinished(x stablecoin_operations) returns boolean language sql immutable as $$
  select x.status in ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING');
$$;

create or replace function is_unfinished(x card_pulls) returns boolean language sql immutable as $$
  select x.state = 'PENDING';
$$;

create or replace function is_unfinished(x deposit_returns) returns boolean language sql immutable as $$
  select x.state in ('CREATED', 'SUBMITTED');
$$;

create or replace function is_unfinished(x account_validations) returns boolean language sql immutable as $$
  select x.state = 'OPEN';
$$;

-- The issuer has not got the last version yet.
create or replace function has_unsent_change(x cards) returns boolean language sql immutable as $$
  select x.state <> 'PROCESSING' and x.sent_version < x.version;
$$;

-- One page of the open rows of a cursor that have not changed for p_quiet_seconds, in the order of their
-- key (at, key_id, key_number), after the key given. Each must have a running workflow: start_row says what it is
-- started with. The number distinguishes runs of one subject.
create or replace function open_rows_page(p_cursor text, p_quiet_seconds integer, p_after_at timestamptz,
    p_after_id uuid, p_after_number bigint, p_max integer)
  returns table (kind text, id uuid, number integer, at timestamptz, key_id uuid, key_number bigint)
  language sql stable as $$
  with line as (select service_now() - make_interval(secs => p_quiet_seconds) as at)
  (select 'PAYMENT', payment.id, 1, payment.updated_at, payment.id, 0
     from payments payment
     where p_cursor = 'PAYMENT' and payment.status = 'PROCESSING' and payment.updated_at < (select at from line)
       and (payment.updated_at, payment.id) > (p_after_at, p_after_id)
       -- What an operator has ordered starts it.
       and ordered_decision(payment.id) is null
     order by payment.updated_at, payment.id limit p_max)
  union all
  (select 'PAYMENT', payment.id, 1, payment.updated_at, payment.id, 0
     from payments payment
     where p_cursor = 'AUTHORIZATION' and payment.status = 'PENDING_AUTHORIZATION' and payment.executed_at is not null
       and payment.updated_at < (select at from line)
       and (payment.updated_at, payment.id) > (p_after_at, p_after_id)
     order by payment.updated_at, payment.id limit p_max)
  union all
  (select o.workflow, o.payment_id, case o.workflow when 'REFUND_RETRY' then o.attempt else 1 end,
     o.updated_at, o.payment_id, o.attempt
     from rail_orders o
     where p_cursor = 'REFUND' and o.kind = 'REFUND' and o.state in ('CREATED', 'SUBMITTED')
       and o.updated_at < (select at from line)
       and (o.updated_at, o.payment_id, o.attempt) > (p_after_at, p_after_id, p_after_number)
     order by o.updated_at, o.payment_id, o.attempt limit p_max)
  union all
  -- Recorded as paid by an operator, and not confirmed by the rail: few, and sorted.
  (select case o.kind when 'REFUND' then o.workflow else 'PAYMENT' end, o.payment_id,
     case when o.kind = 'REFUND' and o.workflow = 'REFUND_RETRY' then o.attempt else 1 end,
     o.updated_at, o.payment_id, o.attempt
     from rail_orders o join payments payment on payment.id = o.payment_id
     where p_cursor = 'UNCONFIRMED' and o.unconfirmed_since is not null
       and case o.kind when 'REFUND' then o.state not in ('CREATED', 'SUBMITTED') else payment.status <> 'PROCESSING' end
       and o.updated_at < (select at from line)
       and (o.updated_at, o.payment_id, o.attempt) > (p_after_at, p_after_id, p_after_number)
     order by o.updated_at, o.payment_id, o.attempt limit p_max)
  union all
  (select 'REQUEST', r.id, 1, r.updated_at, r.id, 0
     from requests r
     where p_cursor = 'REQUEST' and is_unfinished(r) and r.updated_at < (select at from line)
       and (r.updated_at, r.id) > (p_after_at, p_after_id)
     order by r.updated_at, r.id limit p_max)
  union all
  (select 'OTP_VERIFICATION', v.id, 1, v.updated_at, v.id, 0
     from otp_verifications v
     where p_cursor = 'OTP_VERIFICATION' and is_unfinished(v) and v.updated_at < (select at from line)
       and (v.updated_at, v.id) > (p_after_at, p_after_id)
     order by v.updated_at, v.id limit p_max)
  union all
  (select 'OTP_ISSUANCE', i.credential_id, i.number, i.updated_at, i.credential_id, i.number
     from otp_issuances i
     where p_cursor = 'OTP_ISSUANCE' and is_unfinished(i) and i.updated_at < (select at from line)
       and (i.updated_at, i.credential_id, i.number) > (p_after_at, p_after_id, p_after_number)
     order by i.updated_at, i.credential_id, i.number limit p_max)
  union all
  (select 'CUSTOMER', a.customer_id, 1, a.updated_at, a.id, 0
     from internal_accounts a
     where p_cursor = 'CUSTOMER' and is_unfinished(a) and a.updated_at < (select at from line)
       and (a.updated_at, a.id) > (p_after_at, p_after_id)
     order by a.updated_at, a.id limit p_max)
  union all
  (select 'AGENT_ACTION', a.id, 1, a.updated_at, a.id, 0
     from agent_actions a
     where p_cursor = 'AGENT_ACTION' and is_unfinished(a) and a.updated_at < (select at from line)
       and (a.updated_at, a.id) > (p_after_at, p_after_id)
     order by a.updated_at, a.id limit p_max)
  union all
  (select 'CUSTOMER_VERIFICATION', v.id, 1, v.updated_at, v.id, 0
     from verifications v
     where p_cursor = 'CUSTOMER_VERIFICATION' and is_unfinished(v) and v.updated_at < (select at from line)
       and (v.updated_at, v.id) > (p_after_at, p_after_id)
     order by v.updated_at, v.id limit p_max)
  union all
  (select 'VERIFICATION_NOTICE', n.id, 1, n.received_at, n.id, 0
     from verification_notices n
     where p_cursor = 'VERIFICATION_NOTICE' and is_unfinished(n) and n.received_at < (select at from line)
       and (n.received_at, n.id) > (p_after_at, p_after_id)
     order by n.received_at, n.id limit p_max)
  union all
  (select 'SCA_RESET', r.id, 1, r.updated_at, r.id, 0
     from sca_resets r
     where p_cursor = 'SCA_RESET' and is_unfinished(r) and r.updated_at < (select at from line)
       and (r.updated_at, r.id) > (p_after_at, p_after_id)
     order by r.updated_at, r.id limit p_max)
  union all
  (select 'BULK_IMPORT', i.id, 1, i.updated_at, i.id, 0
     from bulk_imports i
     where p_cursor = 'BULK_IMPORT' and is_unfinished(i) and i.updated_at < (select at from line)
       and (i.updated_at, i.id) > (p_after_at, p_after_id)
     order by i.updated_at, i.id limit p_max)
  union all
  (select 'DOCUMENT', d.id, 1, d.updated_at, d.id, 0
     from documents d
     where p_cursor = 'DOCUMENT' and is_unfinished(d) and d.updated_at < (select at from line)
       and (d.updated_at, d.id) > (p_after_at, p_after_id)
     order by d.updated_at, d.id limit p_max)
  union all
  (select 'CARD', d.id, 1, d.updated_at, d.id, 0
     from cards d
     where p_cursor = 'CARD' and is_unfinished(d) and d.updated_at < (select at from line)
       and (d.updated_at, d.id) > (p_after_at, p_after_id)
     order by d.updated_at, d.id limit p_max)
  union all
  (select 'CARD_CHANGE', d.id, 1, d.updated_at, d.id, 0
     from cards d
     where p_cursor = 'CARD_CHANGE' and has_unsent_change(d) and d.updated_at < (select at from line)
       and (d.updated_at, d.id) > (p_after_at, p_after_id)
     order by d.updated_at, d.id limit p_max)
  union all
  (select 'STABLECOIN_OPERATION', o.id, 1, o.updated_at, o.id, 0
     from stablecoin_operations o
     where p_cursor = 'STABLECOIN_OPERATION' and is_unfinished(o) and o.updated_at < (select at from line)
       and (o.updated_at, o.id) > (p_after_at, p_after_id)
     order by o.updated_at, o.id limit p_max)
  union all
  -- One run makes all pulls of a card transaction; it is named for the first one.
  (select 'CARD_PULL', d.transaction_id, 1, d.updated_at, d.id, 0
     from card_pulls d
     where p_cursor = 'CARD_PULL' and is_unfinished(d) and d.updated_at < (select at from line)
       and (d.updated_at, d.id) > (p_after_at, p_after_id)
     order by d.updated_at, d.id limit p_max)
  union all
  (select 'ACCOUNT_VALIDATION', v.account_id, 1, v.updated_at, v.account_id, 0
     from account_validations v
     where p_cursor = 'ACCOUNT_VALIDATION' and is_unfinished(v) and v.updated_at < (select at from line)
       and (v.updated_at, v.account_id) > (p_after_at, p_after_id)
     order by v.updated_at, v.account_id limit p_max)
  union all
  -- Money that an operator sends back may belong to no platform of ours. Few, and sorted.
  (select 'DEPOSIT_RETURN', x.id, r.attempt, r.updated_at, x.id, r.attempt
     from deposit_returns r, lateral (select deposit_uuid(r.environment, r.deposit_id) as id) x
     where p_cursor = 'DEPOSIT_RETURN' and is_unfinished(r) and r.updated_at < (select at from line)
       and (r.updated_at, x.id, r.attempt) > (p_after_at, p_after_id, p_after_number)
     order by r.updated_at, x.id, r.attempt limit p_max);
$$;

-- Whether a subject is open, so that it has a workflow. p_number is of those of which one subject has several.
create or replace function needs_workflow(p_kind text, p_id uuid, p_number integer default 1) returns boolean language sql stable as $$
  select case p_kind
    -- A refund that a correction has ordered is that one's.
    when 'PAYMENT' then exists (select 1 from payments q where q.id = p_id and remaining_steps(q) <> '{}'
      and (q.status in ('PROCESSING', 'PENDING_AUTHORIZATION') or coalesce((last_refund(q)).workflow, 'PAYMENT') = 'PAYMENT'))
    when 'AGENT_ACTION' then exists (select 1 from agent_actions a where a.id = p_id and is_unfinished(a))
    when 'CUSTOMER' then exists (select 1 from internal_accounts a where a.customer_id = p_id and is_unfinished(a))
    when 'CARD' then exists (select 1 from cards d where d.id = p_id and is_unfinished(d))
    when 'CARD_CHANGE' then exists (select 1 from cards d where d.id = p_id and has_unsent_change(d))
    when 'STABLECOIN_OPERATION' then exists (select 1 from stablecoin_operations o where o.id = p_id and is_unfinished(o))
    when 'BULK_IMPORT' then exists (select 1 from bulk_imports i where i.id = p_id and is_unfinished(i))
    when 'REQUEST' then exists (select 1 from requests r where r.id = p_id and is_unfinished(r))
    when 'OTP_VERIFICATION' then exists (select 1 from otp_verifications v where v.id = p_id and is_unfinished(v))
    when 'OTP_ISSUANCE' then exists (select 1 from otp_issuances i
      where i.credential_id = p_id and i.number = p_number and is_unfinished(i))
    when 'CUSTOMER_VERIFICATION' then exists (select 1 from verifications v where v.id = p_id and is_unfinished(v))
    when 'VERIFICATION_NOTICE' then exists (select 1 from verification_notices n where n.id = p_id and is_unfinished(n))
    when 'DOCUMENT' then exists (select 1 from documents d where d.id = p_id and is_unfinished(d))
    when 'SCA_RESET' then exists (select 1 from sca_resets r where r.id = p_id and is_unfinished(r))
    when 'ACCOUNT_VALIDATION' then exists (select 1 from account_validations v where v.account_id = p_id and is_unfinished(v))
    when 'CARD_PULL' then exists (select 1 from card_pulls x where x.transaction_id = p_id and is_unfinished(x))
    when 'DEPOSIT_RETURN' then exists (select 1 from deposit_returns r
      where r.reference = deposit_return_reference(p_id, p_number) and is_unfinished(r))
    -- What corrects a payment: its refund is under way, or was recorded as paid and is not confirmed.
    else exists (select 1 from rail_orders o where o.payment_id = p_id and o.kind = 'REFUND' and o.workflow = p_kind
      and (p_kind <> 'REFUND_RETRY' or o.attempt = p_number)
      and (o.state in ('CREATED', 'SUBMITTED') or o.unconfirmed_since is not null)) end;
$$;

-- What a run of a payment carries for restores: the payment as it was decided, by whom, and what its wallet has
-- stamped where no authorization came first. It does not depend on which process starts the run.
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
    'identityNumber', c.identity_number, 'agreementConsents', c.agreement_consents,
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
    when 'AGENT_ACTION' then (select open_agent_action(a) from agent_actions a where a.id = p_id)
    when 'CUSTOMER' then (select open_onboarding(c) from customers c where c.id = p_id)
    when 'REQUEST' then (select open_row(p_kind, p_id, 1, r.platform_id, null, r.account_id, null,
      r.credential_id) from requests r where r.id = p_id)
    when 'OTP_VERIFICATION' then (select open_row(p_kind, p_id, 1, v.platform_id) from otp_verifications v where v.id = p_id)
    when 'OTP_ISSUANCE' then (select open_row(p_kind, p_id, p_number, c.platform_id, null, c.account_id, null, c.id)
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
      from cards d where d.id = p_id)
    when 'CARD_CHANGE' then (select open_row(p_kind, p_id, d.sent_since, d.platform_id, d.customer_id, d.funding_sources[1])
      from cards d where d.id = p_id)
    -- One run makes all pulls of a card transaction; it is named for the first one.
    when 'CARD_PULL' then (select open_row(p_kind, p_id, (select min(x.number) from card_pulls x
      where x.transaction_id = t.id and x.state = 'PENDING'), t.platform_id, t.customer_id, t.account_id, t.id)
      from card_transactions t where t.id = p_id)
    when 'STABLECOIN_OPERATION' then (select open_row(p_kind, p_id, 1, o.platform_id)
      from stablecoin_operations o where o.id = p_id)
    when 'ACCOUNT_VALIDATION' then (select open_row(p_kind, p_id, 1, e.platform_id, e.customer_id)
      from external_accounts e where e.id = p_id)
    -- It may belong to no platform of ours.
    when 'DEPOSIT_RETURN' then (select open_row(p_kind, p_id, p_number, null)
      || jsonb_build_object('environment', r.environment)
      from deposit_returns r where r.reference = deposit_return_reference(p_id, p_number))
    -- What corrects a payment.
    else (select open_row(p_kind, p_id, p_number, q.platform_id, q.customer_id, q.source_account_id, q.transaction_id)
      from payments q where q.id = p_id) end;
$$;

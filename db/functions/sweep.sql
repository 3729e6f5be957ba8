-- The kinds of open rows, each with a cursor of its own.
create or replace function open_row_kinds() returns text[] language sql immutable as $$
  select array['PAYMENT', 'AUTHORIZATION', 'REFUND', 'UNCONFIRMED', 'REQUEST', 'VERIFICATION', 'ISSUANCE', 'CUSTOMER',
    'AGENT_ACTION', 'CUSTOMER_VERIFICATION', 'VERIFICATION_NOTICE', 'SCA_RESET', 'BULK_IMPORT', 'DOCUMENT', 'CARD',
    'CARD_CHANGE', 'CARD_PULL', 'STABLECOIN_OPERATION', 'DEPOSIT_RETURN'];
$$;

-- One page of the open rows of a kind that have not changed for p_quiet_seconds, in the order of their
-- key (at, key_id, key_number), after the key given. Each must have a running workflow: start_row says what it is
-- started with. The number tells runs of one subject apart.
create or replace function open_rows_page(p_kind text, p_quiet_seconds integer, p_after_at timestamptz,
    p_after_id uuid, p_after_number bigint, p_max integer)
  returns table (kind text, id uuid, number integer, at timestamptz, key_id uuid, key_number bigint)
  language sql stable as $$
  with line as (select service_now() - make_interval(secs => p_quiet_seconds) as at)
  (select 'PAYMENT', payment.id, 1, payment.updated_at, payment.id, 0
     from payments payment
     where p_kind = 'PAYMENT' and payment.status = 'PROCESSING' and payment.updated_at < (select at from line)
       and (payment.updated_at, payment.id) > (p_after_at, p_after_id)
     order by payment.updated_at, payment.id limit p_max)
  union all
  (select 'AUTHORIZATION', payment.id, 1, payment.updated_at, payment.id, 0
     from payments payment
     where p_kind = 'AUTHORIZATION' and payment.status = 'PENDING_AUTHORIZATION' and payment.executed_at is not null
       and payment.updated_at < (select at from line)
       and (payment.updated_at, payment.id) > (p_after_at, p_after_id)
     order by payment.updated_at, payment.id limit p_max)
  union all
  (select o.workflow, o.payment_id, case o.workflow when 'REFUND_RETRY' then o.attempt else 1 end,
     o.updated_at, o.payment_id, o.attempt
     from rail_orders o
     where p_kind = 'REFUND' and o.kind = 'REFUND' and o.state in ('CREATED', 'SUBMITTED')
       and o.updated_at < (select at from line)
       and (o.updated_at, o.payment_id, o.attempt) > (p_after_at, p_after_id, p_after_number)
     order by o.updated_at, o.payment_id, o.attempt limit p_max)
  union all
  -- Recorded as paid by an operator, and not confirmed by the rail: few, and sorted.
  (select case o.kind when 'REFUND' then o.workflow else 'PAYMENT' end, o.payment_id,
     case when o.kind = 'REFUND' and o.workflow = 'REFUND_RETRY' then o.attempt else 1 end,
     o.updated_at, o.payment_id, o.attempt
     from rail_orders o join payments payment on payment.id = o.payment_id
     where p_kind = 'UNCONFIRMED' and o.unconfirmed_since is not null
       and case o.kind when 'REFUND' then o.state not in ('CREATED', 'SUBMITTED') else payment.status <> 'PROCESSING' end
       and o.updated_at < (select at from line)
       and (o.updated_at, o.payment_id, o.attempt) > (p_after_at, p_after_id, p_after_number)
     order by o.updated_at, o.payment_id, o.attempt limit p_max)
  union all
  (select 'REQUEST', r.id, 1, r.updated_at, r.id, 0
     from requests r
     where p_kind = 'REQUEST' and r.status = 'CLAIMED' and r.updated_at < (select at from line)
       and (r.updated_at, r.id) > (p_after_at, p_after_id)
     order by r.updated_at, r.id limit p_max)
  union all
  (select 'VERIFICATION', v.id, 1, v.updated_at, v.id, 0
     from otp_verifications v
     where p_kind = 'VERIFICATION' and v.status = 'PENDING' and v.updated_at < (select at from line)
       and (v.updated_at, v.id) > (p_after_at, p_after_id)
     order by v.updated_at, v.id limit p_max)
  union all
  (select 'ISSUANCE', i.credential_id, i.number, i.updated_at, i.credential_id, i.number
     from otp_issuances i
     where p_kind = 'ISSUANCE' and i.status = 'PENDING' and i.updated_at < (select at from line)
       and (i.updated_at, i.credential_id, i.number) > (p_after_at, p_after_id, p_after_number)
     order by i.updated_at, i.credential_id, i.number limit p_max)
  union all
  (select 'CUSTOMER', a.customer_id, 1, a.updated_at, a.id, 0
     from internal_accounts a
     where p_kind = 'CUSTOMER' and a.status = 'PENDING' and not a.needs_contact and a.type = 'EMBEDDED_WALLET'
       and a.import_id is null
       and a.updated_at < (select at from line)
       and (a.updated_at, a.id) > (p_after_at, p_after_id)
     order by a.updated_at, a.id limit p_max)
  union all
  (select 'AGENT_ACTION', a.id, 1, a.updated_at, a.id, 0
     from agent_actions a
     where p_kind = 'AGENT_ACTION' and a.status = 'PENDING_APPROVAL' and a.updated_at < (select at from line)
       and (a.updated_at, a.id) > (p_after_at, p_after_id)
     order by a.updated_at, a.id limit p_max)
  union all
  (select 'CUSTOMER_VERIFICATION', v.id, 1, v.updated_at, v.id, 0
     from verifications v
     where p_kind = 'CUSTOMER_VERIFICATION' and v.is_with_vendor and v.updated_at < (select at from line)
       and (v.updated_at, v.id) > (p_after_at, p_after_id)
     order by v.updated_at, v.id limit p_max)
  union all
  -- Told by the vendor, and not looked at: a notice of a customer's whose platform is found by it.
  (select 'VERIFICATION_NOTICE', n.id, 1, n.received_at, n.id, 0
     from verification_notices n
     where p_kind = 'VERIFICATION_NOTICE' and n.is_open and n.customer_id is not null and n.received_at < (select at from line)
       and (n.received_at, n.id) > (p_after_at, p_after_id)
     order by n.received_at, n.id limit p_max)
  union all
  (select 'SCA_RESET', r.id, 1, r.updated_at, r.id, 0
     from sca_resets r
     where p_kind = 'SCA_RESET' and r.status in ('INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED')
       and r.updated_at < (select at from line) and (r.updated_at, r.id) > (p_after_at, p_after_id)
     order by r.updated_at, r.id limit p_max)
  union all
  (select 'BULK_IMPORT', i.id, 1, i.updated_at, i.id, 0
     from bulk_imports i
     where p_kind = 'BULK_IMPORT' and i.is_open and i.updated_at < (select at from line)
       and (i.updated_at, i.id) > (p_after_at, p_after_id)
     order by i.updated_at, i.id limit p_max)
  union all
  (select 'DOCUMENT', d.id, 1, d.updated_at, d.id, 0
     from documents d
     where p_kind = 'DOCUMENT' and d.is_to_forward and d.updated_at < (select at from line)
       and (d.updated_at, d.id) > (p_after_at, p_after_id)
     order by d.updated_at, d.id limit p_max)
  union all
  (select 'CARD', d.id, 1, d.updated_at, d.id, 0
     from cards d
     where p_kind = 'CARD' and d.state = 'PROCESSING' and d.fate <> 'NEVER'
       and d.updated_at < (select at from line) and (d.updated_at, d.id) > (p_after_at, p_after_id)
     order by d.updated_at, d.id limit p_max)
  union all
  -- The issuer has not got the last version yet.
  (select 'CARD_CHANGE', d.id, 1, d.updated_at, d.id, 0
     from cards d
     where p_kind = 'CARD_CHANGE' and d.state <> 'PROCESSING' and d.told_version < d.version
       and d.updated_at < (select at from line) and (d.updated_at, d.id) > (p_after_at, p_after_id)
     order by d.updated_at, d.id limit p_max)
  union all
  (select 'STABLECOIN_OPERATION', o.id, 1, o.updated_at, o.id, 0
     from stablecoin_operations o
     where p_kind = 'STABLECOIN_OPERATION' and o.status in ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING')
       and o.updated_at < (select at from line) and (o.updated_at, o.id) > (p_after_at, p_after_id)
     order by o.updated_at, o.id limit p_max)
  union all
  -- One run makes all pulls of a card transaction; it is named for the first one.
  (select 'CARD_PULL', d.transaction_id, 1, d.updated_at, d.id, 0
     from card_pulls d
     where p_kind = 'CARD_PULL' and d.state = 'PENDING'
       and d.updated_at < (select at from line) and (d.updated_at, d.id) > (p_after_at, p_after_id)
     order by d.updated_at, d.id limit p_max)
  union all
  -- Money that an operator sends back may belong to no platform of ours. Few, and sorted.
  (select 'DEPOSIT_RETURN', x.id, r.attempt, r.updated_at, x.id, r.attempt
     from deposit_returns r, lateral (select deposit_uuid(r.environment, r.deposit_id) as id) x
     where p_kind = 'DEPOSIT_RETURN' and r.state in ('CREATED', 'SUBMITTED') and r.updated_at < (select at from line)
       and (r.updated_at, x.id, r.attempt) > (p_after_at, p_after_id, p_after_number)
     order by r.updated_at, x.id, r.attempt limit p_max);
$$;

-- Locks the cursor of a kind, made at its first use; null while another worker claims.
create or replace function lock_sweep_cursor(p_kind text) returns sweep_cursors language plpgsql as $$
declare c sweep_cursors;
begin
  if not exists (select 1 from sweep_cursors where kind = p_kind) then
    insert into sweep_cursors (kind) values (p_kind) on conflict do nothing;
  end if;
  select * into c from sweep_cursors where kind = p_kind for update skip locked;
  return c;
end $$;

-- Ends a pass and goes back to the first row. One with a page whose worker has died is incomplete: its
-- number may be too small, and the last complete one stands.
create or replace function end_sweep_pass(p_kind text) returns void language sql as $$
  update sweep_cursors set pass = pass + 1, after_at = default, after_id = default, after_number = default,
    missing_last = case when pages_reported = pages_claimed then missing else greatest(missing, missing_last) end,
    missing = 0, pages_claimed = 0, pages_reported = 0, is_at_end = false
  where kind = p_kind;
$$;

-- Claims the next page of a kind for one worker: the cursor moves past it at once, the rows themselves
-- are not written. A page that is not empty must be reported. Null where another worker claims now, or
-- where the last pages of a pass are still being worked on (for 30 seconds at most: their worker has
-- died then, and the next pass meets their rows again).
create or replace function claim_sweep_page(p_kind text, p_quiet_seconds integer, p_max integer) returns jsonb
language plpgsql as $$
declare
  c sweep_cursors := lock_sweep_cursor(p_kind);
  v_rows jsonb;
  v_count integer;
  v_last record;
begin
  if c.kind is null then return null; end if;
  if c.is_at_end then
    if c.claimed_at > service_now() - interval '30 seconds' then return null; end if;
    perform end_sweep_pass(p_kind);
    select * into c from sweep_cursors where kind = p_kind;
  end if;
  with page as materialized (
    select * from open_rows_page(p_kind, p_quiet_seconds, c.after_at, c.after_id, c.after_number, p_max))
  select l.at, l.key_id, l.key_number, a.rows, a.count into v_last
  from (select jsonb_agg(start_row(r.kind, r.id, r.number) order by r.at, r.key_id, r.key_number) as rows,
      count(*)::integer as count from page r) a
    left join (select * from page order by at desc, key_id desc, key_number desc limit 1) l on true;
  v_rows := coalesce(v_last.rows, '[]');
  v_count := v_last.count;
  update sweep_cursors set claimed_at = service_now(), is_at_end = v_count < p_max,
    pages_claimed = pages_claimed + (v_count > 0)::integer,
    after_at = coalesce(v_last.at, after_at), after_id = coalesce(v_last.key_id, after_id),
    after_number = coalesce(v_last.key_number, after_number)
  where kind = p_kind;
  if v_count = 0 and c.pages_claimed = c.pages_reported then perform end_sweep_pass(p_kind); end if;
  return jsonb_build_object('pass', c.pass, 'isLast', v_count < p_max, 'rows', v_rows);
end $$;

-- Reports how many rows of a claimed page have no workflow and get none. The last report ends the pass;
-- one of an earlier pass comes too late to count.
create or replace function report_sweep_page(p_kind text, p_pass bigint, p_missing integer) returns void
language plpgsql as $$
declare c sweep_cursors;
begin
  update sweep_cursors set pages_reported = pages_reported + 1, missing = missing + p_missing
    where kind = p_kind and pass = p_pass returning * into c;
  if c.is_at_end and c.pages_reported = c.pages_claimed then perform end_sweep_pass(p_kind); end if;
end $$;

-- Rows without a workflow: those of the last complete pass of each kind, or of the present one where
-- that has found more already.
create or replace function open_rows_without_workflow() returns bigint language sql stable as $$
  select coalesce(sum(greatest(missing, missing_last)), 0)::bigint from sweep_cursors where kind = any (open_row_kinds());
$$;

-- The state machine of an instruction to the payout rail: which states may follow which. A null
-- state is that of an instruction without a row.
create or replace function rail_order_may_move(p_kind text, p_from text, p_to text) returns boolean
language sql immutable as $$
  select (coalesce(p_from, 'NONE'), p_to) in (
    -- From here on the rail may have it: it never counts as unsubmitted again.
    ('NONE', 'SUBMITTED'), ('CREATED', 'SUBMITTED'),
    -- The rail, or an operator, reports the outcome, whether or not the submission was recorded.
    ('NONE', 'SETTLED'), ('CREATED', 'SETTLED'), ('SUBMITTED', 'SETTLED'),
    ('CREATED', 'FAILED'), ('SUBMITTED', 'FAILED'),
    -- The instruction settled late, after it had been recorded as failed.
    ('FAILED', 'SETTLED'),
    -- The counterparty returned a payout, the bank reversed a collection, or the rail reports as
    -- failed what it had reported as settled.
    ('SETTLED', 'RETURNED'))
    or p_kind = 'REFUND' and (coalesce(p_from, 'NONE'), p_to) in (
      -- Owed and not yet submitted; cancelled when an earlier attempt settled after all.
      ('NONE', 'CREATED'), ('CREATED', 'CANCELLED'))
    -- Written with its content before it leaves, or the payer has paid a returned collection again.
    or p_kind = 'COLLECTION' and (coalesce(p_from, 'NONE'), p_to) in (('NONE', 'CREATED'), ('RETURNED', 'MADE_GOOD'));
$$;

-- The reference of an instruction, which is also its idempotency key at the rail.
create or replace function rail_reference(p_transaction uuid, p_kind text, p_attempt integer) returns text
language sql immutable as $$
  select 'Transaction:' || p_transaction || case p_kind when 'PAYOUT' then '' when 'COLLECTION' then '/collect'
    else '/refund' || refund_suffix(p_attempt) end;
$$;

-- Moves an instruction to a state and creates its row where there is none. A repeated move is a
-- no-op; a forbidden transition is an error. The caller holds the lock of the payment's row.
create or replace function move_rail_order(payment payments, p_kind text, p_attempt integer, p_state text,
  p_workflow text default 'PAYMENT') returns void language plpgsql as $$
declare v_from text;
begin
  select state into v_from from rail_orders
    where payment_id = payment.id and kind = p_kind and attempt = p_attempt for update;
  if v_from = p_state then return; end if;
  if not rail_order_may_move(p_kind, v_from, p_state) then
    raise exception 'the % of payment % cannot move from % to %', lower(p_kind), payment.id,
      coalesce(v_from, 'nothing'), p_state using errcode = 'PY002';
  end if;
  if v_from is null and p_kind <> 'COLLECTION' then
    perform undo_lost_payout(rail_reference(payment.transaction_id, p_kind, p_attempt));
  end if;
  insert into rail_orders as o (payment_id, kind, attempt, reference, state, workflow, submitted_at, settled_at, returned_at)
  values (payment.id, p_kind, p_attempt, rail_reference(payment.transaction_id, p_kind, p_attempt), p_state, p_workflow,
    case p_state when 'SUBMITTED' then service_now() end, case p_state when 'SETTLED' then service_now() end,
    case p_state when 'RETURNED' then service_now() end)
  on conflict (payment_id, kind, attempt) do update set state = excluded.state, updated_at = service_now(),
    submitted_at = coalesce(o.submitted_at, excluded.submitted_at),
    settled_at = coalesce(o.settled_at, excluded.settled_at),
    returned_at = coalesce(o.returned_at, excluded.returned_at),
    -- Whatever ends it: there is nothing to submit again, and a return leaves nothing to confirm.
    instruction = case excluded.state when 'SUBMITTED' then o.instruction end,
    request = case excluded.state when 'SUBMITTED' then o.request end,
    unconfirmed_since = case when excluded.state <> 'RETURNED' then o.unconfirmed_since end;
end $$;

-- The state of an instruction; null if there is none.
create or replace function rail_order_state(payment payments, p_kind text) returns text language sql stable as $$
  select state from rail_orders where payment_id = payment.id and kind = p_kind order by attempt desc limit 1;
$$;

-- The latest refund attempt over the rail; all null if there is none.
create or replace function last_refund(payment payments) returns rail_orders language sql stable as $$
  select * from rail_orders where payment_id = payment.id and kind = 'REFUND' order by attempt desc limit 1;
$$;

-- Whether a refund over the rail is open.
create or replace function is_refund_open(payment payments) returns boolean language sql stable as $$
  select exists (select 1 from rail_orders where payment_id = payment.id and kind = 'REFUND'
    and state in ('CREATED', 'SUBMITTED'));
$$;

-- Whether an operator has recorded an instruction of one of these kinds as paid that the rail has not
-- confirmed yet.
create or replace function is_unconfirmed(payment payments, variadic p_kinds text[]) returns boolean language sql stable as $$
  select exists (select 1 from rail_orders where payment_id = payment.id and kind = any (p_kinds)
    and unconfirmed_since is not null);
$$;

-- Whether the money of the payout must not go on to the payer by itself, as the network's code of its end says.
create or replace function is_refund_refused(payment payments) returns boolean language sql stable as $$
  select exists (select 1 from rail_orders where payment_id = payment.id and kind = 'PAYOUT' and is_refund_refused);
$$;

-- Whether the collection was returned and has not been paid again.
create or replace function is_collection_returned(payment payments) returns boolean language sql stable as $$
  select 'COLLECT' = any (payment.steps) and rail_order_state(payment, 'COLLECTION') is not distinct from 'RETURNED';
$$;

-- A payment's status as activities read it: REFUND_AT_RAIL while a refund over the rail is open, or
-- is to be confirmed by the rail.
create or replace function status_or_refund(payment payments) returns text language sql stable as $$
  select case when is_refund_open(payment) or is_unconfirmed(payment, 'REFUND') then 'REFUND_AT_RAIL'
    else payment.status end;
$$;

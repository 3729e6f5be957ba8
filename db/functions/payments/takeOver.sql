-- What the outside parties and Temporal hold of payments that the database has lost: it was restored to an
-- earlier point, and they went on. `payments admin reconcile` calls these functions.

-- The order of a payment as `create_payment` takes it, from the facts that its run was started with.
create or replace function order_of_decided(p jsonb) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('isImmediate', true, 'isDecided', true, 'id', p #> '{row,id}',
    'platformId', p #> '{row,platform_id}', 'transactionId', p #> '{row,transaction_id}', 'kind', p #> '{row,kind}',
    'steps', p #> '{row,steps}', 'customerId', p #> '{row,customer_id}',
    'platformCustomerId', (select platform_customer_id from customers where id = (p #>> '{row,customer_id}')::uuid),
    'source', p #> '{row,source}', 'destination', p #> '{row,destination}', 'sourceType', p #> '{row,source_type}',
    'sourceAccountId', p #> '{row,source_account_id}', 'sourceExternalId', p #> '{row,source_external_id}',
    'destinationAccountId', p #> '{row,destination_account_id}',
    'destinationInternalId', p #> '{row,destination_internal_id}', 'destinationUma', p #> '{row,destination_uma}',
    'incomingTransactionId', p #> '{row,incoming_transaction_id}', 'originalTransactionId',
    case p #>> '{row,source_type}' when 'RULE_BASED' then p #> '{row,incoming_transaction_id}' end, 'fundingReference', p #> '{row,funding_reference}',
    'paymentInstructions', p #> '{row,payment_instructions}', 'senderCustomerInfo', p #> '{row,sender_customer_info}',
    'paymentRail', p #> '{row,payment_rail}', 'transactionRail', p #> '{transaction,payment_rail}',
    'sendingCurrency', p #> '{row,sending_currency}', 'receivingCurrency', p #> '{row,receiving_currency}'))
  || jsonb_strip_nulls(jsonb_build_object(
    'sendingAmount', p #> '{row,sending_amount}', 'receivingAmount', p #> '{row,receiving_amount}',
    'serviceFee', p #> '{row,service_fee}', 'platformFee', p #> '{row,platform_fee}', 'exchangeRate', p #> '{row,exchange_rate}',
    'lockedSide', p #> '{row,locked_side}', 'description', p #> '{row,description}', 'expiresAt', p #> '{row,expires_at}',
    'agentId', p #> '{row,agent_id}', 'scaFactor', p #> '{row,sca_factor}',
    'payloadToSign', p -> 'payloadToSign', 'counterparty', p #> '{transaction,counterparty}',
    'railSelectionMode', p #> '{transaction,rail_selection_mode}', 'rateDetails', p #> '{row,rate_details}',
    'purposeOfPayment', p #> '{transaction,purpose_of_payment}'));
$$;

-- Why the deposit that a payment has swept cannot be given to it; null if it can, and of any other payment. It is locked.
create or replace function lost_sweep_refusal(p_row jsonb) returns text language plpgsql as $$
declare v_state text;
begin
  if p_row ->> 'source_type' is distinct from 'RULE_BASED' then return null; end if;
  select s.state into v_state from deposits d join deposit_sweeps s on s.environment = d.environment and s.deposit_id = d.id
    where deposit_uuid(d.environment, d.id) = (p_row ->> 'incoming_transaction_id')::uuid for update of d, s;
  return case when not found then 'DEPOSIT_NOT_BOOKED' when v_state <> 'WAITING' then 'DEPOSIT_' || v_state end;
end $$;

-- Executes a payment that a run has executed before and whose row does not say so: the row is made again
-- where it is lost, and its money is held. What only a new request must pass is not asked again (its
-- expiry, its session, its payer's proofs, an agent's limits, those of the day): it was decided, and outside it has
-- happened. `p` has the facts that the run was started with (`start_facts`), `paymentId` and
-- `platformId`. TAKEN_OVER, KNOWN (its row is executed), or REFUSED with a code, which changes nothing. With
-- `isTrial` it changes nothing either, and what would be taken over is refused as TRIAL.
create or replace function take_over_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  payment payments;
  v jsonb;
  v_id uuid := (p ->> 'paymentId')::uuid;
  v_deposited bigint := (p ->> 'depositedAmount')::bigint;
  v_spendable bigint;
  v_is_lost boolean;
  v_by jsonb := p -> 'decidedBy';
  v_refusal text;
begin
  perform lock_payment_customers(p);
  perform lock_creation(v_id);
  select * into payment from payments where id = v_id for update;
  v_is_lost := payment.id is null;
  if payment.status not in ('PENDING', 'EXPIRED') or payment.executed_at is not null then
    return jsonb_build_object('outcome', 'KNOWN', 'status', payment.status);
  end if;
  begin
    -- Before its row: that names the deposit's transaction.
    v_refusal := lost_sweep_refusal(p -> 'row');
    if v_refusal is not null then raise exception '%', v_refusal using errcode = 'PY001'; end if;
    if v_is_lost then
      v := create_payment(order_of_decided(p));
      if v ? 'refused' then raise exception '%', v ->> 'refused' using errcode = 'PY001'; end if;
      update payments set created_at = (p #>> '{row,created_at}')::timestamptz, rate_used = p #> '{row,rate_used}'
      where id = v_id returning * into payment;
      update transactions set created_at = payment.created_at where id = payment.transaction_id;
    end if;
    if v_by ->> 'key' is not null and v_by ->> 'agentId' is null then
      perform claim_idempotency_key(payment.platform_id, v_by ->> 'operation', v_by ->> 'key',
        decode(v_by ->> 'requestHash', 'hex'), v_id, 'PAYMENT');
    end if;
    if not bind_invoice(payment) then raise exception 'CONFLICT' using errcode = 'PY001'; end if;
    if payment.steps = '{}' then perform lock_payment_accounts(payment); end if;
    if payment.source_type = 'RULE_BASED' then perform give_deposit_to_sweep(payment); end if;
    if payment.source_account_id is not null then
      select posted - pending_out into v_spendable from ledger_balances
        where account_id = payment.source_account_id for update;
      if v_spendable < payment.sending_amount then raise exception 'INSUFFICIENT_FUNDS' using errcode = 'PY001'; end if;
      perform ledger_transfer('Quote:' || v_id || '/hold', 'PENDING', payment.source_account_id,
        service_account(payment.environment, 'LIQUIDITY', payment.sending_currency), payment.sending_currency,
        payment.sending_amount, null, 'Transaction:' || payment.transaction_id);
    end if;
    update payments set status = 'PROCESSING', executed_at = (p ->> 'executedAt')::timestamptz,
      updated_at = service_now(), executed_by = v_by,
      stamp = p ->> 'stamp', original_response = coalesce(p -> 'row', payment.original_response)
    where id = v_id returning * into payment;
    -- What a retry with the key of an immediate execution gets.
    update idempotency_keys set answer = (select to_jsonb(t) from transactions t where id = payment.transaction_id),
      kind = 'TRANSACTION'
    where platform_id = payment.platform_id and operation = v_by ->> 'operation' and key = v_by ->> 'key'
      and operation <> 'executeQuote';
    if v_deposited is not null then perform book_funding(payment, v_deposited); end if;
    perform begin_payment_steps(payment, 'EXECUTED');
    perform add_timeline_remark(payment.platform_id, 'Transaction:' || payment.transaction_id, 'TAKEN_OVER');
    if v_deposited <> payment.sending_amount then
      perform close_failed_payment(v_id, 'FUNDING_AMOUNT_MISMATCH', 'TRANSACTION_FAILED', 'COMPLETED');
      select * into payment from payments where id = v_id;
    end if;
    perform settle_at_once(jsonb_build_object('steps', remaining_steps(payment)), v_id);
    if p ? 'isTrial' then raise exception 'TRIAL' using errcode = 'PY001'; end if;
    return jsonb_build_object('outcome', 'TAKEN_OVER', 'status', payment.status);
  exception
    when sqlstate 'PY001' then return jsonb_build_object('outcome', 'REFUSED', 'code', sqlerrm);
    -- A customer, an account or an agent that the payment names is lost as well.
    when foreign_key_violation or not_null_violation then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'REFERENCE_NOT_FOUND');
  end;
end $$;

-- Instructions of open payments and refunds of an environment that nothing of ours says were sent, with their
-- references at the rail.
create or replace function unsent_rail_orders(p_environment text)
returns table (payment_id uuid, kind text, attempt integer, reference text) language sql stable as $$
  with open as (
    select id, transaction_id, steps from payments where status = 'PROCESSING' and environment = p_environment
    union all
    select id, transaction_id, steps from payments
    where status = 'PENDING_AUTHORIZATION' and executed_at is not null and environment = p_environment)
  select q.id, k.kind, 1, rail_reference(q.transaction_id, k.kind, 1)
  from open q cross join (values ('COLLECTION', 'COLLECT'), ('PAYOUT', 'PAY_OUT')) k (kind, step)
  where k.step = any (q.steps) and not exists (select 1 from rail_orders o
    where o.payment_id = q.id and o.kind = k.kind and (o.submitted_at is not null or o.state <> 'CREATED'))
  union all
  select o.payment_id, o.kind, o.attempt, o.reference from rail_orders o
  where o.kind = 'REFUND' and o.state = 'CREATED' and o.submitted_at is null
    and (select q.environment from payments q where q.id = o.payment_id) = p_environment;
$$;

-- Records that the payer of an executed payment had authorized it, and that its proofs are lost. False: it does not
-- wait for them.
create or replace function take_over_authorization(p_payment uuid) returns boolean language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status is distinct from 'PENDING_AUTHORIZATION' or payment.executed_at is null then return false; end if;
  update sca_challenges set voided_at = service_now()
    where subject_id = payment.id and satisfied_at is null and voided_at is null;
  perform finish_authorization(payment);
  return true;
end $$;

-- Ends a payment as its run had ended it, which the row has lost: FAILED, or REFUND_AT_RAIL where what was received goes back
-- over the rail. What its rail has been told is the rail's to end, a collection by being stopped; its status then.
create or replace function take_over_failure(p_payment uuid, p_reason text, p_cause text, p_refund text) returns text
language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.executed_at is null or payment.status not in ('PROCESSING', 'PENDING_AUTHORIZATION') then
    return status_or_refund(payment);
  end if;
  if is_payout_submitted(payment) then return payment.status; end if;
  if payment.funded_amount is null and exists (select 1 from rail_orders
      where payment_id = payment.id and kind = 'COLLECTION' and submitted_at is not null) then
    perform request_stop(payment.id, false);
    return payment.status;
  end if;
  perform add_timeline_remark(payment.platform_id, 'Transaction:' || payment.transaction_id, 'TAKEN_OVER');
  return fail_payment(payment.id, p_reason, p_cause, p_refund);
end $$;

-- Records that the rail has such an instruction: it was sent, and that is lost. From here on only the rail's final
-- state ends it, and nothing is refunded that it may pay. What comes before a payout had been done then: the payer had
-- authorized it, the receiver's platform had approved it. False: it is known, or its payment is closed.
create or replace function take_over_rail_order(p_payment uuid, p_kind text, p_attempt integer,
  p_provider text default 'RAIL', p_network text default null, p_handle text default null) returns boolean
language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if not exists (select 1 from unsent_rail_orders(payment.environment) u
      where u.payment_id = p_payment and u.kind = p_kind and u.attempt = p_attempt) then
    return false;
  end if;
  if take_over_authorization(p_payment) then select * into payment from payments where id = p_payment; end if;
  -- Before the approval: what has left is not being stopped any more.
  perform move_rail_order(payment, p_kind, p_attempt, 'SUBMITTED');
  if p_kind = 'PAYOUT' then
    update incoming_approvals set requested_at = coalesce(requested_at, service_now()) where payment_id = payment.id;
    perform record_approval_decision(payment.id, '{"decision": "APPROVED", "by": "the payout"}');
  end if;
  update rail_orders set provider = p_provider, network = p_network, handle = p_handle,
      instruction = rail_instruction(payment, p_kind, p_attempt)
        || case p_provider when 'BANK' then bank_particulars(payment, p_kind) else '{}' end
    where payment_id = payment.id and kind = p_kind and attempt = p_attempt;
  update payments set updated_at = service_now() where id = payment.id;
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'TAKEN_OVER',
    null, 'PAYOUT_RAIL', case p_kind when 'PAYOUT' then 'SETTLEMENT' else p_kind end);
  return true;
end $$;

-- Books a payout that the rail has paid and that no payment can take over: what left over the rail comes
-- out of suspense, and suspense gets it back from the account that it left, as far as that exists and covers
-- it. True: booked by this call.
create or replace function book_lost_payout(p jsonb) returns boolean language plpgsql as $$
declare
  v_reference text := p ->> 'reference';
  v_booking text := 'LostPayout:' || v_reference;
  v_environment text := p ->> 'environment';
  v_account uuid;
begin
  if exists (select 1 from rail_orders where reference = v_reference) then return false; end if;
  select b.account_id into v_account from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.id = (p ->> 'accountId')::uuid and a.environment = v_environment and a.currency = p ->> 'sendingCurrency'
    and b.posted - b.pending_out >= (p ->> 'sendingAmount')::bigint for update of b;
  if not ledger_transfer(v_booking || '/payout', 'POSTED',
       service_account(v_environment, 'SUSPENSE', p ->> 'receivingCurrency'),
       service_account(v_environment, 'RAIL', p ->> 'receivingCurrency'),
       p ->> 'receivingCurrency', (p ->> 'receivingAmount')::bigint, null, v_booking) then
    return false;
  end if;
  if v_account is not null then
    perform ledger_transfer(v_booking || '/account', 'POSTED', v_account,
      service_account(v_environment, 'SUSPENSE', p ->> 'sendingCurrency'),
      p ->> 'sendingCurrency', (p ->> 'sendingAmount')::bigint, null, v_booking);
  end if;
  return true;
end $$;

-- What `book_lost_payout` has booked, and no payment has after all: {amount, currency}; null: nothing.
create or replace function lost_payout(p_reference text) returns jsonb language sql stable as $$
  select jsonb_build_object('amount', t.amount::text, 'currency', t.currency) from ledger_transfers t
  where t.id = 'LostPayout:' || p_reference || '/payout'
    and not exists (select 1 from ledger_transfers u where u.id = t.id || '/undone');
$$;

-- Whether there is such a payout.
create or replace function is_lost_payout_booked(p_reference text) returns boolean language sql stable as $$
  select lost_payout(p_reference) is not null;
$$;

-- The payment is made again, by the same Idempotency-Key, and books its payout itself.
create or replace function undo_lost_payout(p_reference text) returns void language sql as $$
  select ledger_transfer(t.id || '/undone', 'POSTED', t.credit_account_id, t.debit_account_id, t.currency, t.amount, null,
    t.reference)
  from ledger_transfers t
  where t.id in ('LostPayout:' || p_reference || '/payout', 'LostPayout:' || p_reference || '/account');
$$;

-- Books a deposit that the rail reports: to the payment that its run has executed with it, even where it
-- came too late by now, and else as it is booked at any time.
create or replace function take_over_deposit(p_environment text, p_id text, p_reference text, p_amount bigint,
  p_currency text, p_provider text default 'RAIL') returns text language plpgsql as $$
declare
  payment payments;
  d deposits;
begin
  -- Lock order as in receive_deposit: the payment before the deposit.
  payment := lock_awaited_payment((select id from payments
    where environment = p_environment and funding_reference = p_reference and kind = 'QUOTE'));
  select * into d from deposits where environment = p_environment and id = p_id for update;
  if d.outcome in ('APPLIED', 'RETURNING', 'RETURNED') or payment.executed_at is null or payment.funded_amount is distinct from p_amount
     or payment.sending_currency <> p_currency or exists (select 1 from deposits other where other.payment_id = payment.id
       and other.id <> p_id and other.outcome is distinct from 'UNAPPLIED') then
    return receive_deposit(p_environment, p_id, p_reference, p_amount, p_currency, p_provider);
  end if;
  insert into deposits (environment, id, funding_reference, amount, currency, payment_id, outcome, provider)
  values (p_environment, p_id, p_reference, p_amount, p_currency, payment.id, 'APPLIED', p_provider)
  on conflict (environment, id) do update set payment_id = excluded.payment_id, outcome = excluded.outcome;
  if d.outcome = 'UNAPPLIED' then perform move_suspended(d, 'claimed'); end if;
  return 'APPLIED';
end $$;

-- Whether a notice that was kept is still about no instruction of ours.
create or replace function is_reference_unknown(u unknown_rail_notices) returns boolean language sql stable as $$
  select not exists (select 1 from rail_orders o join payments q on q.id = o.payment_id
      where o.reference = u.reference and q.environment = u.environment)
    -- Looked up one by one: there are few unknown references.
    and (select true from deposit_returns r where r.reference = u.reference and r.environment = u.environment) is null
    and (select true from micro_entries m where m.reference = u.reference and m.environment = u.environment) is null
    and not is_lost_payout_booked(u.reference);
$$;

-- The references of the rails' notices that are not ours, and about which no person has decided.
create or replace function unknown_rail_references() returns table (environment text, provider text, reference text, notices bigint,
  last_notice text, since timestamptz, is_confirmed boolean) language sql stable as $$
  select u.environment, u.provider, u.reference, count(*), (array_agg(u.notice order by u.sequence desc))[1], min(u.created_at),
    bool_or(u.is_confirmed)
  from unknown_rail_notices u where is_reference_unknown(u)
  group by 1, 2, 3;
$$;

-- Kept notices of an environment's rail whose reference has become known, in their order.
create or replace function known_rail_notices(p_environment text, p_provider text, p_max integer)
returns table (sequence bigint, notice text) language sql stable as $$
  select u.sequence, u.notice from unknown_rail_notices u
  where u.environment = p_environment and u.provider = p_provider and (exists (select 1 from rail_orders o join payments q on q.id = o.payment_id
      where o.reference = u.reference and q.environment = p_environment)
    or exists (select 1 from deposit_returns r where r.reference = u.reference and r.environment = p_environment)
    or exists (select 1 from micro_entries m where m.reference = u.reference and m.environment = p_environment))
  order by u.sequence limit p_max;
$$;

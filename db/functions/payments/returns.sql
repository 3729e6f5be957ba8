-- A payout that had settled after its refund comes back: it leaves nothing in suspense.
create or replace function return_late_payout(payment payments) returns void language plpgsql as $$
begin
  if is_booked(payment, 'landed-late') and ledger_transfer('Quote:' || payment.id || '/landed-late-returned', 'POSTED',
       service_account(payment.environment, 'RAIL', payment.receiving_currency),
       service_account(payment.environment, 'SUSPENSE', payment.receiving_currency),
       payment.receiving_currency, payment.receiving_amount, null, 'Transaction:' || payment.transaction_id) then
    perform move_rail_order(payment, 'PAYOUT', 1, 'RETURNED');
    perform set_payment_counted(payment, false);
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'LATE_PAYOUT_RETURNED', null, null, null);
  end if;
end $$;

-- The rail reports a payout as failed that had settled, as the rail or an operator had reported:
-- booked like a return. The timeline asks an operator to have it explained, and an alarm counts it.
create or replace function reverse_payout(p_payment uuid, p_reason text) returns text language plpgsql as $$
declare
  payment payments;
  v_status text;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'PROCESSING' then return payment.status; end if;
  update rail_orders set reversed_at = service_now(), unconfirmed_since = null
    where payment_id = p_payment and kind = 'PAYOUT' and state = 'SETTLED' and reversed_at is null;
  if not found then return status_or_refund(payment); end if;
  v_status := return_payment(p_payment, p_reason);
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'PAYOUT_FAILED_AFTER_SETTLEMENT',
    null, 'OPERATOR', 'RAIL_EXPLANATION');
  return v_status;
end $$;

-- The rail reports a payout as settled after all that it had reported as failed: the payer has been
-- refunded, so that the money is missing in suspense until an operator decides.
create or replace function settle_reversed_payout(p_payment uuid) returns void language plpgsql as $$
declare payment payments;
begin
  select * into payment from payments where id = p_payment for update;
  if exists (select 1 from rail_orders where payment_id = p_payment and kind = 'PAYOUT' and reversed_at is not null)
     and ledger_transfer('Quote:' || payment.id || '/settled-again', 'POSTED',
       service_account(payment.environment, 'SUSPENSE', payment.receiving_currency),
       service_account(payment.environment, 'RAIL', payment.receiving_currency),
       payment.receiving_currency, payment.receiving_amount, null, 'Transaction:' || payment.transaction_id) then
    perform set_payment_counted(payment, true);
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'PAYOUT_SETTLED_AFTER_REFUND',
      null, 'OPERATOR', 'SUSPENSE_DECISION');
  end if;
end $$;

-- Whether an internal account is closed, for good. The caller has locked its balance.
create or replace function is_account_closed(p_account uuid) returns boolean language sql stable as $$
  select exists (select 1 from internal_accounts where id = p_account and status = 'CLOSED');
$$;

-- Books the return of a completed payout: linked reversing transfers, amount for amount, with ids of
-- their own. Money that came over a rail is held until it is refunded over that rail. A fee that the
-- platform has spent since is taken from suspense, so that the payer need not wait for it.
create or replace function return_payment(p_payment uuid, p_reason text) returns text language plpgsql as $$
declare
  payment payments;
  v_transfer ledger_transfers;
  v_from uuid;
begin
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'FAILED' then perform return_late_payout(payment); end if;
  if payment.status <> 'COMPLETED' then
    return status_or_refund(payment);
  end if;
  perform 1 from ledger_balances where account_id in (
    select debit_account_id from ledger_transfers where reference = 'Transaction:' || payment.transaction_id
    union select credit_account_id from ledger_transfers where reference = 'Transaction:' || payment.transaction_id
    union select holder_account_of(payment.source_account_id))
    order by account_id for update;
  for v_transfer in select * from ledger_transfers where reference = 'Transaction:' || payment.transaction_id
    and kind in ('POSTED', 'POST_PENDING') and id not like '%/return/%' and id not like '%/funding'
    and id not like '%/collection-%' order by created_at desc, id desc loop
    v_from := v_transfer.credit_account_id;
    if exists (select 1 from ledger_balances
        where account_id = v_from and posted - pending_out < v_transfer.amount) then
      v_from := service_account(payment.environment, 'SUSPENSE', v_transfer.currency);
      perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id,
        'FEE_NOT_RECOVERABLE', null, 'OPERATOR', 'SUSPENSE_DECISION');
    end if;
    perform ledger_transfer('Quote:' || payment.id || '/return/' || split_part(v_transfer.id, '/', 2), 'POSTED',
      v_from, v_transfer.debit_account_id, v_transfer.currency, v_transfer.amount, null, v_transfer.reference);
  end loop;
  if 'PAY_OUT' = any (payment.steps) then perform move_rail_order(payment, 'PAYOUT', 1, 'RETURNED'); end if;
  if payment.source_account_id is null then
    -- As for a payment that failed: the received money is refunded.
    update payments set status = 'PROCESSING' where id = payment.id;
    return close_failed_payment(payment.id, p_reason, 'TRANSACTION_FAILED', 'COMPLETED');
  end if;
  perform close_incoming_payment(payment, 'FAILED', incoming_failure(payment, p_reason));
  if is_account_closed(payment.source_account_id) or is_refund_refused(payment) then
    -- The account's customer was deleted, or compliance is to see it: the money waits in suspense, for an operator.
    perform set_refund_aside(payment, payment.source_account_id, payment.sending_amount, p_reason, 'TRANSACTION_FAILED');
    return 'FAILED';
  end if;
  perform record_failure_and_refund(payment, p_reason, 'TRANSACTION_FAILED', 'COMPLETED', 'Quote:' || payment.id || '/return/post');
  perform give_swept_to_holder(payment);
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'RETURNED', null, null, null);
  return 'FAILED';
end $$;

-- A settled refund was returned: the money is in suspense and an operator decides.
create or replace function return_refund(p_payment uuid, p_attempt integer) returns text language plpgsql as $$
declare
  payment payments;
  v_suffix text := refund_suffix(p_attempt);
  v_attempt integer;
begin
  select * into payment from payments where id = p_payment for update;
  -- A returned refund had settled before, whether or not its settlement was booked.
  v_attempt := (last_refund(payment)).attempt;
  if is_refund_open(payment) and p_attempt = v_attempt then
    perform settle_refund(payment.id, true);
    select * into payment from payments where id = p_payment;
  end if;
  if p_attempt > coalesce(v_attempt, 1) or not exists (select 1 from ledger_transfers where
      id in ('Quote:' || payment.id || '/refund' || v_suffix, 'Quote:' || payment.id || '/refund-landed-late' || v_suffix)
      and credit_account_id = service_account(payment.environment, 'RAIL', payment.sending_currency)) then
    return payment.status;
  end if;
  if not ledger_transfer('Quote:' || payment.id || '/refund-returned' || v_suffix, 'POSTED',
       service_account(payment.environment, 'RAIL', payment.sending_currency), service_account(payment.environment, 'SUSPENSE', payment.sending_currency),
       payment.sending_currency, payment.funded_amount, null, 'Transaction:' || payment.transaction_id) then
    return payment.status;
  end if;
  perform move_rail_order(payment, 'REFUND', p_attempt, 'RETURNED');
  if is_in_suspense(payment) then perform record_refund(payment, 'FAILED'); end if;
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'REFUND_RETURNED', null,
    case when not is_collection_returned(payment) then 'OPERATOR' end,
    case when not is_collection_returned(payment) then 'PAYMENT_RESOLVE' end);
  return payment.status;
end $$;

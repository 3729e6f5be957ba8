-- Books a notice of an environment's rail and returns the payment afterwards, with the kind of the
-- instruction: a workflow that closes the payment later sees the booking. Null if no instruction of
-- that environment has this reference.
create or replace function book_notice(p_environment text, p_reference text, p_state text) returns jsonb language plpgsql as $$
declare
  o rail_orders;
  payment payments;
begin
  select r.* into o from rail_orders r join payments q on q.id = r.payment_id
    where r.reference = p_reference and q.environment = p_environment;
  if not found then return null; end if;
  if p_state = 'SETTLED' and o.unconfirmed_since is not null then
    perform confirm_rail_order(o.payment_id, o.kind, o.attempt);
  end if;
  case o.kind || ' ' || p_state
    when 'PAYOUT SETTLED' then
      -- After its refund it is booked at once: the next notice may report its return.
      if (select status = 'FAILED' from payments where id = o.payment_id) then
        perform settle_payment(o.payment_id);
      else
        perform record_rail_settlement(o.payment_id);
      end if;
    when 'COLLECTION SETTLED' then
      -- After the failure of its payment it is booked at once: the next notice may take it back.
      if (select status = 'FAILED' from payments where id = o.payment_id) then
        perform settle_late_collection(o.payment_id);
      else
        perform book_collection(o.payment_id);
      end if;
    when 'COLLECTION RETURNED' then perform return_collection(o.payment_id);
    when 'COLLECTION FAILED' then
      -- A collection that has settled cannot fail any more: the rail means a return.
      if (select funded_amount is not null from payments where id = o.payment_id) then
        perform return_collection(o.payment_id);
      end if;
    when 'REFUND SETTLED' then perform settle_late_refund(o.payment_id, o.attempt);
    when 'REFUND RETURNED' then perform return_refund(o.payment_id, o.attempt);
    when 'REFUND FAILED' then perform fail_refund(o.payment_id, o.attempt);
    else null;
  end case;
  select * into payment from payments where id = o.payment_id;
  return jsonb_build_object('kind', o.kind, 'paymentId', payment.id, 'platformId', payment.platform_id,
    'customerId', payment.customer_id, 'sourceAccountId', payment.source_account_id,
    'transactionId', payment.transaction_id, 'status', payment.status,
    'hasLateRefund', exists (select 1 from rail_orders where payment_id = payment.id and kind = 'REFUND'
      and workflow = 'COLLECTED_LATE' and state in ('CREATED', 'SUBMITTED')),
    -- Reported as failed, an instruction that has settled is reversed, if the rail still says so.
    'isSettled', rail_order_state(payment, 'PAYOUT') is not distinct from 'SETTLED',
    'isReturned', rail_order_state(payment, 'PAYOUT') is not distinct from 'RETURNED',
    'isReversed', exists (select 1 from rail_orders
      where payment_id = payment.id and kind = 'PAYOUT' and reversed_at is not null));
end $$;

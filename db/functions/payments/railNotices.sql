-- What a notice says that is not as it was ordered; null: nothing. What it does not name is not compared.
create or replace function notice_difference(o rail_orders, p_told jsonb) returns text language plpgsql stable as $$
declare
  payment payments;
  v_amount text;
  v_currency text;
begin
  select * into payment from payments where id = o.payment_id;
  v_amount := case o.kind when 'PAYOUT' then payment.receiving_amount when 'COLLECTION' then payment.sending_amount
    else coalesce(payment.funded_amount, payment.sending_amount) end;
  v_currency := case o.kind when 'PAYOUT' then payment.receiving_currency else payment.sending_currency end;
  return case
    when coalesce(p_told ->> 'provider', o.provider) <> o.provider then
      format('%s is told by %s, and was sent to %s', o.reference, p_told ->> 'provider', o.provider)
    when coalesce(p_told ->> 'amountMinor', v_amount) <> v_amount or coalesce(p_told ->> 'currency', v_currency) <> v_currency then
      format('%s: %s %s is told, %s %s was ordered', o.reference, p_told ->> 'amountMinor', p_told ->> 'currency', v_amount,
        v_currency)
    when coalesce(p_told ->> 'returnedMinor', v_amount) <> v_amount then
      format('%s: %s %s of %s came back', o.reference, p_told ->> 'returnedMinor', v_currency, v_amount) end;
end $$;

-- Books a notice of a provider and returns the payment afterwards, with the kind of the instruction: a workflow that closes
-- the payment later sees the booking. Null if no instruction of that environment has this reference. `p_told`: what else
-- the notice says, {provider, amountMinor, currency, returnedMinor, handle, code, refund}; where that is not what was ordered,
-- nothing is booked, and the notice is for a person.
create or replace function book_notice(p_environment text, p_reference text, p_state text, p_told jsonb default '{}')
returns jsonb language plpgsql as $$
declare
  o rail_orders;
  payment payments;
  v_difference text;
begin
  select r.* into o from rail_orders r join payments q on q.id = r.payment_id
    where r.reference = p_reference and q.environment = p_environment;
  if not found then return null; end if;
  v_difference := notice_difference(o, p_told);
  if v_difference is not null then raise exception '%', v_difference using errcode = 'PY004'; end if;
  if p_told ?| array['handle', 'code'] then
    perform note_rail_handle(o.reference, p_told ->> 'handle', p_told ->> 'code', p_told ->> 'refund');
  end if;
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

-- Acts once on what a notice asks for beside its state: {environment, provider, reference, consequence?, code?, correction?}.
-- An account that cannot be paid is not used any more; one whose holder disputes a pull is not collected from; a correction
-- is used from the next instruction on. The rest is for people, in the operators' inbox. False: it was acted on before, or
-- is about no instruction of ours.
create or replace function act_on_rail_notice(p jsonb) returns boolean language plpgsql as $$
declare
  v_environment text := p ->> 'environment';
  v_reference text := p ->> 'reference';
  v_account uuid;
  v_done boolean := false;
  v text;
begin
  select case o.kind when 'PAYOUT' then q.destination_account_id else q.source_external_id end into v_account
    from rail_orders o join payments q on q.id = o.payment_id
    where o.reference = v_reference and q.environment = v_environment;
  if not found and not exists (select 1 from deposit_returns where reference = v_reference and environment = v_environment) then
    return false;
  end if;
  perform 1 from external_accounts where id = v_account for update;
  foreach v in array array_remove(array[p ->> 'consequence', case when p ? 'correction' then 'CORRECTION' end], null) loop
    insert into rail_consequences (environment, provider, reference, consequence, code, closed_at, closed_by)
    select v_environment, p ->> 'provider', v_reference, v, coalesce(p ->> 'code', ''),
      case when is_known then service_now() end, case when is_known then 'service' end
    from (select v in ('ACCOUNT_INVALID', 'PULLS_BLOCKED', 'CORRECTION') and v_account is not null as is_known) k
    on conflict do nothing;
    continue when not found;
    v_done := true;
    case v
      when 'ACCOUNT_INVALID' then perform move_external_account(v_account, 'INACTIVE');
      when 'PULLS_BLOCKED' then
        update external_accounts set disputed_at = coalesce(disputed_at, service_now()), updated_at = service_now()
          where id = v_account;
      when 'CORRECTION' then
        update external_accounts set corrected_info = coalesce(corrected_info, '{}') || (p -> 'correction'),
          updated_at = service_now() where id = v_account;
      else null;
    end case;
  end loop;
  return v_done;
end $$;

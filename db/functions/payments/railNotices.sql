-- How a notice differs from what was ordered; null: it does not. What it does not name is not compared.
create or replace function reported_difference(p_reference text, p_provider text, p_amount bigint, p_currency text, p_reported jsonb)
returns text language sql immutable as $$
  select case
    when coalesce(p_reported ->> 'provider', p_provider) <> p_provider
      or coalesce(p_reported ->> 'amountMinor', p_amount::text) <> p_amount::text
      or coalesce(p_reported ->> 'currency', p_currency) <> p_currency then
      format('%s: %s %s is reported by %s, %s %s was ordered of %s', p_reference,
        coalesce(p_reported ->> 'amountMinor', p_amount::text), coalesce(p_reported ->> 'currency', p_currency),
        coalesce(p_reported ->> 'provider', p_provider), p_amount, p_currency, p_provider)
    when coalesce(p_reported ->> 'returnedMinor', p_amount::text) <> p_amount::text then
      format('%s: %s %s of %s came back, the whole was ordered of %s', p_reference, p_reported ->> 'returnedMinor', p_currency,
        p_amount, p_provider) end;
$$;

-- How a notice differs from an order to a rail; null: it does not.
create or replace function notice_difference(o rail_orders, p_reported jsonb) returns text language sql stable as $$
  select reported_difference(o.reference, o.provider,
    case o.kind when 'PAYOUT' then q.receiving_amount when 'COLLECTION' then q.sending_amount
      else coalesce(q.funded_amount, q.sending_amount) end,
    case o.kind when 'PAYOUT' then q.receiving_currency else q.sending_currency end, p_reported)
  from payments q where q.id = o.payment_id;
$$;

-- Books a notice of a provider and returns the payment afterwards, with the kind of the instruction: a workflow that closes
-- the payment later sees the booking. Null if no instruction of that environment has this reference. `p_reported`: what else
-- the notice says, {provider, amountMinor, currency, returnedMinor, handle, code, refund, onChain}; where that is not what was ordered,
-- nothing is booked, and the notice is for a person.
create or replace function book_notice(p_environment text, p_reference text, p_state text, p_reported jsonb default '{}')
returns jsonb language plpgsql as $$
declare
  o rail_orders;
  payment payments;
  v_difference text;
begin
  select r.* into o from rail_orders r join payments q on q.id = r.payment_id
    where r.reference = p_reference and q.environment = p_environment;
  if not found then return null; end if;
  v_difference := notice_difference(o, p_reported);
  if v_difference is not null then raise exception '%', v_difference using errcode = 'PY004'; end if;
  if p_reported ?| array['handle', 'code'] then
    perform note_rail_handle(o.reference, p_reported ->> 'handle', p_reported ->> 'code', p_reported ->> 'refund');
  end if;
  if p_reported ->> 'onChain' is not null then perform note_on_chain(o.reference, p_reported -> 'onChain'); end if;
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
    where o.reference = v_reference and q.environment = v_environment
    union all select m.account_id from micro_entries m where m.reference = v_reference and m.environment = v_environment;
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
      when 'ACCOUNT_INVALID' then perform move_external_account(v_account, 'INACTIVE', coalesce(p ->> 'code', v));
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

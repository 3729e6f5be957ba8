-- Whether the UMA address that the sender named is still that of the customer whose account is to be
-- paid. An address outside this service is its own domain's matter.
create or replace function is_uma_receiver_unchanged(payment payments) returns boolean language sql stable as $$
  select payment.destination_uma is null
    or (payment.destination_internal_id is null and payment.destination_account_id is null)
    or exists (select 1 from customers c where lower(c.uma_address) = payment.destination_uma and not c.is_deleted
      and c.id = coalesce((select customer_id from internal_accounts where id = payment.destination_internal_id),
        (select customer_id from external_accounts where id = payment.destination_account_id)));
$$;

-- Whether a payment has ended without having reached its destination.
create or replace function is_unpaid(payment payments) returns boolean language sql stable as $$
  select payment.status in ('FAILED', 'EXPIRED')
    and (select settled_at from transactions where id = payment.transaction_id) is null;
$$;

-- Whether the destination can still be paid: an active internal account, or an external account that
-- is not deleted, of the customer whose address the sender named. What comes to an address goes on to a
-- bank only while its customer could send it there.
create or replace function is_destination_payable(payment payments) returns boolean language sql stable as $$
  select is_uma_receiver_unchanged(payment) and case
    when payment.destination_internal_id is not null then
      exists (select 1 from internal_accounts where id = payment.destination_internal_id and status = 'ACTIVE'
        -- What an account that sweeps receives are deposits alone.
        and type <> 'RULE_BASED')
    when payment.destination_account_id is not null then
      exists (select 1 from external_accounts e where e.id = payment.destination_account_id and e.deleted_at is null
        -- Of one's own payee the payer says more.
        and not (is_frozen(e.id, nullif(e.customer_id, payment.customer_id)) or is_payee_itself_frozen(e))
        and (payment.destination_uma is null or customer_refusal_by_id(e.customer_id) is null)
        -- An invoice is paid in its time, and once.
        and (e.invoice_hash is null or e.invoice_expires_at > service_now() and not exists (
          select 1 from invoice_payments i join payments other on other.id = i.payment_id
          where i.environment = payment.environment and i.payment_hash = e.invoice_hash
            and other.id <> payment.id and not is_unpaid(other))))
    else true end;
$$;

-- Whether an order is a top-up: a deposit that credits an account of the payment's own customer or platform. No account of
-- this service pays, so its one transaction is the incoming one.
create or replace function is_top_up(p jsonb) returns boolean language sql stable as $$
  select coalesce(p ->> 'kind', 'QUOTE') = 'QUOTE' and p ->> 'sourceType' = 'REALTIME_FUNDING'
    and p ->> 'destinationUma' is null and exists (select 1 from internal_accounts
      where id = (p ->> 'destinationInternalId')::uuid and platform_id = (p ->> 'platformId')::uuid
        and customer_id is not distinct from (p ->> 'customerId')::uuid);
$$;

-- Whether a platform's configuration of a currency leaves out a type of transaction; a currency without one leaves out none.
create or replace function leaves_out(p_platform uuid, p_currency text, p_type text) returns boolean language sql stable as $$
  select exists (select 1 from platforms p, jsonb_array_elements(p.supported_currencies) c where p.id = p_platform
    and c ->> 'currencyCode' = p_currency and not c -> 'enabledTransactionTypes' ? p_type);
$$;

-- INVALID_CURRENCY for an order whose payer's account may send nothing in its currency, or whose own receiving account may
-- take nothing, by the configuration of their platform; null for any other. What has arrived from outside is not asked.
create or replace function currency_refusal(p jsonb) returns text language sql stable as $$
  select 'INVALID_CURRENCY' where coalesce(p ->> 'kind', 'QUOTE') <> 'INCOMING' and (
    p ->> 'sourceAccountId' is not null and leaves_out((p ->> 'platformId')::uuid, p ->> 'sendingCurrency', 'OUTGOING')
    or exists (select 1 from internal_accounts a where a.id = (p ->> 'destinationInternalId')::uuid
      and leaves_out(a.platform_id, a.currency, 'INCOMING'))
    or p ->> 'destinationUma' is not null and exists (select 1 from external_accounts e
      where e.id = (p ->> 'destinationAccountId')::uuid and leaves_out(e.platform_id, e.currency, 'INCOMING')));
$$;

-- Creates a payment and its transaction. Returns the payment's row; a retry with the same key gets
-- the original row with `replayed`; a key of another request gets `refused`. awaitsApproval: a person has to approve the
-- quote of an agent first, before its payer is asked or notified.
create or replace function create_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  v_payment payments;
  v_id uuid := (p ->> 'id')::uuid;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_environment text := (select environment from platforms where id = v_platform);
  v_transaction uuid := (p ->> 'transactionId')::uuid;
  v_kind text := coalesce(p ->> 'kind', 'QUOTE');
  v_is_top_up boolean := is_top_up(p);
  v_is_incoming boolean := v_is_top_up or v_kind in ('TRANSFER_IN', 'INCOMING');
  v_purposes text[];
  v_refusal text;
  -- Where its money is to be sent is shown once a person has approved it.
  v_is_withheld boolean := p ? 'awaitsApproval';
begin
  if p ->> 'key' is not null then
    case claim_idempotency_key(v_platform, coalesce(p ->> 'operation', 'createQuote'), p ->> 'key',
        decode(p ->> 'requestHash', 'hex'), v_id, 'PAYMENT')
      when 'OTHER' then return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
      when 'SAME' then
        select * into v_payment from payments where id = v_id;
        return jsonb_build_object('replayed', true, 'payment', coalesce((select answer from idempotency_keys
          where platform_id = v_platform and operation = coalesce(p ->> 'operation', 'createQuote')
            and key = p ->> 'key'), v_payment.original_response));
      else null;
    end case;
  end if;
  -- A repeat of the request whose key has been purged: the id is derived from the key and the body.
  if exists (select 1 from payments where id = v_id) then
    perform release_idempotency_key(p);
    return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
  end if;
  -- Serializes with a concurrent deletion of the account, which expires the payments that it sees.
  perform 1 from external_accounts where id = (p ->> 'destinationAccountId')::uuid and deleted_at is null for share;
  if not found and p ->> 'destinationAccountId' is not null then
    perform release_idempotency_key(p);
    return jsonb_build_object('refused', 'ACCOUNT_NOT_FOUND');
  end if;
  if (p ->> 'platformFee')::bigint > 0 and not exists (select 1 from internal_accounts
      where platform_id = v_platform and customer_id is null and currency = p ->> 'sendingCurrency') then
    -- The platform has no account to credit its fee to.
    perform release_idempotency_key(p);
    return jsonb_build_object('refused', 'INVALID_CURRENCY');
  end if;
  if not are_rates_usable(p ->> 'environment', p -> 'rateUsed')
      or (v_kind = 'QUOTE' and p ->> 'sendingCurrency' <> p ->> 'receivingCurrency' and meets_stale_rate(p)) then
    perform release_idempotency_key(p);
    return jsonb_build_object('refused', 'QUOTE_RATE_UNAVAILABLE');
  end if;
  v_purposes := sca_purposes_of(p);
  v_refusal := case when p ->> 'sourceType' = 'REALTIME_FUNDING' then
    funding_refusal(v_purposes, (p ->> 'customerId')::uuid, p ->> 'scaFactor') end;
  -- Its execution judges again, and counts.
  if v_refusal is null and not p ? 'isDecided' then
    v_refusal := coalesce(currency_refusal(p), account_refusal((p ->> 'sourceExternalId')::uuid, (p ->> 'destinationAccountId')::uuid),
      judge_limits(p || jsonb_build_object('kind', v_kind, 'environment', v_environment), false) ->> 'code');
  end if;
  if v_refusal is not null then
    perform release_idempotency_key(p);
    return jsonb_build_object('refused', v_refusal);
  end if;
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    quote_id, source, destination, sent_amount, sent_currency, received_amount, received_currency,
    fees, platform_fees, exchange_rate, rate_details, description, expires_at, payment_rail, settlement_seconds, rail_selection_mode,
    counterparty, payment_instructions, reference, purpose_of_payment, agent_id, original_transaction_id)
  values (v_transaction, v_platform, (p ->> 'customerId')::uuid, p ->> 'platformCustomerId',
    case when v_is_incoming then 'INCOMING' else 'OUTGOING' end,
    case when v_is_top_up or v_kind = 'INCOMING' then 'CREDIT' else 'DEBIT' end, 'PENDING',
    case v_kind when 'QUOTE' then v_id end, p -> 'source', p -> 'destination',
    (p ->> 'sendingAmount')::bigint, p ->> 'sendingCurrency', (p ->> 'receivingAmount')::bigint,
    p ->> 'receivingCurrency', (p ->> 'serviceFee')::bigint + (p ->> 'platformFee')::bigint,
    (p ->> 'platformFee')::bigint, p ->> 'exchangeRate', p -> 'rateDetails', p ->> 'description',
    (p ->> 'expiresAt')::timestamptz, p ->> 'transactionRail', settlement_seconds(p ->> 'transactionRail'), p ->> 'railSelectionMode',
    p -> 'counterparty', case when not v_is_withheld then p -> 'paymentInstructions' end,
    case when not v_is_withheld then p ->> 'fundingReference' end, p ->> 'purposeOfPayment',
    (p ->> 'agentId')::uuid, (p ->> 'originalTransactionId')::uuid);
  insert into payments (id, platform_id, environment, customer_id, transaction_id, kind, steps, source, destination,
    source_account_id, source_type, source_external_id, destination_account_id, destination_internal_id,
    destination_uma, incoming_transaction_id, funding_reference, payment_instructions, withheld_instructions, sender_customer_info,
    payment_rail, sending_currency, receiving_currency, sending_amount,
    receiving_amount, service_fee, platform_fee, exchange_rate, rate_details, rate_used, locked_side, description, status,
    payload_to_sign, expires_at, agent_id, sca_purposes, sca_factor)
  values (v_id, v_platform, v_environment,
    (p ->> 'customerId')::uuid, v_transaction, v_kind,
    array(select jsonb_array_elements_text(p -> 'steps')), p -> 'source', p -> 'destination',
    (p ->> 'sourceAccountId')::uuid, p ->> 'sourceType', (p ->> 'sourceExternalId')::uuid,
    (p ->> 'destinationAccountId')::uuid, (p ->> 'destinationInternalId')::uuid, p ->> 'destinationUma',
    case when not v_is_top_up then (p ->> 'incomingTransactionId')::uuid end, p ->> 'fundingReference',
    case when not v_is_withheld then p -> 'paymentInstructions' end, case when v_is_withheld then p -> 'paymentInstructions' end,
    p -> 'senderCustomerInfo', p ->> 'paymentRail',
    p ->> 'sendingCurrency', p ->> 'receivingCurrency', (p ->> 'sendingAmount')::bigint,
    (p ->> 'receivingAmount')::bigint, (p ->> 'serviceFee')::bigint, (p ->> 'platformFee')::bigint,
    p ->> 'exchangeRate', p -> 'rateDetails', p -> 'rateUsed', p ->> 'lockedSide', p ->> 'description', 'PENDING',
    p ->> 'payloadToSign', (p ->> 'expiresAt')::timestamptz, (p ->> 'agentId')::uuid, v_purposes, p ->> 'scaFactor')
  returning * into v_payment;
  update payments set original_response = to_jsonb(v_payment) where id = v_id;
  if v_purposes is not null and v_payment.source_type = 'REALTIME_FUNDING' and not v_is_withheld then
    v_payment := ask_funding_authorization(v_payment, p ->> 'codeKey');
  end if;
  if v_payment.status = 'PENDING' then perform emit_transaction_event(v_transaction, 'PENDING'); end if;
  -- One without an end is a transfer that waits for approval.
  if p ->> 'isImmediate' is null and isfinite(v_payment.expires_at) then
    -- The response that a retry with the same key gets, also after the execute.
    update idempotency_keys set answer = answered_payment(v_payment)
      where platform_id = v_platform and operation = coalesce(p ->> 'operation', 'createQuote') and key = p ->> 'key';
    if v_payment.status = 'PENDING' then
      perform add_timeline(v_platform, 'Transaction:' || v_transaction, 'QUOTED', null, 'CUSTOMER',
        case when v_payment.source_type = 'REALTIME_FUNDING' then 'FUNDS' else 'EXECUTE_CALL' end);
    end if;
    perform expire_later(v_payment);
  end if;
  return jsonb_build_object('payment', answered_payment(v_payment));
end $$;

-- Expires a PENDING payment whose expires_at has passed; any other payment is unchanged.
create or replace function expire_payment(p_payment uuid) returns boolean language plpgsql as $$
declare v_payment payments;
begin
  update payments set status = 'EXPIRED', updated_at = service_now()
  where id = p_payment and status = 'PENDING' and expires_at <= service_now()
  returning * into v_payment;
  if not found then return false; end if;
  update transactions set status = 'EXPIRED', updated_at = service_now() where id = v_payment.transaction_id;
  perform emit_transaction_event(v_payment.transaction_id, 'EXPIRED');
  perform add_timeline(v_payment.platform_id, 'Transaction:' || v_payment.transaction_id, 'EXPIRED', null, null, null);
  perform expire_agent_action(v_payment);
  return true;
end $$;

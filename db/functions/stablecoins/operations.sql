-- An operation as presenters take it; the amount is text.
create or replace function stablecoin_operation_row(o stablecoin_operations) returns jsonb language sql stable as $$
  select to_jsonb(o) || jsonb_build_object('amount', o.amount::text, 'cents', o.cents::text);
$$;

-- Why the bank account of a mint may not be debited for its wallet; null if it may. A customer's is debited for a
-- wallet of its own alone; of another's the answer is that of an unknown account.
create or replace function debit_refusal(p jsonb) returns text language sql volatile as $$
  select case when destination.customer_id is distinct from source.customer_id and source.customer_id is not null
      then 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND'
    else unproven_order_refusal(jsonb_build_object('kind', 'MINT', 'sourceExternalId', source.id,
      'destinationAccountId', destination.id, 'sendingCurrency', 'USD', 'receivingCurrency', 'USD',
      'sendingAmount', p ->> 'cents')) end
  from external_accounts source left join external_accounts destination on destination.id = (p ->> 'destinationAccountId')::uuid
  where source.id = (p ->> 'sourceAccountId')::uuid;
$$;

-- Begins an operation, once for a key: the row is what a workflow goes on from. Its accounts, and the customers that
-- have them, and its link are held until it is there: a deletion, a verification that is rejected, or a revocation
-- comes before it or sees it. Who is debited pays, and must be allowed to; who receives may always.
create or replace function create_stablecoin_operation(p jsonb) returns jsonb language plpgsql as $$
declare
  o stablecoin_operations;
  v_prior jsonb;
  v_link text;
  v_bar text;
  v_accounts uuid[] := array_remove(array[(p ->> 'destinationAccountId')::uuid, (p ->> 'sourceAccountId')::uuid], null);
begin
  perform 1 from customers where id in (select customer_id from external_accounts where id = any (v_accounts))
    order by id for share;
  v_prior := claim_answered_key(p, p ->> 'operation', (p ->> 'id')::uuid);
  if v_prior is not null then return v_prior; end if;
  perform 1 from external_accounts where id = any (v_accounts) order by id for share;
  if exists (select 1 from unnest(v_accounts) a(id) where not exists (select 1 from external_accounts e
      where e.id = a.id and e.deleted_at is null and e.status <> 'PENDING_OWNERSHIP_VERIFICATION')) then
    perform release_idempotency_key(p);
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND');
  end if;
  v_bar := account_refusal(variadic v_accounts);
  if v_bar is not null then
    perform release_idempotency_key(p);
    return jsonb_build_object('outcome', 'REFUSED', 'code', v_bar);
  end if;
  select coalesce(customer_refusal_by_id(e.customer_id), debit_refusal(p)) into v_bar
    from external_accounts e where e.id = (p ->> 'sourceAccountId')::uuid;
  if v_bar is null and (is_pull_disputed((p ->> 'sourceAccountId')::uuid)
      or exists (select 1 from unnest(v_accounts) a(id) where is_payee_frozen(a.id))) then
    v_bar := 'CONFLICT';
  end if;
  if v_bar is not null then
    perform release_idempotency_key(p);
    return jsonb_build_object('outcome', 'REFUSED', 'code', v_bar);
  end if;
  select l.status into v_link from stablecoins s join stablecoin_provider_accounts l on l.id = s.link_id
    where s.id = (p ->> 'stablecoinId')::uuid for share of l;
  if v_link <> 'ACTIVE' then
    perform release_idempotency_key(p);
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'STABLECOIN_PROVIDER_ACCOUNT_' || v_link);
  end if;
  if p ->> 'sourceAddressId' is not null then
    -- One after the other: the first to name an address keeps it.
    perform pg_advisory_xact_lock(hashtextextended('debit/' || (p ->> 'sourceAddressId'), 0));
    if is_debit_of_another((select link_id from stablecoins where id = (p ->> 'stablecoinId')::uuid),
        p ->> 'sourceAddressId', (p ->> 'sourceAccountId')::uuid) then
      perform release_idempotency_key(p);
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED');
    end if;
  end if;
  insert into stablecoin_operations (id, platform_id, environment, stablecoin_id, link_id, operation_type, amount, cents,
      source_type, source_account_id, destination_account_id, rail, description, key, source_address_id,
      estimated_delivery, expires_at)
    select (p ->> 'id')::uuid, s.platform_id, s.environment, s.id, s.link_id, p ->> 'operationType',
      (p ->> 'amount')::numeric, (p ->> 'cents')::bigint, p ->> 'sourceType', (p ->> 'sourceAccountId')::uuid,
      (p ->> 'destinationAccountId')::uuid, p ->> 'rail', p ->> 'description', p ->> 'key', p ->> 'sourceAddressId',
      p -> 'estimatedDelivery', (p ->> 'expiresAt')::timestamptz
    from stablecoins s where s.id = (p ->> 'stablecoinId')::uuid
    returning * into o;
  perform keep_stablecoin_addresses(o);
  return with_start(jsonb_build_object('outcome', 'COMMITTED', 'replayed', false, 'id', o.id),
    start_later(start_row('STABLECOIN_OPERATION', o.id)));
end $$;

-- The first answer to a request, which later ones repeat. One that the provider has refused before it was answered
-- is refused, and its key is free again.
create or replace function answer_stablecoin_operation(p_operation uuid, p_name text, p_key text) returns jsonb
language plpgsql as $$
declare
  o stablecoin_operations;
  v_answer jsonb;
begin
  select * into o from stablecoin_operations where id = p_operation for update;
  select answer into v_answer from idempotency_keys
    where platform_id = o.platform_id and operation = p_name and key = p_key and resource_id = o.id;
  if v_answer is not null then
    return jsonb_build_object('outcome', 'COMMITTED', 'row', v_answer);
  end if;
  if o.refusal_code is not null then
    delete from idempotency_keys where platform_id = o.platform_id and operation = p_name and key = p_key
      and resource_id = o.id;
    return jsonb_build_object('outcome', 'REFUSED', 'code', o.refusal_code, 'reason', o.failure_reason);
  end if;
  update idempotency_keys set answer = stablecoin_operation_row(o)
    where platform_id = o.platform_id and operation = p_name and key = p_key and resource_id = o.id;
  return jsonb_build_object('outcome', 'COMMITTED', 'row', stablecoin_operation_row(o));
end $$;

create or replace function is_open_stablecoin_operation(p_status text) returns boolean language sql immutable as $$
  select p_status in ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING');
$$;

-- Everything that the next call to the provider needs. `isOver`: its time to be funded has passed before the call.
-- `isHeld`: who is debited, or is paid, is frozen, and no transfer has been asked for.
-- `link`: the operation's own status, and a login to read with: that of the account's next link where its own is revoked.
-- `depositAddresses`: of burns, for the choice of the address that is the provider's own balance.
create or replace function stablecoin_operation_to_advance(p_operation uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('operation', stablecoin_operation_row(o), 'isOpen', is_open_stablecoin_operation(o.status),
    'ticker', s.provider_token, 'isOver', coalesce(o.expires_at <= service_now(), false),
    'isHeld', o.transfer_begun_at is null and (is_payee_frozen(o.source_account_id) or is_payee_frozen(o.destination_account_id)),
    'ageSeconds', extract(epoch from service_now() - o.created_at)::integer,
    'begunSeconds', extract(epoch from service_now() - o.transfer_begun_at)::integer,
    'link', jsonb_build_object('id', l.id, 'status', own.status, 'environment', l.environment, 'provider_account_id', l.provider_account_id,
      'api_client_id', l.api_client_id, 'api_client_secret', l.api_client_secret, 'login_version', l.login_version),
    'depositAddresses', case when o.source_type = 'PROVIDER_INTERNAL_BALANCE' and o.source_address_id is null then
      (select coalesce(jsonb_agg(b.source_address_id), '[]') from stablecoin_operations b
        where b.link_id = any (array(select links_of_same_account(o.link_id))) and b.source_type = 'EXTERNAL_ACCOUNT' and b.source_address_id is not null) else '[]' end,
    'destination', jsonb_build_object('key', d.provider_key, 'addressId', d.address_id, 'info', da.account_info),
    'debit', case when g.link_id is not null then
      jsonb_build_object('key', g.provider_key, 'addressId', g.address_id, 'info', sa.account_info) end)
  from stablecoin_operations o
  join stablecoins s on s.id = o.stablecoin_id
  join stablecoin_provider_accounts own on own.id = o.link_id
  join stablecoin_provider_accounts l on l.id = coalesce((select a.id from stablecoin_provider_accounts a
    where own.status = 'REVOKED' and a.status <> 'REVOKED' and a.platform_id = own.platform_id
      and a.provider_account_id = own.provider_account_id), own.id)
  join external_accounts da on da.id = o.destination_account_id
  join stablecoin_addresses d on d.link_id = o.link_id and d.external_account_id = da.id
    and d.purpose = case o.operation_type when 'MINT' then 'WALLET' else 'PAYOUT' end
  left join external_accounts sa on sa.id = o.source_account_id
  left join stablecoin_addresses g on g.link_id = o.link_id and g.external_account_id = sa.id and g.purpose = 'DEBIT'
  where o.id = p_operation;
$$;

-- Whether an operation may go from one state to another; steps may be skipped, and never taken back.
create or replace function stablecoin_operation_may_move(p_from text, p_to text, p_is_returned boolean) returns boolean
language sql immutable as $$
  select case
    when p_from = 'COMPLETED' then p_to = 'FAILED' and p_is_returned
    when not is_open_stablecoin_operation(p_from) then false
    when p_to = 'FAILED' then true
    when p_to = 'EXPIRED' then p_from in ('CREATED', 'PENDING_FUNDING')
    else array_position(array['CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING', 'COMPLETED'], p_to)
      > array_position(array['CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING', 'COMPLETED'], p_from)
  end;
$$;

-- What the provider's word about a transfer makes of an operation. A failure may be tried again for a day.
create or replace function stablecoin_status_of(o stablecoin_operations, p jsonb) returns text language sql stable as $$
  select case p ->> 'status'
    when 'pending' then case o.source_type when 'WIRE' then 'PENDING_FUNDING' else 'PENDING_PROVIDER' end
    when 'processing' then 'PROCESSING'
    when 'complete' then 'COMPLETED'
    when 'canceled' then 'FAILED'
    when 'failed' then case when (p ->> 'isFinal')::boolean or o.failing_since < service_now() - interval '24 hours'
      then 'FAILED' else 'PROCESSING' end
  end;
$$;

-- Applies the provider's word about a transfer.
create or replace function record_stablecoin_transfer(o stablecoin_operations, p jsonb) returns stablecoin_operations
language plpgsql as $$
declare
  r stablecoin_operations := o;
  v_to text := stablecoin_status_of(o, p);
  v_moves boolean := stablecoin_operation_may_move(o.status, v_to, p ->> 'returned' is not null);
begin
  if o.status = 'EXPIRED' and p ->> 'status' in ('processing', 'complete') then
    r.case_reason := coalesce(o.case_reason, 'LATE_MONEY');
  end if;
  if o.status = 'FAILED' and p ->> 'status' in ('processing', 'complete') then
    r.case_reason := coalesce(o.case_reason, 'COMPLETED_AFTER_FAILURE');
  end if;
  if o.status = 'COMPLETED' and v_moves then r.case_reason := 'RETURNED_AFTER_COMPLETION'; end if;
  r.transfer_id := coalesce(o.transfer_id, p ->> 'transferId');
  -- The transfer is found.
  if o.transfer_id is null and o.case_reason = 'UNKNOWN_TRANSFER' then r.case_reason := null; end if;
  -- A word that comes late, or about what has ended, is not shown in place of a newer one.
  if v_moves or is_open_stablecoin_operation(o.status) and v_to = o.status
    or o.status in ('EXPIRED', 'FAILED') then
    r.provider_status := p ->> 'status';
  end if;
  r.funding_instructions := coalesce(o.funding_instructions, p -> 'instructions');
  r.failing_since := case when p ->> 'status' = 'failed' then coalesce(o.failing_since, service_now()) end;
  if v_moves then
    r.status := v_to;
    if v_to = 'FAILED' then r.failure_reason := coalesce(p ->> 'returned', p ->> 'status'); end if;
    -- The coins come back to the deposit address, which nothing draws on.
    if v_to = 'FAILED' and o.source_type = 'EXTERNAL_ACCOUNT' then
      r.case_reason := coalesce(r.case_reason, 'COINS_RETURNED');
    end if;
  end if;
  return r;
end $$;

-- Applies what a call to the provider has come to; a repeat, and a report that comes late, change nothing.
create or replace function record_stablecoin_report(p_operation uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  o stablecoin_operations;
  r stablecoin_operations;
begin
  select * into o from stablecoin_operations where id = p_operation for update;
  r := o;
  case p ->> 'kind'
    when 'ADDRESS' then
      update stablecoin_addresses set address_id = coalesce(address_id, p ->> 'addressId') where link_id = o.link_id
        and external_account_id = (p ->> 'externalAccountId')::uuid and purpose = p ->> 'purpose';
    when 'SOURCE' then
      r.source_address_id := coalesce(o.source_address_id, p ->> 'addressId');
      r.deposit_address := coalesce(o.deposit_address, p ->> 'address');
      if o.source_type = 'EXTERNAL_ACCOUNT' and r.deposit_address is not null and o.status = 'CREATED' then
        r.status := 'PENDING_FUNDING';
        r.funding_instructions := p -> 'instructions';
      elsif o.source_type = 'EXTERNAL_ACCOUNT' and r.deposit_address is null and (p ->> 'isOver')::boolean
        and stablecoin_operation_may_move(o.status, 'EXPIRED', false) then
        -- No address was ever shown that money could have come to.
        r.status := 'EXPIRED';
      end if;
    when 'BEGUN' then
      -- Again, once it is known that the first one has made nothing.
      r.transfer_begun_at := case when (p ->> 'isAgain')::boolean then service_now()
        else coalesce(o.transfer_begun_at, service_now()) end;
      r.transfer_login_version := case when r.transfer_begun_at is distinct from o.transfer_begun_at
        then (p ->> 'loginVersion')::integer else o.transfer_login_version end;
      if (p ->> 'surplus')::bigint > 0 then r.case_reason := coalesce(o.case_reason, 'SURPLUS'); end if;
    when 'UNKNOWN' then
      if is_open_stablecoin_operation(o.status) then r.case_reason := coalesce(o.case_reason, 'UNKNOWN_TRANSFER'); end if;
    when 'UNFUNDED' then
      -- The provider has refused the transfer, and keeps nothing of it.
      if (p ->> 'isRefused')::boolean then r.transfer_begun_at := null; end if;
      if (p ->> 'isOver')::boolean and r.transfer_begun_at is null
        and stablecoin_operation_may_move(o.status, 'EXPIRED', false) then
        r.status := 'EXPIRED';
        -- A part of the money is there, and is returned by hand.
        r.case_reason := case when (p ->> 'cents')::bigint > 0 then 'SHORT_DEPOSIT' end;
      end if;
    when 'TRANSFER' then
      r := record_stablecoin_transfer(o, p);
      if (p ->> 'isOver')::boolean and p ->> 'status' = 'pending' and o.source_type = 'WIRE' and o.transfer_id is not null
        and stablecoin_operation_may_move(o.status, 'EXPIRED', false) then r.status := 'EXPIRED'; end if;
    when 'LATE' then
      if not is_open_stablecoin_operation(o.status) and (p ->> 'cents')::bigint > 0 then
        r.case_reason := coalesce(o.case_reason, case o.status when 'COMPLETED' then 'SURPLUS' else 'LATE_MONEY' end);
      end if;
    when 'REFUSED' then
      if is_open_stablecoin_operation(o.status) then
        r.refusal_code := case when o.status = 'CREATED' and p ->> 'isUnknown' is null then p ->> 'code' end;
        r.failure_reason := coalesce(p ->> 'reason', p ->> 'code');
        r.case_reason := case when (p ->> 'isUnknown')::boolean then 'UNKNOWN_TRANSFER'
          when o.status <> 'CREATED' then 'REFUSED_AFTER_DEPOSIT' end;
        r.status := 'FAILED';
      end if;
  end case;
  if r is distinct from o then
    r.updated_at := service_now();
    update stablecoin_operations set status = r.status, source_address_id = r.source_address_id,
      deposit_address = r.deposit_address, funding_instructions = r.funding_instructions, transfer_id = r.transfer_id,
      transfer_begun_at = r.transfer_begun_at, transfer_login_version = r.transfer_login_version,
      provider_status = r.provider_status, failing_since = r.failing_since, failure_reason = r.failure_reason,
      refusal_code = r.refusal_code, case_reason = r.case_reason, updated_at = r.updated_at
    where id = o.id;
  end if;
  return jsonb_build_object('status', r.status, 'isOpen', is_open_stablecoin_operation(r.status),
    'case', case when r.case_reason is distinct from o.case_reason then r.case_reason end,
    'isWaiting', p ->> 'kind' = 'UNKNOWN' or r.status <> 'CREATED' and p ->> 'kind' not in ('ADDRESS', 'BEGUN') or p ->> 'kind' = 'SOURCE' and r.deposit_address is null
      and r.source_type = 'EXTERNAL_ACCOUNT',
    'ageSeconds', extract(epoch from service_now() - o.created_at)::integer,
    'secondsToExpiry', case when r.status in ('CREATED', 'PENDING_FUNDING')
      then greatest(extract(epoch from r.expires_at - service_now())::integer, 0) + 1 end,
    'isSlow', coalesce(r.rail, r.source_type) in ('WIRE', 'ACH_DEBIT', 'ACH_CREDIT', 'SAME_DAY_ACH_CREDIT'));
end $$;

-- Operations of a link that may differ from what the provider lists: those of the last days that have a transfer,
-- those that have expired or failed, for which money may still come, or a transfer still complete, and those whose
-- deposit address may still be paid to.
-- A page: those after an operation, null at first.
create or replace function stablecoin_operations_to_compare(p_link uuid, p_after uuid) returns table (id uuid)
language sql stable as $$
  select o.id from stablecoin_operations o
  where o.link_id = p_link and o.created_at > service_now() - interval '70 days'
    and o.updated_at > service_now() - interval '35 days'
    and (o.status in ('EXPIRED', 'FAILED') or o.status = 'COMPLETED' and (o.source_type = 'EXTERNAL_ACCOUNT'
      or o.updated_at > service_now() - interval '5 days'))
    and (o.transfer_id is not null or o.source_address_id is not null)
    and (p_after is null
      or (o.created_at, o.id) > (select a.created_at, a.id from stablecoin_operations a where a.id = p_after))
  order by o.created_at, o.id limit 500;
$$;

-- An operator has looked at the provider for a transfer that was asked for and whose outcome was not known: it is
-- this one, or there is none, and it may be asked for again. As long as nothing was heard of it, he may be mistaken.
create or replace function decide_stablecoin_transfer(p_operation uuid, p_transfer text, p_by text, p_reason text)
returns boolean language plpgsql as $$
declare
  o stablecoin_operations;
begin
  select * into o from stablecoin_operations where id = p_operation for update;
  if o.id is null or not is_open_stablecoin_operation(o.status) or o.transfer_begun_at is null
    or not coalesce(o.case_reason = 'UNKNOWN_TRANSFER', false) and (o.transfer_id is null or o.provider_status is not null) then
    return false;
  end if;
  update stablecoin_operations set transfer_id = p_transfer, case_reason = null, updated_at = service_now(),
    transfer_begun_at = case when p_transfer is null then service_now() else o.transfer_begun_at end,
    transfer_login_version = (select l.login_version from stablecoin_provider_accounts l where l.id = o.link_id)
  where id = o.id;
  perform add_timeline(o.platform_id, 'StablecoinOperation:' || o.id, 'DECIDED', null, null, null,
    jsonb_build_object('by', p_by, 'reason', p_reason, 'transferId', p_transfer));
  return true;
end $$;

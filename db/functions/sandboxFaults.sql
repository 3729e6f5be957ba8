-- Faults that platforms of the sandbox order. Whose work a call of an outside party is, the rows' own platform says: nothing
-- that a request names. A platform that has ordered nothing pays for one descent of an index where its own work asks.

create or replace function has_sandbox_fault(p_platform uuid) returns boolean language sql stable as $$
  select exists (select 1 from sandbox_faults where platform_id = p_platform and state = 'OPEN' and ends_at > service_now());
$$;

-- The ids that a payment is about, its own first.
create or replace function payment_subjects(payment payments) returns text[] language sql immutable as $$
  select array_remove(array['Transaction:' || payment.transaction_id, 'Transaction:' || payment.incoming_transaction_id,
    'Quote:' || payment.id, 'Customer:' || payment.customer_id, 'InternalAccount:' || payment.source_account_id,
    'InternalAccount:' || payment.destination_internal_id, 'ExternalAccount:' || payment.source_external_id,
    'ExternalAccount:' || payment.destination_account_id], null);
$$;

-- A call of an outside party: of which platform of the sandbox, and about what, its own id first. No row: of none.
create or replace function sandbox_work(p_by text, p_value text) returns table (platform_id uuid, subjects text[])
language plpgsql stable as $$
declare
  v_uuid uuid := substring(p_value from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')::uuid;
begin
  return query select w.platform_id, w.subjects from (
    select x.platform_id, payment_subjects(x) as subjects from rail_orders o join payments x on x.id = o.payment_id
      where p_by = 'RAIL_REFERENCE' and o.reference = p_value
    union all select a.platform_id, array_remove(array['InternalAccount:' || a.id, 'Customer:' || a.customer_id], null)
      from deposit_returns r join deposits d on d.environment = r.environment and d.id = r.deposit_id
      join internal_accounts a on a.id = d.account_id where p_by = 'RAIL_REFERENCE' and r.reference = p_value
    union all select e.platform_id, array_remove(array['ExternalAccount:' || e.id, 'Customer:' || e.customer_id], null)
      from micro_entries m join external_accounts e on e.id = m.account_id where p_by = 'RAIL_REFERENCE' and m.reference = p_value
    union all select a.platform_id, array_remove(array['InternalAccount:' || a.id, 'Customer:' || a.customer_id], null)
      from internal_accounts a where p_by = 'WALLET' and a.id = v_uuid
    union all select c.platform_id, array['Customer:' || c.id] from customers c where p_by = 'CUSTOMER' and c.id = v_uuid
    union all select o.platform_id, array['Customer:' || o.customer_id] from beneficial_owners o
      where p_by = 'BENEFICIAL_OWNER' and o.id = v_uuid
    union all select t.platform_id, 'Transaction:' || t.id || card_subjects(c) from card_transactions t
      join cards c on c.id = t.card_id where p_by = 'CARD_TRANSACTION_TOKEN' and t.environment = 'SANDBOX' and t.token = p_value
    union all select c.platform_id, card_subjects(c) from cards c
      where p_by = 'CARD_TOKEN' and c.environment = 'SANDBOX' and c.card_token = p_value
        or p_by = 'CARD_KEY' and c.issuer_key = v_uuid
    union all select o.platform_id, array_remove(array['StablecoinOperation:' || o.id, 'ExternalAccount:' || o.source_account_id,
        'ExternalAccount:' || o.destination_account_id], null)
      from stablecoin_operations o where p_by = 'STABLECOIN_OPERATION' and o.id = v_uuid
    union all select p.id, array['Platform:' || p.id] from platforms p where p_by = 'PLATFORM' and p.id = v_uuid
  ) w join platforms p on p.id = w.platform_id and p.environment = 'SANDBOX' limit 1;
end $$;

create or replace function card_subjects(c cards) returns text[] language sql immutable as $$
  select array['Card:' || c.id, 'Customer:' || c.customer_id]
    || array(select 'InternalAccount:' || id from unnest(c.funding_sources) id);
$$;

-- The platforms are locked one by one: one call meets one fault.
create or replace function lock_sandbox_faults(p_platform uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('sandbox faults/' || p_platform, 0));
$$;

-- Orders a plan of faults. A refusal names what is wrong: LIMIT for a hundred that are open; ABOUT for what is not the
-- platform's.
create or replace function order_sandbox_faults(p jsonb) returns jsonb language plpgsql as $$
declare
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_about text := p ->> 'about';
  v_uuid uuid := split_part(p ->> 'about', ':', 2)::uuid;
begin
  perform lock_sandbox_faults(v_platform);
  if v_about is not null and not (case split_part(v_about, ':', 1)
      when 'Transaction' then exists (select 1 from transactions where id = v_uuid and platform_id = v_platform)
      when 'Quote' then exists (select 1 from payments where id = v_uuid and platform_id = v_platform)
      when 'Customer' then exists (select 1 from customers where id = v_uuid and platform_id = v_platform)
      when 'InternalAccount' then exists (select 1 from internal_accounts where id = v_uuid and platform_id = v_platform)
      when 'ExternalAccount' then exists (select 1 from external_accounts where id = v_uuid and platform_id = v_platform)
      when 'Card' then exists (select 1 from cards where id = v_uuid and platform_id = v_platform)
      when 'StablecoinOperation' then
        exists (select 1 from stablecoin_operations where id = v_uuid and platform_id = v_platform)
      when 'Webhook' then exists (select 1 from events where id = v_uuid and platform_id = v_platform)
      else false end) then
    return '{"refused": "ABOUT"}';
  end if;
  if (select count(*) from sandbox_faults where platform_id = v_platform and state = 'OPEN' and ends_at > service_now()) >= 100 then
    return '{"refused": "LIMIT"}';
  end if;
  insert into sandbox_faults (id, platform_id, about, faults, ends_at)
  values ((p ->> 'id')::uuid, v_platform, v_about, p -> 'faults', service_now() + interval '24 hours');
  return '{}';
end $$;

-- Whether a platform has as many slow calls at this moment as it may have. As long as it lasts, each keeps a
-- place of the service, at which other platforms' calls wait.
create or replace function has_slow_calls(p_platform uuid) returns boolean language sql stable as $$
  select count(*) >= 3 from sandbox_fault_uses
  where platform_id = p_platform and kind = 'SLOW' and at > (select service_now()) - interval '5 seconds';
$$;

-- The fault that a piece of work meets now: the next one of the oldest plan about it. It is used up by that, and on the
-- timeline of what it has met. Null: none.
create or replace function meet_sandbox_fault(p_platform uuid, p_subjects text[], p_calls text[], p_kinds text[])
returns jsonb language plpgsql as $$
declare
  f sandbox_faults;
  v_fault jsonb;
  v_is_last boolean;
begin
  if not has_sandbox_fault(p_platform) then return null; end if;
  perform lock_sandbox_faults(p_platform);
  select * into f from sandbox_faults where platform_id = p_platform and state = 'OPEN' and ends_at > service_now()
    and (about is null or about = any (p_subjects)) and faults -> position ->> 'call' = any (p_calls)
    and faults -> position ->> 'kind' = any (p_kinds)
    and (faults -> position ->> 'kind' <> 'SLOW' or not (select has_slow_calls(p_platform)))
    order by created_at, id limit 1;
  if f.id is null then return null; end if;
  v_fault := f.faults -> f.position;
  v_is_last := f.met + 1 >= (v_fault ->> 'times')::integer;
  update sandbox_faults set met = case when v_is_last then 0 else met + 1 end,
    position = case when v_is_last then position + 1 else position end,
    state = case when v_is_last and position + 1 >= jsonb_array_length(faults) then 'USED' else state end
  where id = f.id;
  insert into sandbox_fault_uses (id, fault_id, platform_id, call, kind, object)
  values (gen_random_uuid(), f.id, p_platform, v_fault ->> 'call', v_fault ->> 'kind', p_subjects[1]);
  if exists (select 1 from timeline where subject = p_subjects[1]) then
    perform add_timeline_remark(p_platform, p_subjects[1], 'ORDERED_FAULT',
      jsonb_build_object('call', v_fault ->> 'call', 'kind', v_fault ->> 'kind'));
  end if;
  return jsonb_build_object('faultId', f.id, 'kind', v_fault ->> 'kind',
    'delaySeconds', v_fault -> 'delaySeconds', 'endsAt', f.ends_at, 'object', p_subjects[1], 'platformId', p_platform);
end $$;

-- The same of a call or message of an outside party: {work, calls, kinds}, with `work` as in contract/sandboxFaults.ts.
create or replace function meet_party_fault(p jsonb) returns jsonb language plpgsql as $$
declare
  w record;
begin
  select s.platform_id, s.subjects into w from jsonb_array_elements(p -> 'work') with ordinality as x(item, number),
    sandbox_work(x.item ->> 'by', x.item ->> 'value') s order by x.number limit 1;
  if w.platform_id is null or not has_sandbox_fault(w.platform_id) then return null; end if;
  perform lock_sandbox_faults(w.platform_id);
  -- The sandbox waits two seconds for the answer: an answer that comes too late would use the fault up without effect.
  if clock_timestamp() > statement_timestamp() + interval '1 second' then return null; end if;
  return meet_sandbox_fault(w.platform_id, w.subjects, array(select jsonb_array_elements_text(p -> 'calls')),
    array(select jsonb_array_elements_text(p -> 'kinds')));
end $$;

-- The same of an attempt to deliver a webhook. Of one that is the only attempt: held back, it would never come.
create or replace function meet_webhook_fault(e events, p_is_only boolean) returns jsonb language sql as $$
  select meet_sandbox_fault(e.platform_id,
    array_remove(array['Webhook:' || e.id, e.subject, 'Customer:' || (e.snapshot ->> 'customer_id')], null), array['WEBHOOK'],
    array['REFUSED', 'ANSWER_LOST', 'TWICE', 'UNSIGNED', 'WRONGLY_SIGNED']
      || case when not p_is_only then array['OUT_OF_ORDER'] else '{}' end);
$$;

-- Whether a quote that is asked for meets the rate that its platform has ordered to be too old.
create or replace function meets_stale_rate(p jsonb) returns boolean language sql as $$
  select meet_sandbox_fault((p ->> 'platformId')::uuid, array_remove(array[
    'Customer:' || (p ->> 'customerId'), 'InternalAccount:' || (p ->> 'sourceAccountId'),
    'InternalAccount:' || (p ->> 'destinationInternalId'), 'ExternalAccount:' || (p ->> 'sourceExternalId'),
    'ExternalAccount:' || (p ->> 'destinationAccountId')], null), array['QUOTE'], array['STALE_RATE']) is not null;
$$;

-- Ends a plan, whatever its state is. Null: the platform has none of the id. `holds`: whether it may hold something back.
create or replace function end_sandbox_fault(p_platform uuid, p_id uuid) returns jsonb language plpgsql as $$
begin
  perform lock_sandbox_faults(p_platform);
  update sandbox_faults set state = 'DELETED' where id = p_id and platform_id = p_platform;
  if not found then return null; end if;
  return jsonb_build_object('holds', exists (select 1 from sandbox_fault_uses where fault_id = p_id and kind = 'STUCK'));
end $$;

-- A plan as the API shows it.
create or replace function sandbox_fault_row(f sandbox_faults) returns jsonb language sql stable as $$
  select to_jsonb(f) || jsonb_build_object(
    'state', case when f.state = 'OPEN' and f.ends_at <= service_now() then 'ENDED' else f.state end,
    'uses', (select coalesce(jsonb_agg(to_jsonb(u) order by u.at, u.id), '[]') from (
      select * from sandbox_fault_uses where fault_id = f.id order by at desc, id desc limit 100) u));
$$;

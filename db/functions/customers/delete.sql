-- Why a customer whose accounts are locked can't be deleted, as a sentence; null if it can.
create or replace function deletion_refusal(c customers) returns text language plpgsql stable as $$
declare
  v_own uuid[] := array(select id from internal_accounts where customer_id = c.id);
  v_external uuid[] := array(select id from external_accounts where customer_id = c.id and deleted_at is null);
begin
  if exists (select 1 from ledger_balances where account_id = any (v_own)
      and (posted <> 0 or pending_in <> 0 or pending_out <> 0)) then
    return 'The customer has a balance.';
  end if;
  if exists (select 1 from taken_back_deposits where owed > 0 and account_id = any (v_own)) then
    return 'The customer owes for a deposit that its bank has taken back.';
  end if;
  if exists (select 1 from cards where customer_id = c.id and state <> 'CLOSED') then
    return 'A card of the customer is not closed.';
  end if;
  if exists (select 1 from card_transactions t where t.customer_id = c.id and (t.held > 0 or t.pending <> 0 or t.disputed <> t.contested
      or exists (select 1 from card_disputes d where d.transaction_id = t.id and d.status = 'OPEN')
      or exists (select 1 from card_pulls p where p.transaction_id = t.id and p.state <> 'DONE'))) then
    return 'A card payment of the customer is in progress.';
  end if;
  if exists (select 1 from payments where status = 'PROCESSING' and (customer_id = c.id
      or source_account_id = any (v_own) or destination_internal_id = any (v_own)
      or destination_account_id = any (v_external)))
     or exists (select 1 from payments where status = 'PENDING_AUTHORIZATION' and customer_id = c.id)
     -- Held, and towards this customer: it is credited as soon as its payer has authorized it.
     or exists (select 1 from payments where status = 'PENDING_AUTHORIZATION' and executed_at is not null
       and (destination_internal_id = any (v_own) or destination_account_id = any (v_external))) then
    return 'A payment of the customer is in progress.';
  end if;
  if exists (select 1 from rail_orders o join payments payment on payment.id = o.payment_id
      where o.kind = 'REFUND' and o.state in ('CREATED', 'SUBMITTED') and payment.customer_id = c.id) then
    return 'A refund of the customer is in progress.';
  end if;
  if exists (select 1 from unnest(v_external) a(id) join stablecoin_operations s on s.destination_account_id = a.id
      where is_open_stablecoin_operation(s.status))
     or exists (select 1 from unnest(v_external) a(id) join stablecoin_operations s on s.source_account_id = a.id
      where is_open_stablecoin_operation(s.status)) then
    return 'A stablecoin operation of the customer is in progress.';
  end if;
  if exists (select 1 from requests where status = 'CLAIMED' and account_id = any (v_own)) then
    return 'An operation of the wallet is in progress.';
  end if;
  return null;
end $$;

-- Ends what the customer logs in by. At the wallet provider a session key runs out by itself, within the
-- minutes of its life, and signs for an empty wallet until then: only the wallet's own keys could end it.
create or replace function end_customer_logins(p_customer uuid) returns void language sql as $$
  update sessions set ended_at = service_now(), updated_at = service_now()
    where ended_at is null and account_id in (select id from internal_accounts where customer_id = p_customer);
  update credentials set revoked_at = service_now(), updated_at = service_now()
    where revoked_at is null and account_id in (select id from internal_accounts where customer_id = p_customer);
  -- Delegated keys that were never activated: closing a card has revoked the others.
  select revoke_delegated_key(k.id, k.platform_id) from delegated_keys k
    where k.customer_id = p_customer and k.status <> 'REVOKED';
$$;

-- Closes a customer's internal accounts, with an event each, and deletes its external ones.
create or replace function close_customer_accounts(p_customer uuid) returns void language plpgsql as $$
declare
  v_external uuid[] := array(select id from external_accounts where customer_id = p_customer and deleted_at is null);
  v_id uuid;
  a internal_account_views;
begin
  update external_account_challenges set state = 'ABANDONED', updated_at = service_now()
    where state = 'OPEN' and account_id = any (v_external);
  perform abandon_account_validations(v_external);
  update external_accounts set deleted_at = service_now(), updated_at = service_now(), default_uma_deposit_account = false
    where customer_id = p_customer and deleted_at is null;
  for v_id in select id from internal_accounts where customer_id = p_customer and status <> 'CLOSED' order by created_at, id loop
    update internal_accounts set status = 'CLOSED', needs_contact = false, updated_at = service_now() where id = v_id;
    select * into a from internal_account_views where id = v_id;
    perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.STATUS_UPDATED', 'InternalAccount:' || a.id, account_row(a));
  end loop;
end $$;

-- Deletes a customer: its agents (what waits for approval is rejected), logins, accounts and open
-- invitations. REFUSED with CUSTOMER_DELETED the second time, and with CONFLICT while money or an
-- operation is on its way. AGAIN: an agent was created meanwhile. Quotes that are not executed expire;
-- they can't be executed any more.
-- Lock order: agents, customer, external accounts, payments of pending actions, accounts, balances by id, actions, usage.
create or replace function delete_customer(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers;
  v_agents uuid[];
  v_agent uuid;
  v_pending uuid[];
  v_why text;
begin
  v_agents := array(select id from agents where customer_id = (p ->> 'customerId')::uuid
    and platform_id = (p ->> 'platformId')::uuid and deleted_at is null order by id for no key update);
  select * into c from customers where id = (p ->> 'customerId')::uuid and platform_id = (p ->> 'platformId')::uuid
    for no key update;
  if c.id is null then return jsonb_build_object('outcome', 'REFUSED', 'code', 'USER_NOT_FOUND'); end if;
  if c.is_deleted then return jsonb_build_object('outcome', 'REFUSED', 'code', 'CUSTOMER_DELETED'); end if;
  if exists (select 1 from agents where customer_id = c.id and deleted_at is null and id <> all (v_agents)) then
    return '{"outcome": "AGAIN"}'::jsonb;
  end if;
  -- The deletion of one alone takes the account before its payments, too.
  perform 1 from external_accounts where customer_id = c.id and deleted_at is null order by id for update;
  v_pending := array(select a.payment_id from unnest(v_agents) g(id)
    join agent_actions a on list_key(a.agent_id, a.status) = list_key(g.id, 'PENDING_APPROVAL'));
  perform 1 from payments where id = any (v_pending) order by id for update;
  perform 1 from internal_accounts where customer_id = c.id order by id for no key update;
  perform ledger_lock(variadic array(select id from internal_accounts where customer_id = c.id));
  -- After the balances: a payment that fails holds its balance when it releases what its agent counts.
  perform lock_agent_payments(v_pending);
  v_why := deletion_refusal(c);
  if v_why is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT', 'reason', v_why);
  end if;
  foreach v_agent in array v_agents loop
    perform delete_agent(c.platform_id, v_agent, p ->> 'by');
  end loop;
  perform end_customer_logins(c.id);
  update invitations set status = 'CANCELLED', cancelled_at = service_now()
    where inviter_id = c.id and status = 'PENDING';
  perform close_customer_accounts(c.id);
  update customers set is_deleted = true, deleted_at = service_now(), updated_at = service_now()
    where id = c.id returning * into c;
  perform add_timeline(c.platform_id, 'Customer:' || c.id, 'DELETED', null, null, null,
    jsonb_build_object('by', p ->> 'by'));
  return jsonb_build_object('outcome', 'COMMITTED', 'customer', customer_row(c));
end $$;

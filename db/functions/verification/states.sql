-- Sets a verification's status; a change of it, or of what is to be resolved, emits its event.
create or replace function set_verification_status(p_verification uuid, p_status text, p_errors jsonb) returns verifications
language plpgsql as $$
declare v verifications;
begin
  update verifications set status = p_status, errors = p_errors, updated_at = service_now(),
    is_with_vendor = is_with_vendor and p_status not in ('APPROVED', 'REJECTED')
  where id = p_verification and (status <> p_status or errors <> p_errors) returning * into v;
  if found then
    perform emit_event(v.platform_id, 'VERIFICATION.' || v.status, 'Verification:' || v.id, to_jsonb(v));
    perform add_timeline(v.platform_id, 'Verification:' || v.id, 'VERIFICATION_' || v.status, v.attempt,
      case v.status when 'RESOLVE_ERRORS' then 'PLATFORM' when 'IN_PROGRESS' then 'VERIFICATION_VENDOR'
        when 'PENDING_MANUAL_REVIEW' then 'VERIFICATION_VENDOR' end,
      case v.status when 'RESOLVE_ERRORS' then 'CORRECTIONS' when 'IN_PROGRESS' then 'REVIEW'
        when 'PENDING_MANUAL_REVIEW' then 'MANUAL_REVIEW' end);
  else
    select * into v from verifications where id = p_verification;
  end if;
  return v;
end $$;

-- Sets a customer's kycStatus or kybStatus, whose row the caller has locked; a change emits its event.
-- One that was approved and is rejected is frozen.
create or replace function set_customer_status(p_customer uuid, p_status text) returns void language plpgsql as $$
declare
  c customers;
  v_before text := (select kyc_status from customers where id = p_customer);
begin
  if v_before = p_status then return; end if;
  update customers set kyc_status = p_status, updated_at = service_now() where id = p_customer returning * into c;
  perform emit_customer_status(c);
  if v_before = 'APPROVED' and p_status = 'REJECTED' then perform freeze_customer(c); end if;
end $$;

-- Sets the kycStatus of beneficial owners: [{id, kycStatus}]. Of those that have changed since they were
-- submitted, it is another person's.
create or replace function set_owner_statuses(p_customer uuid, p_owners jsonb) returns void language sql as $$
  update beneficial_owners o set kyc_status = x ->> 'kycStatus', updated_at = service_now()
  from jsonb_array_elements(p_owners) x
  where o.id = (x ->> 'id')::uuid and o.customer_id = p_customer and o.kyc_status <> x ->> 'kycStatus'
    and not o.is_changed;
$$;

-- Locks a customer for a change of its verification: its agents come first in the order of locks.
create or replace function lock_for_verification(p_platform uuid, p_customer uuid) returns customers language plpgsql as $$
declare c customers;
begin
  perform 1 from agents where customer_id = p_customer and deleted_at is null order by id for no key update;
  select * into c from customers where id = p_customer and platform_id = p_platform and not is_deleted for no key update;
  return c;
end $$;

-- A customer that must not move money any more: its accounts are FROZEN, its agents paused, and its
-- quotes that wait for an execute call or an authorization end. Payments under way end at their rail; what
-- comes in stays.
create or replace function freeze_customer(c customers) returns void language plpgsql as $$
declare
  a internal_account_views;
  v_payments uuid[];
  v_waiting uuid[];
  v_payment uuid;
begin
  update agents set is_paused = true, updated_at = service_now()
  where customer_id = c.id and deleted_at is null and not is_paused;
  v_payments := array(select id from payments where customer_id = c.id and status = 'PENDING'
    and kind <> 'INCOMING' and expires_at > service_now() order by id);
  v_waiting := array(select id from payments where customer_id = c.id and status = 'PENDING_AUTHORIZATION' order by id);
  if cardinality(v_payments || v_waiting) > 0 then
    -- Payments, then balances, then what agents count.
    perform 1 from payments where id = any (v_payments || v_waiting) order by id for update;
    perform 1 from ledger_balances where account_id in (select source_account_id from payments where id = any (v_waiting))
      order by account_id for update;
    perform lock_agent_payments(v_payments || v_waiting);
    foreach v_payment in array v_waiting loop
      perform close_failed_payment(v_payment, 'COMPLIANCE_REJECTED', 'TRANSACTION_FAILED', 'COMPLETED');
    end loop;
    for v_payment in
      update payments set expires_at = service_now()
      where id = any (v_payments) and status = 'PENDING' and expires_at > service_now() returning id
    loop
      perform expire_payment(v_payment);
    end loop;
  end if;
  for a in
    with frozen as (update internal_accounts set status = 'FROZEN', updated_at = service_now()
      where customer_id = c.id and status in ('PENDING', 'ACTIVE') returning id)
    select v.id, v.platform_id, v.customer_id, v.type, v.currency, 'FROZEN', v.private_enabled, v.spendable, v.total,
      v.created_at, service_now(), v.funding_instructions, v.label, v.sweep_rule from internal_account_views v join frozen using (id) order by v.created_at, v.id
  loop
    perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.STATUS_UPDATED', 'InternalAccount:' || a.id, account_row(a));
  end loop;
  perform add_timeline(c.platform_id, 'Customer:' || c.id, 'FROZEN', null, null, null);
end $$;

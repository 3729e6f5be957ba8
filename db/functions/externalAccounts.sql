-- An external account as events keep it and the API reads it: one that operators have frozen cannot be paid.
create or replace function external_account_row(e external_accounts) returns jsonb language sql stable as $$
  select to_jsonb(e) || case when is_payee_itself_frozen(e) then '{"status": "INACTIVE"}' else '{}' end::jsonb;
$$;

-- Whether the last proof of one registration of a wallet has failed. Another challenge changes nothing before it succeeds.
create or replace function is_registration_unproven(e external_accounts) returns boolean language sql stable as $$
  select e.status = 'UNVERIFIED' or e.status = 'PENDING_OWNERSHIP_VERIFICATION' and exists (
    select 1 from external_account_challenges c where c.account_id = e.id and c.state = 'FAILED');
$$;

-- Whether a proof that a wallet is its owner's has failed, and this registration of it has not been proven since: nothing is
-- paid to it. The wallet is the platform's under every registration, deleted or not: making it anew forgets nothing.
create or replace function is_proof_failed(e external_accounts) returns boolean language sql stable as $$
  select e.status in ('UNVERIFIED', 'PENDING_OWNERSHIP_VERIFICATION') and (is_registration_unproven(e) or exists (
    select 1 from external_accounts same where same.platform_id = e.platform_id
      and bank_number_key(same.identity) = nullif(bank_number_key(e.identity), '') and is_registration_unproven(same)));
$$;

-- What payments to the same bank account or wallet of a platform, under every registration, and a change of all of them wait
-- for each other by (`freeze_key`).
create or replace function payee_freeze_keys(p_account uuid) returns setof bigint language sql stable as $$
  select freeze_key(coalesce(same.customer_id, same.id)) from external_accounts e
    join external_accounts same on same.platform_id = e.platform_id and bank_number_key(same.identity) = bank_number_key(e.identity)
    where e.id = p_account;
$$;

-- Why an account can be neither paid nor collected from, as an error code; null if it can. A wallet whose owner is not proven
-- yet is paid within its limit.
create or replace function external_account_refusal(e external_accounts) returns text language sql stable as $$
  select case when is_proof_failed(e) then 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
    when e.status in ('ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION') then null
    when e.status = 'PENDING' then 'BANK_ACCOUNT_VALIDATION_PENDING'
    when e.status = 'INACTIVE' and e.status_reason is not null then 'INVALID_BANK_ACCOUNT'
    else 'CONFLICT' end;
$$;

-- The same of the external accounts that a payment takes from or pays. Every way out asks this.
create or replace function account_refusal(variadic p_accounts uuid[]) returns text language sql stable as $$
  select x.refusal from (
    select e.id, external_account_refusal(e) as refusal from external_accounts e where e.id = any (p_accounts) offset 0) x
  where x.refusal is not null order by x.id limit 1;
$$;

-- Returns the account's row, null when the owner has an equivalent one, or `refused` where the customer
-- is deleted, or must log in first. A customer has at most
-- one default account for UMA deposits: a new default replaces the old one.
create or replace function create_external_account(p jsonb) returns jsonb language plpgsql as $$
declare
  v external_accounts;
  v_customer uuid := (p ->> 'customerId')::uuid;
  c customers;
  v_refusal text;
begin
  if v_customer is not null then
    if (p ->> 'isDefault')::boolean then
      -- Serializes concurrent changes of the default.
      select * into c from customers where id = v_customer and not is_deleted for no key update;
    else
      select * into c from customers where id = v_customer and not is_deleted for share;
    end if;
    if not found then return jsonb_build_object('refused', 'USER_NOT_FOUND'); end if;
    -- What is sent to the customer would leave for there.
    if (p ->> 'isDefault')::boolean then
      v_refusal := new_instrument_refusal(c);
      if v_refusal is not null then return jsonb_build_object('refused', v_refusal); end if;
    end if;
  end if;
  insert into external_accounts (id, platform_id, customer_id, account_type, currency, status,
    platform_account_id, ownership_type, beneficiary_verification_status,
    beneficiary_verified_data, account_info, identity, invoice_hash, invoice_expires_at)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, v_customer, p ->> 'accountType', p ->> 'currency',
    p ->> 'status', p ->> 'platformAccountId', p ->> 'ownershipType', p ->> 'nameCheck',
    case when p ->> 'verifiedName' is not null then jsonb_build_object('fullName', p ->> 'verifiedName') end,
    p -> 'accountInfo', p ->> 'identity', p ->> 'invoiceHash', (p ->> 'invoiceExpiresAt')::timestamptz)
  on conflict (platform_id, coalesce(customer_id, platform_id), account_type, currency, identity)
    where deleted_at is null do nothing
  returning * into v;
  if not found then return null; end if;
  if (p ->> 'isDefault')::boolean then
    update external_accounts set default_uma_deposit_account = false, updated_at = service_now()
    where customer_id = v_customer and default_uma_deposit_account and deleted_at is null;
    update external_accounts set default_uma_deposit_account = true where id = v.id returning * into v;
  end if;
  if p ? 'validation' then perform begin_account_validation(v, p -> 'validation'); end if;
  return to_jsonb(v);
end $$;

-- A deleted account is neither source nor destination: quotes that wait for an execute call expire, and payments whose proof
-- cannot be made any more end.
-- DELETED, NOT_FOUND, or TRUSTED: its customer trusts it, and must withdraw that with a proof first.
create or replace function remove_external_account(p_platform uuid, p_account uuid, p_own_only boolean)
returns text language plpgsql as $$
declare
  v_payments uuid[];
  v_payment uuid;
  v_trusting uuid;
begin
  select customer_id into v_trusting from external_accounts where id = p_account and platform_id = p_platform
    and deleted_at is null and (customer_id is null or not p_own_only) and trusted_at is not null for update;
  -- Outside the regions there is no call to withdraw it.
  if (select is_in_sca_region(region) from customers where id = v_trusting) then return 'TRUSTED'; end if;
  update external_accounts set deleted_at = service_now(), updated_at = service_now(),
    default_uma_deposit_account = false
  where id = p_account and platform_id = p_platform and deleted_at is null
    and (customer_id is null or not p_own_only);
  if not found then return 'NOT_FOUND'; end if;
  update external_account_challenges set state = 'ABANDONED', updated_at = service_now()
  where account_id = p_account and state = 'OPEN';
  perform abandon_account_validations(array[p_account]);
  v_payments := array(select id from payments
    where (destination_account_id = p_account or source_external_id = p_account)
      and status = 'PENDING' and expires_at > service_now());
  -- All of them at once, by id: in two batches they could deadlock with whatever locks several.
  perform 1 from payments where id = any (v_payments || unproven_payments(p_account)) order by id for update;
  perform stop_unproven_payments(p_account);
  if cardinality(v_payments) = 0 then return 'DELETED'; end if;
  perform lock_agent_payments(v_payments);
  for v_payment in
    update payments set expires_at = service_now()
    where id = any (v_payments) and status = 'PENDING' and expires_at > service_now()
    returning id
  loop
    perform expire_payment(v_payment);
  end loop;
  return 'DELETED';
end $$;

-- Payments under way to an account whose proof has failed, and of which nothing has left.
create or replace function unproven_payments(p_account uuid) returns uuid[] language sql stable as $$
  select array(select q.id from payments q join external_accounts e on e.id = q.destination_account_id
    where e.id = p_account and is_proof_failed(e) and q.status = 'PROCESSING' and q.cancel_requested_at is null
      and not is_payout_submitted(q));
$$;

-- Stops the payments to a deleted account whose proof has failed: no proof of it can succeed any more. A payout that was
-- submitted to the rail is followed to its end.
create or replace function stop_unproven_payments(p_account uuid) returns void language plpgsql as $$
declare
  payment payments;
  v_is_any boolean := false;
begin
  for payment in select * from payments q where q.id = any (unproven_payments(p_account)) and q.status = 'PROCESSING'
      and q.cancel_requested_at is null and not is_payout_submitted(q) order by q.id for update loop
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'PAYEE_DELETED', null, null, null);
    perform request_stop(payment.id, false);
    v_is_any := true;
  end loop;
  if v_is_any then perform queue_job('resume_payouts', '{}', 'resume-payouts'); end if;
end $$;

-- Changes the status of an account whose row the caller has locked; every change emits an event. With a reason the account
-- is invalid for good, also one that was INACTIVE without a reason; the first reason stays.
create or replace function move_external_account(p_account uuid, p_status text, p_reason text default null) returns jsonb
language plpgsql as $$
declare v external_accounts;
begin
  update external_accounts set status_reason = p_reason, updated_at = service_now()
  where id = p_account and status = p_status and status_reason is null and p_reason is not null;
  update external_accounts set status = p_status, status_reason = p_reason, updated_at = service_now()
  where id = p_account and status <> p_status returning * into v;
  if found then
    perform emit_event(v.platform_id, 'EXTERNAL_ACCOUNT.STATUS_UPDATED', 'ExternalAccount:' || v.id, external_account_row(v));
  else
    select * into v from external_accounts where id = p_account;
  end if;
  return to_jsonb(v);
end $$;

-- Opens a challenge and replaces the previous one. Null where the account's status needs none.
create or replace function open_ownership_challenge(p jsonb) returns jsonb language plpgsql as $$
declare
  a external_accounts;
  v external_account_challenges;
begin
  select * into a from external_accounts
    where id = (p ->> 'accountId')::uuid and deleted_at is null for update;
  if not found or a.status not in ('PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED') then return null; end if;
  update external_account_challenges set state = 'ABANDONED', updated_at = service_now()
  where account_id = a.id and state = 'OPEN';
  insert into external_account_challenges (id, account_id, method, state, message, expires_at)
  values ((p ->> 'id')::uuid, a.id, p ->> 'method', 'OPEN', p ->> 'message',
    service_now() + make_interval(secs => (p ->> 'lifetimeSeconds')::integer))
  returning * into v;
  perform move_external_account(a.id, 'PENDING_OWNERSHIP_VERIFICATION');
  if v.method = 'LIVENESS' then perform look_at_liveness(v.id, 60); end if;
  return to_jsonb(v);
end $$;

-- Has the result of a liveness check read at the vendor in p_seconds; a later call replaces an
-- earlier one. The vendor's notice could be lost.
create or replace function look_at_liveness(p_challenge uuid, p_seconds integer) returns void language sql as $$
  select queue_job('finish_liveness', json_build_object('challengeId', p_challenge), 'liveness/' || p_challenge,
    service_now() + make_interval(secs => p_seconds));
$$;

-- Closes an open challenge: SUCCEEDED with the account's row, FAILED, EXPIRED, or STALE where it was
-- closed already. A failed challenge is not reopened; the account needs a new one.
create or replace function finish_ownership_challenge(p_challenge uuid, p_is_proven boolean) returns jsonb language plpgsql as $$
declare
  v external_account_challenges;
  v_account uuid;
  v_outcome text;
  v_row jsonb;
begin
  -- Payments that are leaving in this moment were before; those that come later see what has come of it.
  perform pg_advisory_xact_lock(key) from (select distinct x as key
    from external_account_challenges c, payee_freeze_keys(c.account_id) x where c.id = p_challenge order by 1) k;
  -- Locks the account first, as everywhere: a new challenge must not replace this one concurrently.
  select a.id into v_account from external_accounts a join external_account_challenges c on c.account_id = a.id
    where c.id = p_challenge for update of a;
  select * into v from external_account_challenges where id = p_challenge;
  if v.state is distinct from 'OPEN' then return jsonb_build_object('outcome', 'STALE'); end if;
  v_outcome := case when v.expires_at <= service_now() then 'EXPIRED'
    when p_is_proven then 'SUCCEEDED' else 'FAILED' end;
  update external_account_challenges set updated_at = service_now(),
    state = case v_outcome when 'SUCCEEDED' then 'SUCCEEDED' else 'FAILED' end where id = v.id;
  v_row := move_external_account(v_account, case v_outcome when 'SUCCEEDED' then 'ACTIVE' else 'UNVERIFIED' end);
  -- Of another registration of the wallet as well, whose proof this may have been waiting for.
  if v_outcome = 'SUCCEEDED' and exists (select 1 from paused_payouts where cause = 'UNPROVEN') then
    perform queue_job('resume_payouts', '{}', 'resume-payouts');
  end if;
  return jsonb_build_object('outcome', v_outcome, 'account', v_row);
end $$;

-- What operators freeze: a customer, an account or a payee. Nothing leaves, what arrives is kept, and what is accepted and
-- has not left waits for the release. It is separate from a verification that is rejected (freeze_customer): neither ends
-- the other.

-- Whether operators have frozen one of these: customers, internal accounts, payees. Every way out asks this.
create or replace function is_frozen(variadic p_subjects uuid[]) returns boolean language sql stable as $$
  select exists (select 1 from freezes where subject_id = any (p_subjects) and released_at is null);
$$;

-- Whether an internal account is frozen, by itself or with its customer.
create or replace function is_account_frozen(p_account uuid) returns boolean language sql stable as $$
  select coalesce((select is_frozen(id, customer_id) from internal_accounts where id = p_account), false);
$$;

-- Whether a payee is frozen by itself: under this id, or the same bank account or wallet of the platform under another one,
-- deleted or not.
create or replace function is_payee_itself_frozen(e external_accounts) returns boolean language sql stable as $$
  select is_frozen(e.id) or exists (select 1 from freezes f where f.platform_id = e.platform_id
    and f.payee_key = nullif(bank_number_key(e.identity), '') and f.released_at is null);
$$;

-- Whether a payee is frozen, by itself or with its customer.
create or replace function is_payee_frozen(p_account uuid) returns boolean language sql stable as $$
  select coalesce((select is_payee_itself_frozen(e) or is_frozen(e.customer_id) from external_accounts e
    where e.id = p_account), false);
$$;

-- Whether what a payment has accepted must not leave now: of its payer, its source, or to its payee. What is received into
-- an account of this service may always.
create or replace function is_payment_frozen(payment payments) returns boolean language sql stable as $$
  select is_frozen(case when payment.kind <> 'INCOMING' then payment.customer_id end, payment.source_account_id)
    or is_payee_frozen(payment.destination_account_id);
$$;

-- Whether nothing may be collected for a payment, nor go back to where it came from: its payer or its source is frozen.
create or replace function is_payer_frozen(payment payments) returns boolean language sql stable as $$
  select is_frozen(case when payment.kind <> 'INCOMING' then payment.customer_id end, payment.source_account_id)
    or is_payee_frozen(payment.source_external_id);
$$;

-- Locks what may be frozen, as executions do: the key of its customer, or of an account of a platform, which has none;
-- then the rows. Executions that come later wait behind it. Null: there is nothing of that id.
create or replace function lock_freezable(p_subject text, out platform_id uuid, out id uuid, out customer_id uuid)
language plpgsql as $$
declare
  v_kind text := split_part(p_subject, ':', 1);
  v_id uuid := substring(p_subject from ':([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid;
begin
  select x.platform_id, x.id, x.customer_id into platform_id, id, customer_id from (
    select c.platform_id, c.id, c.id as customer_id from customers c where v_kind = 'Customer' and c.id = v_id
    union all
    select a.platform_id, a.id, a.customer_id from internal_accounts a where v_kind = 'InternalAccount' and a.id = v_id
    union all
    select e.platform_id, e.id, e.customer_id from external_accounts e where v_kind = 'ExternalAccount' and e.id = v_id) x;
  if id is null then return; end if;
  perform pg_advisory_xact_lock(key) from (
    select freeze_key(coalesce(lock_freezable.customer_id, lock_freezable.id)) as key
    -- Of a payee: of all who may pay the same bank account or wallet.
    union select x from payee_freeze_keys(v_id) x where v_kind = 'ExternalAccount'
    order by 1) k;
  perform 1 from customers c where c.id = lock_freezable.customer_id for no key update;
  perform 1 from internal_accounts a where a.id = v_id or v_kind = 'Customer' and a.customer_id = v_id
    order by a.id for no key update;
  perform 1 from external_accounts e where e.id = v_id for no key update;
end $$;

-- Says on the timelines that something is frozen or released, and in the events of the accounts that it shows on: those
-- that no other freeze is of. The caller has written it.
create or replace function show_freeze(p_subject text, p_customer uuid, p_id uuid, p_platform uuid, p_code text,
  p_by text) returns void language plpgsql as $$
declare
  a internal_account_views;
  e external_accounts;
  v_accounts uuid[] := array(select id from internal_accounts where (id = p_id or customer_id = p_id)
    and status in ('PENDING', 'ACTIVE') and not is_frozen(case when id = p_id then customer_id else id end));
begin
  perform add_timeline(p_platform, p_subject, p_code, null, null, null, jsonb_build_object('by', p_by));
  if p_customer <> p_id then
    perform add_timeline(p_platform, 'Customer:' || p_customer, p_code, null, null, null,
      jsonb_build_object('by', p_by, 'account', p_subject));
  end if;
  update internal_accounts set updated_at = service_now() where id = any (v_accounts);
  for a in select * from internal_account_views where id = any (v_accounts) order by created_at, id loop
    perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.STATUS_UPDATED', 'InternalAccount:' || a.id, account_row(a));
  end loop;
  update external_accounts set updated_at = service_now() where id = p_id and deleted_at is null returning * into e;
  if found then
    perform emit_event(e.platform_id, 'EXTERNAL_ACCOUNT.STATUS_UPDATED', 'ExternalAccount:' || e.id, external_account_row(e));
  end if;
  update customers set updated_at = service_now() where id = p_id;
end $$;

-- Freezes what an id as the API shows it names: FROZEN, once it holds for every later decision; FROZEN_BEFORE; or
-- NOT_FOUND. Executions that hold its key are waited for: they were before.
-- Lock order: the key, the customer, its accounts, their balances.
create or replace function freeze_subject(p_subject text, p_by text, p_reason text) returns text language plpgsql as $$
declare v record;
begin
  v := lock_freezable(p_subject);
  if v.id is null then return 'NOT_FOUND'; end if;
  -- A decision about a card holds the balance that it charges, and no customer.
  perform 1 from ledger_balances where account_id in (select id from internal_accounts where id = v.id or customer_id = v.id)
    order by account_id for update;
  insert into freezes (subject, subject_id, payee_key, platform_id, frozen_by, reason)
    values (p_subject, v.id, (select nullif(bank_number_key(identity), '') from external_accounts where id = v.id),
      v.platform_id, p_by, p_reason) on conflict (subject_id) where released_at is null do nothing;
  if not found then return 'FROZEN_BEFORE'; end if;
  perform show_freeze(p_subject, v.customer_id, v.id, v.platform_id, 'FROZEN', p_by);
  return 'FROZEN';
end $$;

-- Releases it: RELEASED, NOT_FROZEN or NOT_FOUND. What has waited for it alone goes on: payouts and signatures, sweeps,
-- pulls of cards. A verification that is rejected stays so.
create or replace function release_subject(p_subject text, p_by text, p_reason text) returns text language plpgsql as $$
declare v record;
begin
  v := lock_freezable(p_subject);
  if v.id is null then return 'NOT_FOUND'; end if;
  update freezes set released_at = service_now(), released_by = p_by, release_reason = p_reason
    where subject_id = v.id and released_at is null;
  if not found then return 'NOT_FROZEN'; end if;
  perform show_freeze(p_subject, v.customer_id, v.id, v.platform_id, 'RELEASED', p_by);
  perform queue_job('resume_payouts', '{}', 'resume-payouts');
  perform queue_waiting_sweeps('0', 1000);
  perform retry_frozen_pulls(v.id);
  return 'RELEASED';
end $$;

-- Asks again for the pulls of cards that were not made because of a freeze of this customer or account.
create or replace function retry_frozen_pulls(p_id uuid) returns void language plpgsql as $$
declare v_transaction uuid;
begin
  for v_transaction in select distinct t.id from card_pulls p join card_transactions t on t.id = p.transaction_id
      where p.state = 'EXCEPTION' and p.code = 'FROZEN' and p_id in (t.account_id, t.customer_id)
        and not is_account_frozen(t.account_id) order by t.id loop
    perform retry_card_pulls(v_transaction);
    perform start_later(pending_subject('CARD_PULL', v_transaction), true);
  end loop;
end $$;

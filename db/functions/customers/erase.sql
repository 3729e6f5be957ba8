-- Erasure: personal data goes, ids, amounts and the ledger stay. Each function has one kind of record; a
-- table that comes to hold personal data is added to one of them.

-- Whether a customer's personal data is gone: what comes later must bring none back. Null, the platform itself: never.
create or replace function is_erased(p_customer uuid) returns boolean language sql stable as $$
  select exists (select 1 from customers where id = p_customer and erased_at is not null);
$$;

-- A party of a payment without its UMA address.
create or replace function erased_party(p_party jsonb) returns jsonb language sql immutable as $$
  select case when p_party ? 'umaAddress' then p_party || '{"umaAddress": "$erased@erased.example"}' else p_party end;
$$;

-- The customer's own row. Its address is kept as a hash, so that it is not issued again.
create or replace function erase_customer_row(c customers) returns void language plpgsql as $$
begin
  insert into retired_uma_addresses (platform_id, address_hash)
  values (c.platform_id, sha256(convert_to(lower(c.uma_address), 'UTF8'))) on conflict do nothing;
  update customers set platform_customer_id = id::text, email = null, phone_number = null, region = null,
    profile = '{}', identity_number = null, agreement_consents = '{}', updated_at = service_now(), erased_at = service_now(),
    uma_address = '$erased-' || id || '@' || split_part(uma_address, '@', 2)
  where id = c.id;
end $$;

-- Logins, wallets, agents, cards, delegated keys, invitations and external accounts.
create or replace function erase_customer_accounts(c customers) returns void language plpgsql as $$
declare
  v_own uuid[] := array(select id from internal_accounts where customer_id = c.id);
  v_external uuid[] := array(select id from external_accounts where customer_id = c.id);
begin
  update credentials set nickname = 'erased', contact = null, issuer = null, audience = null, subject = null,
    webauthn_id = null, public_key = null where account_id = any (v_own);
  update internal_accounts set label = 'erased', sweep_rule = sweep_rule - '{description,remittanceInformation}'::text[]
    where customer_id = c.id and type = 'RULE_BASED';
  update wallets set create_body = null, address = null where account_id = any (v_own);
  update external_accounts set account_info = jsonb_build_object('accountType', account_type), corrected_info = null, identity = id::text,
    platform_account_id = null, beneficiary_verified_data = null where customer_id = c.id;
  update external_account_challenges set message = null where account_id = any (v_external);
  update agents set name = 'erased' where customer_id = c.id;
  update delegated_keys set nickname = 'erased' where customer_id = c.id;
  update cards set platform_card_id = id::text where customer_id = c.id;
  update invitations set first_name = null where inviter_id = c.id;
  update invitations set first_name = null where invitee_id = c.id;
  update agent_actions set reason = null where decision = 'REJECT'
    and agent_id in (select id from agents where customer_id = c.id);
end $$;

-- Payments of the customer, and the other side of those between two customers: what it says of this one.
create or replace function erase_customer_payments(c customers) returns void language plpgsql as $$
declare
  v_own uuid[] := array(select id from transactions where customer_id = c.id);
  v_sent uuid[] := array_remove(array(select incoming_transaction_id from payments
    where transaction_id in (select unnest(v_own))), null);
  v_received uuid[] := array(select transaction_id from payments where incoming_transaction_id in (select unnest(v_own)));
begin
  -- Of each deposit that was theirs, who has paid it: deposits are locked before their transactions.
  update deposits set payer = null where payer is not null
    and account_id = any (array(select id from internal_accounts where customer_id = c.id));
  update deposits set payer = null where payer is not null
    and payment_id in (select id from payments where transaction_id in (select unnest(v_own)));
  -- What came for a quote too late, or twice, belongs to no payment.
  update deposits set payer = null where funding_reference = any (array(
    select funding_reference from payments where transaction_id in (select unnest(v_own)) and funding_reference is not null));
  update transactions set source = erased_party(source), destination = erased_party(destination), counterparty = null,
    description = null, payment_instructions = null,
    platform_customer_id = case when customer_id = c.id then null else platform_customer_id end
  where id in (select unnest(v_own || v_sent || v_received));
  update payments set source = erased_party(source), destination = erased_party(destination), description = null,
    sender_customer_info = null, payment_instructions = null, withheld_instructions = null, original_response = null, payload_to_sign = null,
    destination_uma = case when destination_uma is not null then '$erased@erased.example' end
  where transaction_id in (select unnest(v_own || v_received));
  update card_transactions set merchant = '{"descriptor": "erased"}' where customer_id = c.id;
  update card_disputes set reason = null where transaction_id in (select id from card_transactions where customer_id = c.id);
  update transactions t set card = t.card || '{"merchant": {"descriptor": "erased"}}'
    || case when t.card -> 'disputes' <> 'null' then jsonb_build_object('disputes', (select jsonb_agg(d || '{"reason": null}')
      from jsonb_array_elements(t.card -> 'disputes') d)) else '{}' end
  where t.id in (select unnest(v_own)) and t.card is not null;
  update incoming_approvals set reason = null, receiver_customer_info = null
    where transaction_id in (select unnest(v_own || v_sent));
  -- Signals that did not reach its workflow in a month.
  delete from pending_starts s using payments q where s.kind = 'PAYMENT' and s.subject_id = q.id
    and q.transaction_id in (select unnest(v_own || v_received));
  update timeline set parameters = parameters - 'reason'
    where subject = any (array(select 'Transaction:' || id from unnest(v_own || v_sent || v_received) id)) and parameters ? 'reason'
      and code in ('APPROVED', 'REJECTED', 'CANCELLATION_REQUESTED', 'DECIDED');
end $$;

-- What was written with mints and burns of the customer's accounts, in the answers kept for their keys too.
create or replace function erase_customer_stablecoins(c customers) returns void language plpgsql as $$
declare
  v_external uuid[] := array(select id from external_accounts where customer_id = c.id);
  v_operations uuid[] := array(select o.id from unnest(v_external) a(id) join stablecoin_operations o
      on o.destination_account_id = a.id
    union select o.id from unnest(v_external) a(id) join stablecoin_operations o on o.source_account_id = a.id);
begin
  update idempotency_keys k set answer = k.answer - 'description' from stablecoin_operations o
    where o.id in (select unnest(v_operations)) and k.platform_id = o.platform_id and k.key = o.key and k.resource_id = o.id
      and k.operation = case o.operation_type when 'MINT' then 'createStablecoinMint' else 'createStablecoinBurn' end;
  update stablecoin_operations set description = null where id in (select unnest(v_operations));
end $$;

-- The people behind a business, and what a verification said of whom.
create or replace function erase_customer_verifications(c customers) returns void language plpgsql as $$
begin
  update beneficial_owners set personal_info = '{}', identity_number = null, updated_at = service_now()
    where customer_id = c.id;
  update verifications set errors = '[]' where customer_id = c.id;
  update verification_links set redirect_uri = null where customer_id = c.id;
end $$;

-- What the customer proved itself with, and where codes were sent.
create or replace function erase_customer_proofs(c customers) returns void language sql as $$
  delete from sca_challenges where customer_id = c.id;
  delete from sca_factors where customer_id = c.id;
  delete from sca_recovery_codes where customer_id = c.id;
  delete from sca_sessions where customer_id = c.id;
  delete from sca_lockouts where customer_id = c.id;
  delete from sca_resets where customer_id = c.id;
$$;

-- Imports with a refused row that has this customer's own id.
create or replace function imports_naming(c customers) returns setof bulk_imports language sql stable as $$
  select i.* from bulk_imports i where i.platform_id = c.platform_id
    and i.id in (select import_id from bulk_import_errors where correlation_id = c.platform_customer_id);
$$;

-- A refused row is known by its number then.
create or replace function erase_customer_imports(c customers) returns void language sql as $$
  update bulk_import_errors set correlation_id = row_number::text
  where correlation_id = c.platform_customer_id and import_id in (select i.id from imports_naming(c) i);
$$;

-- Events of platforms, but for those that are still on their way there.
create or replace function erase_customer_events(c customers) returns void language plpgsql as $$
declare
  v_own uuid[] := array(select id from transactions where customer_id = c.id);
  v_subjects text[] := array(select 'Customer:' || c.id
    union all select 'InternalAccount:' || id from internal_accounts where customer_id = c.id
    union all select 'Operation:' || r.id from internal_accounts a join requests r on r.account_id = a.id where a.customer_id = c.id
    union all select 'ExternalAccount:' || id from external_accounts where customer_id = c.id
    union all select 'Card:' || id from cards where customer_id = c.id
    union all select 'Transaction:' || id from unnest(v_own) id
    union all select 'Transaction:' || incoming_transaction_id from payments where transaction_id in (select unnest(v_own))
    union all select 'Transaction:' || transaction_id from payments where incoming_transaction_id in (select unnest(v_own))
    union all select 'Invitation:' || code from invitations where c.id in (inviter_id, invitee_id)
    union all select 'Job:' || i.id from imports_naming(c) i
    union all select 'Verification:' || id from verifications where customer_id = c.id
    union all select 'AgentAction:' || a.id from agents g join agent_actions a on a.agent_id = g.id where g.customer_id = c.id);
  v_events uuid[] := array(select e.id from events e where e.subject in (select unnest(v_subjects))
    and not exists (select 1 from webhook_deliveries d where d.event_id = e.id and d.status = 'PENDING'));
begin
  delete from webhook_deliveries where event_id in (select unnest(v_events));
  delete from events where id in (select unnest(v_events));
end $$;

-- Erases the personal data of customers who were deleted more than p_days ago: at most p_max of them, the
-- oldest first. Returns how many.
create or replace function erase_customers(p_days integer, p_max integer) returns integer language plpgsql as $$
declare
  c customers;
  v_count integer := 0;
begin
  for c in select * from customers where erased_at is null and deleted_at is not null
    and deleted_at < (select service_now() - make_interval(days => p_days))
    order by deleted_at limit p_max for no key update skip locked
  loop
    perform erase_customer_payments(c);
    perform erase_customer_events(c);
    perform erase_customer_stablecoins(c);
    perform erase_customer_accounts(c);
    perform erase_customer_verifications(c);
    perform erase_documents(c.id);
    perform erase_customer_proofs(c);
    perform erase_customer_imports(c);
    perform erase_customer_row(c);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

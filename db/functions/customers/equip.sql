-- The event type of a customer's present verification; null for one that has none.
create or replace function customer_status_event(c customers) returns text language sql immutable as $$
  select case when c.kyc_status in ('APPROVED', 'REJECTED', 'PENDING') then
    case c.customer_type when 'BUSINESS' then 'CUSTOMER.KYB_' else 'CUSTOMER.KYC_' end || c.kyc_status end;
$$;

-- What comes with customers of one platform that have just been inserted: accounts, wallets, each
-- wallet's first credential, events and timelines. The credential is of the email or else of the phone
-- number. Without either the wallet waits for one, and all accounts wait for the acceptance of the terms
-- where it is needed.
--
-- p_accounts: [{id, customerId, currency, type}]. p_credential: the id of the one credential, or null for
-- ids made here. p_import: the import that makes the wallets at the provider; null if a workflow of
-- each customer does.
create or replace function create_customer_accounts(p_customers uuid[], p_accounts jsonb, p_credential uuid, p_import uuid)
returns void language plpgsql as $$
declare v_platform uuid := (select platform_id from customers where id = p_customers[1]);
begin
  with owner as materialized (
    select c.id, c.platform_id, p.environment, has_accepted_terms(c) as has_terms,
      first_contact(c.email, c.phone_number) as contact
    from customers c join platforms p on p.id = c.platform_id where c.id = any (p_customers)),
  account as materialized (
    select a.id, a.currency, a.type, a.type = 'EMBEDDED_WALLET' as is_wallet, o.id as customer_id, o.platform_id,
      o.environment, o.has_terms, o.contact, o.contact is null or not o.has_terms as waits
    from jsonb_to_recordset(p_accounts) a(id uuid, "customerId" uuid, currency text, type text)
    join owner o on o.id = a."customerId"),
  ledger as (insert into ledger_accounts (id, environment, kind, currency, has_floor)
    select id, environment, 'HOLDER', currency, true from account),
  balance as (insert into ledger_balances (account_id) select id from account),
  internal as (insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status,
      needs_contact, import_id)
    select id, platform_id, environment, customer_id, type, currency,
      case when is_wallet or not has_terms then 'PENDING' else 'ACTIVE' end, is_wallet and waits,
      case when is_wallet and not waits then p_import end from account),
  wallet as (insert into wallets (account_id) select id from account where is_wallet),
  credential as (insert into credentials (id, platform_id, account_id, type, nickname, contact)
    select coalesce(p_credential, gen_random_uuid()), platform_id, id, contact ->> 'type', contact ->> 'contact',
      contact ->> 'contact' from account where is_wallet and contact is not null)
  insert into timeline (platform_id, subject, code, attempt, waiting_party, waiting_reason)
  select o.platform_id, 'Customer:' || o.id, 'CREATED', 1,
    case when not o.has_terms or (w.id is not null and o.contact is null) then 'PLATFORM'
      when w.id is not null then 'WALLET_PROVIDER' end,
    case when not o.has_terms then 'TERMS' when w.id is not null and o.contact is null then 'CONTACT'
      when w.id is not null then 'WALLET' end
  from owner o left join account w on w.customer_id = o.id and w.is_wallet;
  perform emit_events(v_platform, (select jsonb_agg(jsonb_build_object('type', customer_status_event(c),
      'subject', 'Customer:' || c.id, 'snapshot', customer_row(c)))
    from customers c where c.id = any (p_customers) and customer_status_event(c) is not null));
end $$;

-- The event type of a customer's present verification; null for one that has none.
create or replace function customer_status_event(c customers) returns text language sql immutable as $$
  select case when c.kyc_status in ('APPROVED', 'REJECTED', 'PENDING') then
    case c.customer_type when 'BUSINESS' then 'CUSTOMER.KYB_' else 'CUSTOMER.KYC_' end || c.kyc_status end;
$$;

-- Opens accounts of customers of one platform, with their wallets and each wallet's first credential, which is of the
-- email or else of the phone number. Without either the wallet waits for one, and all accounts wait for the acceptance of
-- the terms where it is needed. Those of a customer whose verification was rejected later are frozen like its others.
--
-- p_accounts: [{id, customerId, currency, type, isContactTaken?}]; isContactTaken: another customer logs in by it.
-- p_credential: the id of the one credential, or null for ids made here. p_import: the import that makes the wallets at
-- the provider; null if a workflow of each customer does.
create or replace function open_customer_accounts(p_customers uuid[], p_accounts jsonb, p_credential uuid, p_import uuid)
returns void language sql as $$
  with owner as materialized (
    select c.id, c.platform_id, p.environment, has_accepted_terms(c) as has_terms,
      first_contact(c.email, c.phone_number) as contact, exists (select 1 from internal_accounts x
        where x.customer_id = c.id and x.status = 'FROZEN') as is_frozen
    from customers c join platforms p on p.id = c.platform_id where c.id = any (p_customers)),
  account as materialized (
    select a.id, a.currency, a.type, a.type = 'EMBEDDED_WALLET' as is_wallet, o.id as customer_id, o.platform_id,
      o.environment, o.has_terms, o.is_frozen, x.contact, x.contact is null or not o.has_terms as waits
    from jsonb_to_recordset(p_accounts) a(id uuid, "customerId" uuid, currency text, type text, "isContactTaken" boolean)
    join owner o on o.id = a."customerId"
    cross join lateral (select case when a."isContactTaken" is not true then o.contact end as contact) x),
  ledger as (insert into ledger_accounts (id, environment, kind, currency, has_floor)
    select id, environment, 'HOLDER', currency, true from account),
  balance as (insert into ledger_balances (account_id) select id from account),
  internal as (insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status,
      needs_contact, import_id)
    select id, platform_id, environment, customer_id, type, currency,
      case when is_frozen then 'FROZEN' when is_wallet or not has_terms then 'PENDING' else 'ACTIVE' end,
      is_wallet and waits, case when is_wallet and not waits then p_import end from account),
  wallet as (insert into wallets (account_id) select id from account where is_wallet)
  insert into credentials (id, platform_id, account_id, type, nickname, contact)
  select coalesce(p_credential, gen_random_uuid()), platform_id, id, contact ->> 'type', contact ->> 'contact',
    contact ->> 'contact' from account where is_wallet and contact is not null;
$$;

-- What comes with customers of one platform that have just been inserted: accounts (`open_customer_accounts`), events and
-- timelines. A platform that has added a currency since these customers were read gets their accounts in it later.
create or replace function create_customer_accounts(p_customers uuid[], p_accounts jsonb, p_credential uuid, p_import uuid)
returns void language plpgsql as $$
declare v_platform uuid := (select platform_id from customers where id = p_customers[1]);
begin
  perform open_customer_accounts(p_customers, p_accounts, p_credential, p_import);
  -- Inserting them has waited for a change of the platform in progress.
  update added_currencies set after_at = null, after_id = null, finished_at = null, restarts = restarts + 1
  where platform_id = v_platform and currency <> all (array(select a ->> 'currency' from jsonb_array_elements(p_accounts) a));
  insert into timeline (platform_id, subject, code, attempt, waiting_party, waiting_reason)
  select c.platform_id, 'Customer:' || c.id, 'CREATED', 1,
    case when not t.has_terms or w.needs_contact then 'PLATFORM' when w.id is not null then 'WALLET_PROVIDER' end,
    case when not t.has_terms then 'TERMS' when w.needs_contact then 'CONTACT' when w.id is not null then 'WALLET' end
  from customers c
    left join internal_accounts w on w.customer_id = c.id and w.type = 'EMBEDDED_WALLET'
    cross join lateral (select has_accepted_terms(c) as has_terms) t where c.id = any (p_customers);
  perform emit_events(v_platform, (select jsonb_agg(jsonb_build_object('type', customer_status_event(c),
      'subject', 'Customer:' || c.id, 'snapshot', customer_row(c)))
    from customers c where c.id = any (p_customers) and customer_status_event(c) is not null));
end $$;

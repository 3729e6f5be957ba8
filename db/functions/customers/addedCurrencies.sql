-- Opens accounts in a currency that a platform has added for some more of the customers that it had by then. True: there
-- are more. Another worker that does the same at this moment has them. The row is locked last, as by who creates a customer.
create or replace function open_added_accounts(p_platform uuid, p_currency text, p_max integer) returns boolean
language plpgsql as $$
declare
  x added_currencies;
  v_page uuid[];
  v_accounts jsonb := '[]';
  v_contact jsonb;
  c customers;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('added/' || p_platform || '/' || p_currency, 0)) then return false; end if;
  select * into x from added_currencies
    where platform_id = p_platform and currency = p_currency and finished_at is null;
  if x.platform_id is null then return false; end if;
  v_page := array(select id from customers where platform_id = p_platform and not is_deleted
    and (created_at, id) > (coalesce(x.after_at, '-infinity'), coalesce(x.after_id, '00000000-0000-0000-0000-000000000000'))
    order by created_at, id limit p_max);
  perform 1 from customers where id = any (v_page) order by created_at, id for no key update;
  if x.account_type = 'EMBEDDED_WALLET' then
    perform lock_credential_keys(p_platform, y.type, array_agg(y.contact)) from (
      select first_contact(email, phone_number) ->> 'type' as type, first_contact(email, phone_number) ->> 'contact' as contact
      from customers where id = any (v_page)) y
    where y.type is not null group by y.type order by y.type;
  end if;
  for c in select * from customers where id = any (v_page) and not is_deleted order by created_at, id loop
    continue when exists (select 1 from internal_accounts
      where customer_id = c.id and currency = p_currency and type <> 'RULE_BASED');
    v_contact := case x.account_type when 'EMBEDDED_WALLET' then first_contact(c.email, c.phone_number) end;
    v_accounts := v_accounts || jsonb_build_object('id', gen_random_uuid(), 'customerId', c.id, 'currency', p_currency,
      'type', x.account_type, 'isContactTaken',
      -- Of two here with one contact the first has it.
      v_accounts @> jsonb_build_array(jsonb_build_object('contact', lower(v_contact ->> 'contact')))
        or contact_claim_error(p_platform, c.id, v_contact ->> 'type', v_contact ->> 'contact') is not null,
      'contact', lower(v_contact ->> 'contact'));
  end loop;
  if v_accounts <> '[]' then
    perform open_customer_accounts(v_page, v_accounts, null, null);
    perform show_added_account((a ->> 'id')::uuid) from jsonb_array_elements(v_accounts) a;
  end if;
  select created_at, id into x.after_at, x.after_id from customers
    where id = v_page[cardinality(v_page)] and cardinality(v_page) = p_max;
  -- Begun anew meanwhile, it goes on from the beginning.
  update added_currencies set accounts_opened = accounts_opened + jsonb_array_length(v_accounts),
    after_at = case when restarts = x.restarts then x.after_at end, after_id = case when restarts = x.restarts then x.after_id end,
    finished_at = case when restarts = x.restarts and x.after_id is null then service_now() end
  where platform_id = p_platform and currency = p_currency returning * into x;
  return found and x.finished_at is null;
end $$;

-- The event and the timeline of an account that has been opened later, and the start of what makes its wallet.
create or replace function show_added_account(p_account uuid) returns void language plpgsql as $$
declare
  a internal_accounts;
  v internal_account_views;
  c customers;
begin
  select * into a from internal_accounts where id = p_account;
  select * into v from internal_account_views where id = p_account;
  select * into c from customers where id = a.customer_id;
  perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.STATUS_UPDATED', 'InternalAccount:' || a.id, account_row(v));
  perform add_timeline_remark(a.platform_id, 'Customer:' || c.id, 'ACCOUNT_ADDED', jsonb_build_object('currency', a.currency));
  if a.type <> 'EMBEDDED_WALLET' or a.status <> 'PENDING' then return; end if;
  if not a.needs_contact then
    perform order_wallet(c, a.id, 'WALLET_ORDERED');
  elsif has_accepted_terms(c) then
    perform add_timeline(a.platform_id, 'Customer:' || c.id, 'WALLET_WAITS', null, 'PLATFORM', 'CONTACT');
  end if;
end $$;

-- Deposits of internal accounts: what arrives under an account's own reference.

-- The smallest amount of a currency that a platform takes; below it there is only what no payment can begin with.
create or replace function deposit_minimum(p_platform uuid, p_currency text) returns bigint language sql stable as $$
  select coalesce(max((c ->> 'minAmount')::bigint), 1) from platforms p, jsonb_array_elements(p.supported_currencies) c
  where p.id = p_platform and c ->> 'currencyCode' = p_currency;
$$;

-- Why an account cannot be credited with a deposit; null if it can. An account that sweeps takes any amount: its band is
-- its own, and what is outside goes to its holder. What its customer may send is not asked: a
-- customer whose verification is open receives.
create or replace function credit_refusal(a internal_accounts, p_environment text, p_currency text, p_amount bigint)
returns text language sql stable as $$
  select case
    when a.environment <> p_environment then 'OTHER_ENVIRONMENT'
    when a.currency <> p_currency then 'OTHER_CURRENCY'
    when exists (select 1 from customers c where c.id = a.customer_id and c.is_deleted) then 'CUSTOMER_DELETED'
    when a.status <> 'ACTIVE' then 'ACCOUNT_' || a.status
    when a.type <> 'RULE_BASED' and p_amount < deposit_minimum(a.platform_id, p_currency) then 'BELOW_MINIMUM' end;
$$;

-- Credits a deposit to its account: the entry, the incoming transaction with its event, the timeline. The caller
-- holds the lock of the account's row, and the deposit has no outcome yet.
create or replace function credit_deposit(p_environment text, p_deposit text) returns void language plpgsql as $$
declare
  d deposits;
  v_transaction uuid := deposit_uuid(p_environment, p_deposit);
begin
  update deposits set outcome = 'APPLIED', changed_at = service_now()
    where environment = p_environment and id = p_deposit and outcome is null returning * into strict d;
  if exists (select 1 from internal_accounts where id = d.account_id and type = 'RULE_BASED') then
    perform attribute_deposit(d);
    return;
  end if;
  perform ledger_lock(d.account_id);
  perform ledger_transfer(deposit_reference(d.environment, d.id) || '/credit', 'POSTED',
    service_account(d.environment, 'FUNDING', d.currency), d.account_id, d.currency, d.amount, null,
    'Transaction:' || v_transaction);
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    source, destination, received_amount, received_currency, reference, counterparty, settled_at)
  select v_transaction, a.platform_id, a.customer_id, c.platform_customer_id, 'INCOMING', 'CREDIT', 'COMPLETED',
    deposit_source(d),
    jsonb_build_object('destinationType', 'ACCOUNT', 'accountId', 'InternalAccount:' || a.id, 'currency', a.currency),
    d.amount, d.currency, d.funding_reference, d.payer, service_now()
  from internal_accounts a left join customers c on c.id = a.customer_id where a.id = d.account_id;
  perform emit_transaction_event(v_transaction, 'COMPLETED');
  perform add_timeline(a.platform_id, 'Transaction:' || v_transaction, 'CREDITED', null, null, null)
  from internal_accounts a where a.id = d.account_id;
  perform recover_taken_back(d.account_id);
end $$;

-- Keeps where to send money for accounts, once: [{id, instructions, provider?}]. What has been shown does not change; an
-- account whose currency no provider has taken gets its instructions from the first one that does, with an event.
create or replace function keep_funding_instructions(p jsonb) returns void language plpgsql as $$
declare
  v_updated uuid[];
  a internal_account_views;
begin
  update internal_accounts x set funding_instructions = k.instructions, funding_provider = k.provider
  from jsonb_to_recordset(p -> 'accounts') k(id uuid, instructions jsonb, provider text)
  where x.id = k.id and x.funding_instructions is null;
  with updated as (update internal_accounts x set funding_instructions = k.instructions, funding_provider = k.provider,
      updated_at = service_now()
    from jsonb_to_recordset(p -> 'accounts') k(id uuid, instructions jsonb, provider text)
    where x.id = k.id and x.funding_instructions = '[]' and x.funding_provider is null and k.provider is not null
    returning x.id, k.instructions)
  select array_agg(id) into v_updated from updated where instructions <> '[]';
  for a in select * from internal_account_views where id = any (v_updated) order by id loop
    perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED', 'InternalAccount:' || a.id, account_row(a));
  end loop;
end $$;

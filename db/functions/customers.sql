-- Whether strong customer authentication and the verification of contacts are asked of a customer
-- there. A customer without a region is outside.
create or replace function is_in_sca_region(p_region text) returns boolean language sql stable as $$
  select exists (select 1 from sca_regions where country = p_region)
$$;

-- An account with its ledger account and balance, in the environment of its platform.
create or replace function open_internal_account(p_id uuid, p_platform uuid, p_customer uuid, p_type text,
  p_currency text, p_status text) returns void language sql as $$
  insert into ledger_accounts (id, environment, kind, currency, has_floor)
  select p_id, p.environment, 'HOLDER', p_currency, true from platforms p where p.id = p_platform;
  insert into ledger_balances (account_id) values (p_id);
  insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status)
  select p_id, p.id, p.environment, p_customer, p_type, p_currency, p_status from platforms p where p.id = p_platform;
$$;

-- Sandbox money: a credit from the funding account, with its transaction and event.
create or replace function fund_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a internal_accounts;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_transaction uuid := (p ->> 'transactionId')::uuid;
  v_deposit text := 'fund ' || (p ->> 'transactionId');
  v_amount bigint := (p ->> 'amount')::bigint;
  v_answer jsonb;
begin
  if p ->> 'key' is not null then
    case claim_idempotency_key(v_platform, 'sandboxFundInternalAccount', p ->> 'key',
        decode(p ->> 'requestHash', 'hex'), v_transaction)
      when 'OTHER' then return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
      when 'SAME' then
        select answer into v_answer from idempotency_keys
          where platform_id = v_platform and operation = 'sandboxFundInternalAccount' and key = p ->> 'key';
        return jsonb_build_object('replayed', true, 'account', v_answer);
      else null;
    end case;
  end if;
  -- The same request with a key that has been purged: the id is derived from the key and the body.
  if exists (select 1 from transactions where id = v_transaction)
     or exists (select 1 from deposits where environment = 'SANDBOX' and id = v_deposit) then
    delete from idempotency_keys where platform_id = v_platform and operation = 'sandboxFundInternalAccount'
      and key = p ->> 'key';
    return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
  end if;
  select * into a from internal_accounts where id = (p ->> 'accountId')::uuid and platform_id = v_platform for share;
  if a.status <> 'ACTIVE' then
    delete from idempotency_keys where platform_id = v_platform and operation = 'sandboxFundInternalAccount'
      and key = p ->> 'key';
    return jsonb_build_object('refused', 'CONFLICT');
  end if;
  if a.type = 'RULE_BASED' then
    -- Such an account has only deposits: this is one that no rail has reported.
    insert into deposits (environment, id, funding_reference, amount, currency, account_id)
      values (a.environment, v_deposit, funding_reference_of(a.id), v_amount, a.currency, a.id);
    perform credit_deposit(a.environment, v_deposit);
  else
    perform ledger_lock(a.id);
    perform ledger_transfer('Transaction:' || v_transaction || '/fund', 'POSTED',
      service_account(a.environment, 'FUNDING', a.currency), a.id, a.currency, v_amount, null, 'Transaction:' || v_transaction);
    insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
      source, destination, received_amount, received_currency, settled_at)
    select v_transaction, a.platform_id, a.customer_id, c.platform_customer_id, 'INCOMING', 'CREDIT', 'COMPLETED',
      jsonb_build_object('sourceType', 'REALTIME_FUNDING', 'currency', a.currency),
      jsonb_build_object('destinationType', 'ACCOUNT', 'accountId', 'InternalAccount:' || a.id, 'currency', a.currency),
      v_amount, a.currency, service_now()
    from (select 1) x left join customers c on c.id = a.customer_id;
    perform emit_transaction_event(v_transaction, 'COMPLETED');
    perform add_timeline(a.platform_id, 'Transaction:' || v_transaction, 'CREDITED', null, null, null);
  end if;
  select account_row(v) into v_answer from internal_account_views v where id = a.id;
  update idempotency_keys set answer = v_answer
    where platform_id = v_platform and operation = 'sandboxFundInternalAccount' and key = p ->> 'key';
  return jsonb_build_object('account', v_answer);
end $$;

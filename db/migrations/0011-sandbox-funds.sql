-- What a repeated request is answered with, where its row alone can't tell: it has moved since.
alter table idempotency_keys add column answer jsonb;

-- Sandbox money: a credit from the funding account, with its transaction and event.
create function fund_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a internal_accounts;
  v_platform uuid := (p ->> 'platformId')::uuid;
  v_transaction uuid := (p ->> 'transactionId')::uuid;
  v_amount bigint := (p ->> 'amount')::bigint;
  v_answer jsonb;
begin
  if p ->> 'key' is not null then
    case claim_key(v_platform, 'sandboxFundInternalAccount', p ->> 'key',
        decode(p ->> 'requestHash', 'hex'), v_transaction)
      when 'OTHER' then return jsonb_build_object('refused', 'DUPLICATE_PAY_REQUEST');
      when 'SAME' then
        select answer into v_answer from idempotency_keys
          where platform_id = v_platform and operation = 'sandboxFundInternalAccount' and key = p ->> 'key';
        return jsonb_build_object('replayed', true, 'account', v_answer);
      else null;
    end case;
  end if;
  select * into a from internal_accounts where id = (p ->> 'accountId')::uuid and platform_id = v_platform;
  perform ledger_lock(a.id);
  perform ledger_transfer('Transaction:' || v_transaction || '/fund', 'POSTED',
    ledger_account_for('FUNDING', a.currency), a.id, a.currency, v_amount, null, 'Transaction:' || v_transaction);
  insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status,
    source, destination, received_amount, received_currency, settled_at)
  select v_transaction, a.platform_id, a.customer_id, c.platform_customer_id, 'INCOMING', 'CREDIT', 'COMPLETED',
    jsonb_build_object('sourceType', 'REALTIME_FUNDING', 'currency', a.currency),
    jsonb_build_object('destinationType', 'ACCOUNT', 'accountId', 'InternalAccount:' || a.id, 'currency', a.currency),
    v_amount, a.currency, service_now()
  from (select 1) x left join customers c on c.id = a.customer_id;
  perform emit_transaction_event(v_transaction, 'COMPLETED');
  perform add_timeline(a.platform_id, 'Transaction:' || v_transaction, 'credited', null, null, null);
  select to_jsonb(v) into v_answer from internal_account_views v where id = a.id;
  update idempotency_keys set answer = v_answer
    where platform_id = v_platform and operation = 'sandboxFundInternalAccount' and key = p ->> 'key';
  return jsonb_build_object('account', v_answer);
end $$;

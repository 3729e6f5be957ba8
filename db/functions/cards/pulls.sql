-- Pulls: what a card has spent leaves the wallet, once its delegated key has signed for it.

-- The next pull that is to be signed, with its money held; null if there is none. One that has no money is not to be
-- signed. `isRefused`: a sandbox merchant's name asks for that.
create or replace function card_pull_to_make(p_transaction uuid) returns jsonb language plpgsql as $$
declare
  t card_transactions;
  v card_pulls;
begin
  select * into t from card_transactions where id = p_transaction for update;
  select * into v from card_pulls where transaction_id = t.id and state = 'PENDING' order by number limit 1;
  if v.id is null then return null; end if;
  t := set_card_hold(t, card_hold_target(t));
  return jsonb_build_object('pullId', v.id, 'number', v.number, 'cardId', t.card_id, 'accountId', t.account_id,
    'amount', card_units(t, v.cents)::text, 'isCovered', t.held >= v.cents,
    'isRefused', t.environment = 'SANDBOX' and t.merchant ->> 'descriptor' like '%006');
end $$;

-- Records what has become of a pull; a repeat changes nothing. p is {pullId, number, outcome: SIGNED or REFUSED, code?}. A
-- pull that is refused is advanced by the service, once; its hold stays. A signature counts from any run of the
-- workflow, once its amount is held; a refusal is of the attempt of that number alone.
create or replace function record_card_pull(p jsonb) returns void language plpgsql as $$
declare
  v card_pulls;
  t card_transactions;
  v_settlement uuid;
  v_exception uuid;
begin
  select x.* into t from card_transactions x join card_pulls y on y.transaction_id = x.id
    where y.id = (p ->> 'pullId')::uuid for update of x;
  select * into v from card_pulls where id = (p ->> 'pullId')::uuid;
  if v.state = 'DONE' or p ->> 'outcome' = 'REFUSED' and (v.state <> 'PENDING' or v.number <> (p ->> 'number')::integer) then
    return;
  end if;
  v_settlement := service_account(t.environment, 'CARD_SETTLEMENT', t.currency);
  v_exception := service_account(t.environment, 'CARD_EXCEPTION', t.currency);
  if p ->> 'outcome' = 'SIGNED' then
    perform ledger_lock(t.account_id);
    t := set_card_hold(t, card_hold_target(t));
    if t.held < v.cents then return; end if;
    t := set_card_hold(t, t.held - v.cents);
    perform card_transfer(t, 'pull/' || v.number, 'POSTED', t.account_id, v_settlement, v.cents, null);
    if v.is_advanced then
      perform card_transfer(t, 'pull/' || v.number || '/repaid', 'POSTED', v_settlement, v_exception, v.cents, null);
    end if;
    update card_pulls set state = 'DONE', code = null, updated_at = service_now() where id = v.id;
    t := set_card_hold(t, card_hold_target(t));
    perform add_timeline(t.platform_id, 'Transaction:' || id, 'CARD_PULLED', null, null, null)
      from card_timelines(t, v.event_token) id;
  else
    if not v.is_advanced then
      perform card_transfer(t, 'pull/' || v.number || '/advanced', 'POSTED', v_exception, v_settlement, v.cents, null);
    end if;
    update card_pulls set state = 'EXCEPTION', code = p ->> 'code', is_advanced = true, updated_at = service_now() where id = v.id;
    perform add_timeline(t.platform_id, 'Transaction:' || id, 'CARD_PULL_FAILED', null, 'OPERATOR', 'CARD_PULL_RETRY',
      jsonb_build_object('reason', p ->> 'code')) from card_timelines(t, v.event_token) id;
  end if;
  perform show_card_transaction(t);
  if t.held = 0 then perform end_delegated_keys(t.card_id); end if;
end $$;

-- Holds what has come in since for pulls that could not be made, so that it is not spent elsewhere.
create or replace function hold_for_card_exception(p_transaction uuid) returns void language plpgsql as $$
declare t card_transactions;
begin
  select * into t from card_transactions where id = p_transaction for update;
  perform set_card_hold(t, card_hold_target(t));
end $$;

-- Asks for the pulls of a transaction again that could not be made. The number of the first one; null if there is none.
create or replace function retry_card_pulls(p_transaction uuid) returns integer language plpgsql as $$
declare
  t card_transactions;
  v_first integer;
  v_id uuid;
begin
  select * into t from card_transactions where id = p_transaction for update;
  -- A new number is a new run of the workflow; what was advanced stays so.
  for v_id in select id from card_pulls where transaction_id = t.id and state = 'EXCEPTION' order by number loop
    update card_pulls set state = 'PENDING', updated_at = service_now(),
      number = (select max(number) + 1 from card_pulls where transaction_id = t.id)
    where id = v_id returning coalesce(v_first, number) into v_first;
  end loop;
  return v_first;
end $$;

-- Like retry_card_pulls, for all transactions of a card on one account, which has a key now. The sweep starts their
-- runs.
create or replace function retry_card_pulls_of(p_card uuid, p_account uuid) returns void language sql as $$
  select retry_card_pulls(x.id) from (select distinct t.id from card_transactions t
    join card_pulls p on p.transaction_id = t.id and p.state = 'EXCEPTION'
    where t.card_id = p_card and t.account_id = p_account order by t.id) x;
$$;

-- An operator asks for the pulls of a transaction again that could not be made. Whether there are any.
create or replace function retry_card_pulls_by(p_transaction uuid, p_by text, p_reason text) returns boolean
language plpgsql as $$
declare t card_transactions;
begin
  if retry_card_pulls(p_transaction) is null then return false; end if;
  select * into t from card_transactions where id = p_transaction;
  perform add_timeline(t.platform_id, 'Transaction:' || x.id, 'DECIDED', null, 'WALLET_PROVIDER', 'CARD_PULL',
      jsonb_build_object('by', p_by, 'decision', 'retry', 'reason', p_reason))
    from (select distinct y.id from card_pulls p, card_timelines(t, p.event_token) y(id)
      where p.transaction_id = t.id and p.state = 'PENDING') x;
  perform start_later(pending_subject('CARD_PULL', t.id), true);
  return true;
end $$;

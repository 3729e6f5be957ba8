-- The live decision about an authorization. Amounts of p and of answers are in cents; the ledger's are units of
-- the account's currency.

-- Why a card may not be charged for a reason that is its source's; null: it may.
create or replace function card_funding_refusal(c cards) returns text language sql stable as $$
  select case when active_delegated_key(c.id, c.funding_sources[1]) is null
      or not exists (select 1 from internal_accounts a where a.id = c.funding_sources[1] and a.status = 'ACTIVE')
    then 'INSUFFICIENT_FUNDS' end;
$$;

-- Why an authorization is declined before the money is looked at, in the issuer's words; null: it is not.
create or replace function card_decline(c cards, p_cents bigint, p_forced text) returns text language sql stable as $$
  select case
    when c.state <> 'ACTIVE' or exists (select 1 from customers h
      where h.id = c.customer_id and (bar_of(h) is not null or h.kyc_status is distinct from 'APPROVED')) then 'CARD_PAUSED'
    when p_cents > c.max_spend_cents then 'VELOCITY_EXCEEDED'
    else coalesce(p_forced, card_funding_refusal(c)) end;
$$;

-- What a card may spend now, in whole cents.
create or replace function card_spendable(c cards) returns bigint language sql stable as $$
  select coalesce((select greatest(0, (posted - pending_out) / c.units_per_cent) from ledger_balances
    where account_id = c.funding_sources[1]), 0);
$$;

-- Holds an authorized amount of the card's first source; false: it has less. The source's balance is locked. One that
-- the issuer has reported already holds what its events say.
create or replace function hold_for_card(c cards, p jsonb) returns boolean language plpgsql as $$
declare
  v_id uuid := gen_random_uuid();
  v_cents bigint := (p ->> 'cents')::bigint;
  v_units bigint := v_cents * c.units_per_cent;
begin
  if (select posted - pending_out from ledger_balances where account_id = c.funding_sources[1]) < v_units then
    return false;
  end if;
  insert into card_transactions (id, platform_id, environment, customer_id, card_id, account_id, currency, units_per_cent,
    token, merchant, acceptor_id, held, decided, hold_number)
  values (v_id, c.platform_id, c.environment, c.customer_id, c.id, c.funding_sources[1], c.currency, c.units_per_cent,
    p ->> 'token', p -> 'merchant', p ->> 'acceptorId', v_cents, v_cents, least(v_cents, 1))
  on conflict (environment, token) do nothing;
  if not found then return true; end if;
  if v_units > 0 then
    perform ledger_transfer('CardTransaction:' || v_id || '/hold/1', 'PENDING', c.funding_sources[1],
      service_account(c.environment, 'CARD_SETTLEMENT', c.currency), c.currency, v_units, null, 'CardTransaction:' || v_id);
  end if;
  return true;
end $$;

-- Decides about an authorization while the merchant waits, and holds its amount. A repeat of its token gets the
-- first answer; an inquiry and a credit leave nothing behind. The card's row is locked, so that one which was
-- frozen is not charged any more, and the balance before anything is read that may change while it is waited for: a key
-- that is revoked, a source that is closed. Lock order: the card, then the account's balance.
create or replace function decide_card(p jsonb) returns jsonb language plpgsql as $$
declare
  c cards;
  v_result text;
begin
  select * into c from cards where environment = p ->> 'environment' and card_token = p ->> 'cardToken' for share;
  if p ->> 'kind' <> 'DEBIT' then
    v_result := case when c.id is null then 'SUSPECTED_FRAUD' when p ->> 'kind' = 'CREDIT' then 'APPROVED'
      else coalesce(card_decline(c, 0, null), 'APPROVED') end;
    return jsonb_build_object('result', v_result, 'availableCents', case when v_result = 'APPROVED' then card_spendable(c) end);
  end if;
  insert into card_decisions (environment, token) values (p ->> 'environment', p ->> 'token') on conflict do nothing;
  if not found then
    select d.result into v_result from card_decisions d where d.environment = p ->> 'environment' and d.token = p ->> 'token';
    return jsonb_build_object('result', v_result);
  end if;
  if cardinality(c.funding_sources) > 0 then perform ledger_lock(c.funding_sources[1]); end if;
  v_result := case when c.id is null then 'SUSPECTED_FRAUD' else card_decline(c, (p ->> 'cents')::bigint, p ->> 'forced') end;
  if v_result is null then
    v_result := case when hold_for_card(c, p) then 'APPROVED' else 'INSUFFICIENT_FUNDS' end;
  end if;
  update card_decisions d set result = v_result where d.environment = p ->> 'environment' and d.token = p ->> 'token';
  return jsonb_build_object('result', v_result);
end $$;

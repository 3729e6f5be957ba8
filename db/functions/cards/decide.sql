-- The live decision about an authorization. Amounts of p and of answers are in cents; the ledger's are units of
-- the account's currency. Reasons are those of the interface (`cardDeclinedReason`); the issuer's words for them are
-- in `providers/cardIssuer`.

-- Why a card may not be charged for a reason that is its source's; null if it may.
create or replace function card_funding_refusal(c cards) returns text language sql stable as $$
  select case when active_delegated_key(c.id, c.funding_sources[1]) is null
      or not exists (select 1 from internal_accounts a where a.id = c.funding_sources[1] and a.status = 'ACTIVE')
      or is_frozen(c.funding_sources[1])
    then 'NO_ELIGIBLE_FUNDING_SOURCE' end;
$$;

-- Whether p_cents more would be above a limit of the card or of its platform: the lower one counts, and what reaches it is
-- allowed. `d` is what was approved today; `p_before` was approved of the same transaction, which counts once, however
-- little that was: null, nothing was.
create or replace function card_is_over_limit(c cards, d card_days, p_before bigint, p_cents bigint) returns boolean
language sql stable as $$
  select coalesce(coalesce(p_before, 0) + p_cents > least(c.max_spend_cents, (l ->> 'maxSpendPerTransaction')::bigint), false)
    or coalesce(p_cents > 0 and d.cents + p_cents > least(c.max_day_cents, (l ->> 'maxSpendPerDay')::bigint), false)
    or coalesce(p_before is null and d.count >= least(c.max_day_count, (l ->> 'maxTransactionsPerDay')::integer), false)
  from (select card_configs as l from platforms where id = c.platform_id) p;
$$;

-- Why an authorization is declined before the money is looked at; null if it is not. Of an inquiry
-- there is no amount.
create or replace function card_authorization_refusal(c cards, d card_days, p_before bigint, p_cents bigint, p_forced text)
returns text language sql stable as $$
  select case
    when c.state <> 'ACTIVE' or exists (select 1 from customers h
      where h.id = c.customer_id and (customer_payment_refusal(h) is not null or h.kyc_status is distinct from 'APPROVED'))
      -- The card was issued before strong authentication applied to its holder.
      or exists (select 1 from sca_arrivals where customer_id = c.customer_id) then 'CARD_NOT_ACTIVE'
    when card_is_over_limit(c, d, p_before, p_cents) then 'SPEND_LIMIT_EXCEEDED'
    else coalesce(p_forced, card_funding_refusal(c)) end;
$$;

-- What a card may spend now, in whole cents.
create or replace function card_spendable(c cards) returns bigint language sql stable as $$
  select coalesce((select greatest(0, (posted - pending_out) / c.units_per_cent) from ledger_balances
    where account_id = c.funding_sources[1]), 0);
$$;

-- Holds an approved amount: of the card's first source, or, of an increment, of the account that its transaction is
-- charged on; false: it has less. The transaction's token is locked, its row and the account's balance.
create or replace function hold_for_card(c cards, t card_transactions, p jsonb) returns boolean language plpgsql as $$
declare
  v_id uuid := coalesce(t.id, gen_random_uuid());
  v_account uuid := coalesce(t.account_id, c.funding_sources[1]);
  v_cents bigint := (p ->> 'cents')::bigint;
  v_new bigint;
begin
  if t.id is null then
    if (select posted - pending_out from ledger_balances where account_id = v_account) < v_cents * c.units_per_cent then
      return false;
    end if;
    insert into card_transactions (id, platform_id, environment, customer_id, card_id, account_id, currency, units_per_cent,
      token, merchant, acceptor_id, held, decided, hold_number)
    values (v_id, c.platform_id, c.environment, c.customer_id, c.id, v_account, c.currency, c.units_per_cent,
      p ->> 'token', p -> 'merchant', p ->> 'acceptorId', v_cents, v_cents, least(v_cents, 1));
    if v_cents > 0 then
      perform ledger_transfer('Transaction:' || v_id || '/hold/1', 'PENDING', v_account,
        service_account(c.environment, 'CARD_SETTLEMENT', c.currency), c.currency, v_cents * c.units_per_cent, null,
        'Transaction:' || v_id);
    end if;
    return true;
  end if;
  t.decided := t.decided + v_cents;
  -- The issuer's report of this very approval may be here already, and then it is held.
  v_new := case when t.is_reported and card_is_only_authorized(t) then greatest(t.held, card_hold_target(t))
    else t.held + v_cents end;
  if (select posted - pending_out from ledger_balances where account_id = v_account) < (v_new - t.held) * t.units_per_cent then
    return false;
  end if;
  update card_transactions set decided = t.decided, updated_at = service_now() where id = t.id returning * into t;
  t := set_card_hold(t, v_new);
  t := settle_card_claim(t, null);
  return true;
end $$;

-- What was approved of a card today, by UTC: locked, and counted from nothing on a new day.
create or replace function lock_card_day(p_card uuid) returns card_days language plpgsql as $$
declare
  d card_days;
  v_today date;
begin
  select * into d from card_days where card_id = p_card for update;
  v_today := (service_now() at time zone 'UTC')::date;
  if d.day < v_today then
    d.day := v_today;
    d.cents := 0;
    d.count := 0;
  end if;
  return d;
end $$;

-- Decides about an authorization while the merchant waits, and holds its amount. An inquiry and a credit leave nothing
-- behind.
--
-- Which token an increment carries: the issuer's name for `token` is the transaction group that the authorization
-- belongs to (`CardAuthorization.token` of its published client), and its transactions list the increments, "requests
-- that augment a previously authorized amount", among their events, each with what it adds. So an increment comes with
-- the token that was approved before, and its amount is what it adds. A repeat has the same amount and, where the issuer
-- names the request (`event_token`, for some of its programs), the same name: it gets the same answer. Everything else
-- is an increment, which is judged as what it adds: its money by itself, the card's limit with what was approved before.
-- Without a name, an increment of an equal amount looks like a repeat: it is answered like it and holds nothing,
-- and what is claimed for it is bounded by what was decided (card_allowance).
--
-- The token is locked, as by a report of the issuer; the card's row, so that one which was frozen is not charged any
-- more; and the balance before anything is read that may change while it is waited for: a key that is revoked, a source
-- that is closed, a freeze. Last what the card has spent today, of whatever account. Lock order: the token, the card, the card
-- transaction, the account's balance, the card's day.
create or replace function decide_card(p jsonb) returns jsonb language plpgsql as $$
declare
  c cards;
  t card_transactions;
  v_day card_days;
  v_result text;
  v_before bigint;
  v_cents bigint := (p ->> 'cents')::bigint;
  v_event text := coalesce(p ->> 'eventToken', '');
begin
  if p ->> 'kind' = 'DEBIT' then
    perform pg_advisory_xact_lock(hashtextextended((p ->> 'environment') || ' ' || (p ->> 'token'), 0));
  end if;
  select * into c from cards where environment = p ->> 'environment' and card_token = p ->> 'cardToken' for share;
  if p ->> 'kind' <> 'DEBIT' then
    v_result := case when c.id is null then 'BLOCKED' when p ->> 'kind' = 'CREDIT' then 'APPROVED'
      else coalesce(card_authorization_refusal(c, null, null, null, null), 'APPROVED') end;
    return jsonb_build_object('result', v_result, 'availableCents', case when v_result = 'APPROVED' then card_spendable(c) end);
  end if;
  select d.result into v_result from card_decisions d
    where d.environment = p ->> 'environment' and d.token = p ->> 'token' and d.cents = v_cents and d.event_token = v_event;
  if found then return jsonb_build_object('result', v_result); end if;
  select * into t from card_transactions where environment = p ->> 'environment' and token = p ->> 'token' for update;
  if t.id is not null or cardinality(c.funding_sources) > 0 then
    perform ledger_lock(coalesce(t.account_id, c.funding_sources[1]));
  end if;
  v_day := lock_card_day(c.id);
  v_before := case when exists (select 1 from card_decisions d
    where d.environment = p ->> 'environment' and d.token = p ->> 'token' and d.result = 'APPROVED') then t.decided end;
  v_result := case when c.id is null or t.card_id <> c.id then 'BLOCKED'
    -- More of a transaction is charged on its account, whatever the card's first source is by now.
    when is_frozen(t.account_id) then 'NO_ELIGIBLE_FUNDING_SOURCE'
    else card_authorization_refusal(c, v_day, v_before, v_cents, p ->> 'forced') end;
  if v_result is null then
    v_result := case when hold_for_card(c, t, p) then 'APPROVED' else 'INSUFFICIENT_FUNDS' end;
    if v_result = 'APPROVED' then
      update card_days set day = v_day.day, cents = v_day.cents + v_cents,
        count = v_day.count + (v_before is null)::integer where card_id = c.id;
    end if;
  end if;
  insert into card_decisions (environment, token, cents, event_token, result)
    values (p ->> 'environment', p ->> 'token', v_cents, v_event, v_result);
  return jsonb_build_object('result', v_result);
end $$;

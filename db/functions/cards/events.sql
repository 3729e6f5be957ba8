-- Events of the issuer about card transactions, each applied once, in whatever order they come. Lock order: the
-- issuer's transaction by its token, the card transaction, the account's balance.

create or replace function card_units(t card_transactions, p_cents bigint) returns bigint language sql immutable as $$
  select t.units_per_cent * p_cents;
$$;

-- Posts a transfer of a card transaction under a step that never repeats.
create or replace function card_transfer(t card_transactions, p_step text, p_kind text, p_from uuid, p_to uuid, p_cents bigint,
  p_pending text) returns void language sql as $$
  select ledger_transfer('CardTransaction:' || t.id || '/' || p_step, p_kind, p_from, p_to, t.currency, card_units(t, p_cents),
    'CardTransaction:' || t.id || '/' || p_pending, 'CardTransaction:' || t.id);
$$;

-- What a card transaction should hold: what is authorized, and what is cleared and was not taken yet. As much as was
-- decided, while its authorization is all that has happened.
create or replace function card_hold_target(t card_transactions) returns bigint language sql stable as $$
  select greatest(0, (card_sums(t, false, null) ->> 'pending')::bigint,
      case when (select bool_and(type = 'AUTHORIZATION') from card_events where transaction_id = t.id and is_approved) then t.decided end)
    + coalesce((select sum(cents) from card_pulls where transaction_id = t.id and state <> 'DONE'), 0)::bigint;
$$;

-- Holds as much of p_cents as there is money for. The transaction is locked.
create or replace function set_card_hold(t card_transactions, p_cents bigint) returns card_transactions
language plpgsql as $$
declare
  v_settlement uuid := service_account(t.environment, 'CARD_SETTLEMENT', t.currency);
  v_new bigint;
begin
  if p_cents = t.held then return t; end if;
  perform ledger_lock(t.account_id);
  v_new := least(p_cents, t.held + (select (posted - pending_out) / t.units_per_cent from ledger_balances
    where account_id = t.account_id));
  if v_new = t.held then return t; end if;
  if t.held > 0 then
    perform card_transfer(t, 'hold/' || t.hold_number || '/void', 'VOID_PENDING', t.account_id, v_settlement, t.held,
      'hold/' || t.hold_number);
  end if;
  if v_new > 0 then
    perform card_transfer(t, 'hold/' || (t.hold_number + 1), 'PENDING', t.account_id, v_settlement, v_new, null);
  end if;
  update card_transactions set held = v_new, hold_number = hold_number + (v_new > 0)::integer, updated_at = service_now()
    where id = t.id returning * into t;
  return t;
end $$;

-- The card transaction that an issuer's transaction belongs to; null: none yet. A return belongs to the purchase that
-- the sandbox was asked to return, or to the only one of its card and merchant that it can be of.
create or replace function card_transaction_of(c cards, p jsonb) returns uuid language plpgsql as $$
declare
  v_id uuid;
  v_intent uuid;
  v_cents bigint := (p #>> '{events,0,cents}')::bigint;
  v_found uuid[];
  v_given_back integer;
begin
  select id into v_id from card_transactions where environment = c.environment and token = p ->> 'token';
  if v_id is null then
    select transaction_id into v_id from card_events where environment = c.environment and issuer_token = p ->> 'token' limit 1;
  end if;
  if v_id is not null or p #>> '{events,0,type}' <> 'RETURN' then return v_id; end if;
  select i.id, i.transaction_id into v_intent, v_id from card_return_intents i join card_transactions t on t.id = i.transaction_id
    where t.card_id = c.id and not i.is_taken and (i.token = p ->> 'token' or i.token is null and i.cents = v_cents
      and t.merchant ->> 'descriptor' = p #>> '{merchant,descriptor}' and i.created_at > service_now() - interval '1 hour')
    order by i.token is null, i.created_at, i.id limit 1 for update of i skip locked;
  if v_intent is not null then
    update card_return_intents set is_taken = true, token = p ->> 'token' where id = v_intent;
    return v_id;
  end if;
  -- One that has enough left comes first. Where none has, the reversal of another return may be on its way.
  foreach v_given_back in array array[1, 0] loop
    v_found := array(select t.id from card_transactions t, card_sums(t, false, null) s where t.card_id = c.id and t.direction = 'DEBIT'
      and t.acceptor_id = p ->> 'acceptorId' and t.acceptor_id <> ''
      and (s ->> 'debited')::bigint - v_given_back * (s ->> 'credited')::bigint >= v_cents limit 2);
    exit when cardinality(v_found) > 0;
  end loop;
  return case when cardinality(v_found) = 1 then v_found[1] end;
end $$;

-- The row of an issuer's transaction that we were not asked about. Its account is the card's, or that which the card
-- was last charged on.
create or replace function add_card_transaction(c cards, p jsonb) returns card_transactions language plpgsql as $$
declare
  t card_transactions;
  v_account uuid := coalesce(c.funding_sources[1],
    (select account_id from card_transactions where card_id = c.id order by created_at desc limit 1),
    (select id from internal_accounts where customer_id = c.customer_id and currency = c.currency
      and type = 'EMBEDDED_WALLET' order by created_at limit 1));
begin
  insert into card_transactions (id, platform_id, environment, customer_id, card_id, account_id, currency, units_per_cent,
    token, direction, merchant, acceptor_id)
  values (gen_random_uuid(), c.platform_id, c.environment, c.customer_id, c.id, v_account, c.currency, c.units_per_cent,
    p ->> 'token', case when p #>> '{events,0,type}' in ('CREDIT_AUTHORIZATION', 'CREDIT_AUTHORIZATION_ADVICE',
      'FINANCIAL_CREDIT_AUTHORIZATION', 'RETURN', 'CORRECTION_CREDIT') then 'CREDIT' else 'DEBIT' end,
    p -> 'merchant', p ->> 'acceptorId')
  returning * into t;
  return t;
end $$;

-- What a new event takes out of the wallet, or gives back to it. What is cleared above its authorization is a pull of
-- its own. What comes back to a closed account waits for an operator.
create or replace function apply_card_event(t card_transactions, e card_events) returns void language plpgsql as $$
declare
  v_is_closed boolean;
  v_pending bigint;
  v_part bigint;
begin
  if not e.is_approved or e.cents = 0 then return; end if;
  if e.type in ('RETURN', 'FINANCIAL_CREDIT_AUTHORIZATION', 'CORRECTION_CREDIT') then
    select status = 'CLOSED' into v_is_closed from internal_accounts where id = t.account_id for share;
    if not v_is_closed then perform ledger_lock(t.account_id); end if;
    perform card_transfer(t, 'credit/' || e.token, 'POSTED', service_account(t.environment, 'CARD_SETTLEMENT', t.currency),
      case when v_is_closed then service_account(t.environment, 'SUSPENSE', t.currency) else t.account_id end, e.cents, null);
    if v_is_closed then
      perform add_timeline(t.platform_id, 'CardTransaction:' || t.id, 'CARD_CREDIT_UNAPPLIED', null, 'OPERATOR', 'SUSPENSE_DECISION');
    end if;
  elsif e.type in ('CLEARING', 'FINANCIAL_AUTHORIZATION', 'RETURN_REVERSAL', 'CORRECTION_DEBIT') then
    v_pending := case when e.type = 'CLEARING' then (card_sums(t, false, e) ->> 'pending')::bigint else 0 end;
    foreach v_part in array case when v_pending > 0 and e.cents > v_pending then array[v_pending, e.cents - v_pending]
        else array[e.cents] end loop
      insert into card_pulls (id, transaction_id, number, event_token, cents)
      select gen_random_uuid(), t.id, coalesce(max(number), 0) + 1, e.token, v_part from card_pulls where transaction_id = t.id;
    end loop;
  end if;
end $$;

-- What happened to it, for its timeline; null: nothing that is told.
create or replace function card_timeline_code(p_type text) returns text language sql immutable as $$
  select case
    when p_type in ('AUTHORIZATION', 'FINANCIAL_AUTHORIZATION', 'CREDIT_AUTHORIZATION', 'CREDIT_AUTHORIZATION_ADVICE') then 'CARD_AUTHORIZED'
    when p_type = 'AUTHORIZATION_ADVICE' then 'CARD_ADVISED'
    when p_type = 'AUTHORIZATION_REVERSAL' then 'CARD_REVERSED'
    when p_type = 'AUTHORIZATION_EXPIRY' then 'CARD_EXPIRED'
    when p_type in ('CLEARING', 'CORRECTION_DEBIT') then 'CARD_CLEARED'
    when p_type = 'RETURN_REVERSAL' then 'CARD_RETURN_REVERSED'
    when p_type in ('RETURN', 'FINANCIAL_CREDIT_AUTHORIZATION', 'CORRECTION_CREDIT') then 'CARD_CREDITED' end;
$$;

-- Applies a report of the issuer: a transaction with all events that it has of it, of which some may be known. Null:
-- of no card of ours, or about nothing that moves money.
create or replace function apply_card_report(p jsonb) returns jsonb language plpgsql as $$
declare
  c cards;
  t card_transactions;
  e card_events;
  v_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended((p ->> 'environment') || ' ' || (p ->> 'token'), 0));
  -- A transaction that is known keeps its card, also when the issuer has replaced that by another.
  select c2.* into c from cards c2 where c2.id = coalesce(
    (select card_id from card_transactions where environment = p ->> 'environment' and token = p ->> 'token'),
    (select t2.card_id from card_events e2 join card_transactions t2 on t2.id = e2.transaction_id
      where e2.environment = p ->> 'environment' and e2.issuer_token = p ->> 'token' limit 1),
    (select id from cards where environment = p ->> 'environment' and card_token = p ->> 'cardToken'));
  if c.id is null or p #>> '{events,0,type}' is null or p #>> '{events,0,type}' = 'BALANCE_INQUIRY' then return null; end if;
  v_id := card_transaction_of(c, p);
  if v_id is null then
    -- Declined before we held anything: no record of it.
    if not exists (select 1 from jsonb_array_elements(p -> 'events') x where (x ->> 'isApproved')::boolean) then return null; end if;
    v_id := (add_card_transaction(c, p)).id;
  end if;
  select * into t from card_transactions where id = v_id for update;
  for e in
    insert into card_events (environment, token, transaction_id, issuer_token, type, is_approved, cents, at, ordinal)
    select t.environment, x.value ->> 'token', t.id, p ->> 'token', x.value ->> 'type', (x.value ->> 'isApproved')::boolean,
      (x.value ->> 'cents')::bigint, (x.value ->> 'at')::timestamptz, x.ordinality
    from jsonb_array_elements(p -> 'events') with ordinality x
    on conflict do nothing returning *
  loop
    perform apply_card_event(t, e);
    if e.is_approved and card_timeline_code(e.type) is not null then
      perform add_timeline(t.platform_id, 'CardTransaction:' || t.id, card_timeline_code(e.type), null,
        case when exists (select 1 from card_pulls where transaction_id = t.id and event_token = e.token) then 'WALLET_PROVIDER' end,
        case when exists (select 1 from card_pulls where transaction_id = t.id and event_token = e.token) then 'CARD_PULL' end);
    end if;
  end loop;
  update card_transactions set is_reported = true, pending = (card_sums(t, false, null) ->> 'pending')::bigint,
    asked_at = case when is_reported then asked_at end where id = t.id returning * into t;
  t := set_card_hold(t, card_hold_target(t));
  perform show_card_transaction(t);
  if t.held = 0 then perform end_delegated_keys(t.card_id); end if;
  return jsonb_build_object('transactionId', t.id, 'platformId', t.platform_id, 'customerId', t.customer_id,
    'accountId', t.account_id, 'pullsSince', (select min(number) from card_pulls where transaction_id = t.id and state = 'PENDING'));
end $$;

-- The issuer knows nothing of an approval of ours: its hold is released. A report that comes later is applied.
create or replace function release_unreported_card_hold(p_transaction uuid) returns void language plpgsql as $$
declare t card_transactions;
begin
  select * into t from card_transactions where id = p_transaction for update;
  if t.is_reported then return; end if;
  perform set_card_hold(t, 0);
  perform end_delegated_keys(t.card_id);
end $$;

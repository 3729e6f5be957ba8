-- Events of the issuer about card transactions, each applied once, in whatever order they come. Lock order: the
-- issuer's transaction by its token, the card transaction, the account's balance.

create or replace function card_units(t card_transactions, p_cents bigint) returns bigint language sql immutable as $$
  select t.units_per_cent * p_cents;
$$;

-- Posts a transfer of a card transaction under a step that never repeats.
create or replace function card_transfer(t card_transactions, p_step text, p_kind text, p_from uuid, p_to uuid, p_cents bigint,
  p_pending text) returns void language sql as $$
  select ledger_transfer('Transaction:' || t.id || '/' || p_step, p_kind, p_from, p_to, t.currency, card_units(t, p_cents),
    'Transaction:' || t.id || '/' || p_pending, 'Transaction:' || t.id);
$$;

-- Whether its authorization, with its increments, is all that has happened.
create or replace function card_is_only_authorized(t card_transactions) returns boolean language sql stable as $$
  select coalesce(bool_and(type = 'AUTHORIZATION'), false) from card_events where transaction_id = t.id and is_approved;
$$;

-- The most that the customer is charged for a card transaction, in cents. What we approved may be exceeded, for a tip,
-- by the platform's setting; what we were not asked about has a bound of its own. A credit charges nothing.
create or replace function card_allowance(t card_transactions) returns bigint language sql stable as $$
  select case when t.direction = 'CREDIT' then 0
      when t.decided = 0 then f.card_unasked_cents
      else a.approved + greatest(a.approved * f.card_overclearing_percent / 100, f.card_overclearing_cents) end
    + t.accepted_debit
  from platforms f, (select (card_sums(t, false, null) ->> 'approved')::bigint as approved) a where f.id = t.platform_id;
$$;

-- The most that a card transaction pays its customer: a purchase gives back what it took, a credit has a bound.
create or replace function card_credit_allowance(t card_transactions) returns bigint language sql stable as $$
  select case when t.direction = 'CREDIT' then f.card_credit_cents else 0 end + t.accepted_credit
  from platforms f where f.id = t.platform_id;
$$;

-- What a card transaction should hold: what is authorized, as far as it may be claimed, and what is cleared and was not
-- taken yet. As much as was decided, while its authorization is all that has happened.
create or replace function card_hold_target(t card_transactions) returns bigint language sql stable as $$
  select greatest(0, least(card_allowance(t) - greatest(0, t.charged + t.given_back), greatest(
      (card_sums(t, false, null) ->> 'pending')::bigint, case when card_is_only_authorized(t) then t.decided end)))
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

-- The card transaction that has an issuer's transaction already, as its own or as a return of it; null if none has.
create or replace function known_card_transaction(p_environment text, p_token text) returns uuid language sql stable as $$
  select coalesce((select id from card_transactions where environment = p_environment and token = p_token),
    (select transaction_id from card_events where environment = p_environment and issuer_token = p_token limit 1));
$$;

-- The card transaction that an issuer's transaction belongs to; null if none yet. A return belongs to the purchase that
-- the sandbox was asked to return, or to the only one of its card and merchant that it can be of.
create or replace function card_transaction_of(c cards, p jsonb) returns uuid language plpgsql as $$
declare
  v_id uuid := known_card_transaction(c.environment, p ->> 'token');
  v_intent uuid;
  v_cents bigint := (p #>> '{events,0,cents}')::bigint;
  v_found uuid[];
  v_given_back integer;
begin
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
-- was last charged on. An erased customer's has no merchant.
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
    case when is_erased(c.customer_id) then '{"descriptor": "erased"}' else p -> 'merchant' end, p ->> 'acceptorId')
  returning * into t;
  return t;
end $$;

-- Gives cents back to the account of a card transaction. What comes back to a closed one waits for an operator.
create or replace function credit_for_card(t card_transactions, p_step text, p_cents bigint) returns void
language plpgsql as $$
declare v_is_closed boolean;
begin
  select status = 'CLOSED' into v_is_closed from internal_accounts where id = t.account_id for share;
  if not v_is_closed then perform ledger_lock(t.account_id); end if;
  perform card_transfer(t, 'credit/' || p_step, 'POSTED', service_account(t.environment, 'CARD_SETTLEMENT', t.currency),
    case when v_is_closed then service_account(t.environment, 'SUSPENSE', t.currency) else t.account_id end, p_cents, null);
  if v_is_closed then
    perform add_timeline(t.platform_id, 'Transaction:' || t.id, 'CARD_CREDIT_UNAPPLIED', null, 'OPERATOR', 'SUSPENSE_DECISION');
  end if;
end $$;

-- An account of the service bears p_cents more of the issuer's claim; below zero, less.
create or replace function bear_for_card(t card_transactions, p_step text, p_kind text, p_cents bigint) returns void
language sql as $$
  select card_transfer(t, p_step, 'POSTED', case when p_cents > 0 then b.id else b.settlement end,
    case when p_cents > 0 then b.settlement else b.id end, abs(p_cents), null)
  from (select service_account(t.environment, p_kind, t.currency) as id,
    service_account(t.environment, 'CARD_SETTLEMENT', t.currency) as settlement) b where p_cents <> 0;
$$;

-- Divides the issuer's net claim, all of which is owed to it (or by it) by our books: what the customer is charged or
-- credited, within its bounds, and the rest, which is disputed until a person decides or the issuer corrects it. It
-- depends on the events alone, not on their order. p_event is what has just happened; null: a decision of ours. What is
-- cleared above its authorization is a pull of its own. What disputes of the cardholder give back is at most what the
-- customer is charged; it is provisional until they are decided, and what the network has given beyond it is disputed.
-- The transaction is locked. p_step: a name that never repeats, of what has happened that is no event of the purchase.
create or replace function settle_card_claim(t card_transactions, p_event card_events, p_step text default null)
returns card_transactions language plpgsql as $$
declare
  -- A decision of ours has no name of its own: how many transfers there are already is one that never repeats.
  v_step text := coalesce(p_event.token, p_step, 'decision/' || (select count(*) from ledger_transfers
    where reference = 'Transaction:' || t.id));
  s jsonb := card_sums(t, false, null);
  v_net bigint := (s ->> 'debited')::bigint - (s ->> 'credited')::bigint;
  -- More reversed of a return than it gave: nothing of that is the customer's, but for what a person has found to be.
  v_least bigint := -card_credit_allowance(t);
  v_owed bigint := least(card_allowance(t), greatest(v_least,
    v_net - greatest(0, (s ->> 'overReversed')::bigint - t.accepted_debit)));
  v_disputes jsonb := card_dispute_sums(t);
  v_given_back bigint := least((v_disputes ->> 'wanted')::bigint, greatest(0, v_owed));
  -- What the network has given, and the customer does not get.
  v_unspent bigint := (v_disputes ->> 'recovered')::bigint - v_given_back;
  v_provisional bigint := case when (v_disputes ->> 'isOpen')::boolean then -v_unspent else greatest(0, -v_unspent) end;
  v_charged bigint := greatest(v_least, v_owed - v_given_back - greatest(0, v_unspent + v_provisional));
  v_more bigint := v_charged - t.charged;
  v_disputed bigint := v_net - (v_disputes ->> 'recovered')::bigint - v_charged - v_provisional - t.disputed;
  -- Of the purchase's events, beyond its bounds.
  v_beyond bigint := v_net - v_owed - (s ->> 'disputed')::bigint;
  v_pending bigint;
  v_part bigint;
begin
  if v_more < 0 then perform credit_for_card(t, v_step, -v_more); end if;
  if v_more > 0 then
    v_pending := case when p_event.type = 'CLEARING' then (card_sums(t, false, p_event) ->> 'pending')::bigint else 0 end;
    foreach v_part in array case when v_pending > 0 and v_more > v_pending then array[v_pending, v_more - v_pending]
        else array[v_more] end loop
      insert into card_pulls (id, transaction_id, number, event_token, cents)
      select gen_random_uuid(), t.id, coalesce(max(number), 0) + 1, v_step, v_part from card_pulls where transaction_id = t.id;
    end loop;
  end if;
  perform bear_for_card(t, 'dispute/' || v_step, 'CARD_DISPUTE', v_disputed);
  perform bear_for_card(t, 'provisional/' || v_step, 'CARD_PROVISIONAL', v_provisional - t.provisional);
  -- A decision of ours takes it from what had added most to it.
  update card_events set disputed = disputed + v_beyond where v_beyond <> 0 and environment = t.environment
    and token = coalesce(p_event.token, (select token from card_events where transaction_id = t.id and is_approved
      order by disputed * sign(v_beyond), at, token limit 1));
  update card_transactions set charged = v_charged, disputed = disputed + v_disputed, given_back = v_given_back,
    provisional = v_provisional, updated_at = service_now(),
    -- A claim that has changed is another one to decide about.
    contested = case when v_disputed = 0 then contested else 0 end
    where id = t.id returning * into t;
  if v_disputed <> 0 and t.disputed <> 0 then
    perform add_timeline(t.platform_id, 'Transaction:' || t.id, 'CARD_CLAIM_DISPUTED', null, 'OPERATOR', 'CARD_CLAIM_DECISION');
  end if;
  return t;
end $$;

-- A person decides about a disputed claim: `charge`, it is the customer's; `contest`, it stays the issuer's until that
-- corrects it. What the run of its pulls is started with; null if nothing is disputed.
create or replace function decide_card_claim(p_transaction uuid, p_decision text, p_by text, p_reason text) returns boolean
language plpgsql as $$
declare t card_transactions;
begin
  select * into t from card_transactions where id = p_transaction for update;
  if t.id is null or t.disputed = t.contested then return false; end if;
  if p_decision = 'charge' then
    update card_transactions set accepted_debit = accepted_debit + greatest(0, t.disputed),
      accepted_credit = accepted_credit + greatest(0, -t.disputed) where id = t.id returning * into t;
    t := settle_card_claim(t, null);
    t := set_card_hold(t, card_hold_target(t));
    perform show_card_transaction(t);
  else
    update card_transactions set contested = t.disputed, updated_at = service_now() where id = t.id returning * into t;
  end if;
  perform add_timeline(t.platform_id, 'Transaction:' || t.id, 'DECIDED', null, null, null,
    jsonb_build_object('by', p_by, 'decision', p_decision, 'reason', p_reason));
  perform start_later(pending_subject('CARD_PULL', t.id), true);
  return true;
end $$;

-- What happened to it, for its timeline; null if it is not shown there.
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

-- Why an event of the issuer is a decline: as we have decided about its amount, else as the issuer says. Null: it is none.
-- A limit that the card's own does not explain is the answer of a service that was too busy to decide.
create or replace function declined_reason(c cards, t card_transactions, p_event jsonb) returns text language sql stable as $$
  select case when not (p_event ->> 'isApproved')::boolean then coalesce(
    (select nullif(d.result, 'APPROVED') from card_decisions d where d.environment = t.environment and d.token = t.token
      order by d.cents = (p_event ->> 'cents')::bigint desc, d.result = 'APPROVED', d.created_at desc limit 1),
    case when p_event ->> 'declinedReason' = 'SPEND_LIMIT_EXCEEDED' and (p_event ->> 'cents')::bigint > c.max_spend_cents is not true
      then 'OTHER' else p_event ->> 'declinedReason' end, 'OTHER') end;
$$;

-- Applies a report of the issuer: a transaction with all events that it has of it, of which some may be known. Null:
-- of no card of ours, or about nothing that moves money.
create or replace function apply_card_report(p jsonb) returns jsonb language plpgsql as $$
declare
  c cards;
  t card_transactions;
  e card_events;
  v_event jsonb;
  v_ordinal bigint;
  v_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended((p ->> 'environment') || ' ' || (p ->> 'token'), 0));
  -- A transaction that is known keeps its card, also when the issuer has replaced that by another.
  select c2.* into c from cards c2 where c2.id = coalesce(
    (select card_id from card_transactions where id = known_card_transaction(p ->> 'environment', p ->> 'token')),
    (select id from cards where environment = p ->> 'environment' and card_token = p ->> 'cardToken'));
  if c.id is null or p #>> '{events,0,type}' is null or p #>> '{events,0,type}' = 'BALANCE_INQUIRY' then return null; end if;
  v_id := coalesce(card_transaction_of(c, p), (add_card_transaction(c, p)).id);
  select * into t from card_transactions where id = v_id for update;
  for v_event, v_ordinal in select x.value, x.ordinality from jsonb_array_elements(p -> 'events') with ordinality x loop
    insert into card_events (environment, token, transaction_id, issuer_token, type, is_approved, declined_reason, cents, at, ordinal)
    values (t.environment, v_event ->> 'token', t.id, p ->> 'token', v_event ->> 'type', (v_event ->> 'isApproved')::boolean,
      declined_reason(c, t, v_event), (v_event ->> 'cents')::bigint, (v_event ->> 'at')::timestamptz, v_ordinal)
    on conflict do nothing returning * into e;
    continue when e.token is null;
    if e.is_approved then t := settle_card_claim(t, e); end if;
    if not e.is_approved and card_timeline_code(e.type) is not null then
      perform add_timeline(t.platform_id, 'Transaction:' || t.id, 'CARD_DECLINED', null, null, null,
        jsonb_build_object('reason', e.declined_reason));
    end if;
    if e.is_approved and card_timeline_code(e.type) is not null then
      perform add_timeline(t.platform_id, 'Transaction:' || x.id, card_timeline_code(e.type), null,
          case when x.is_pulled then 'WALLET_PROVIDER' end, case when x.is_pulled then 'CARD_PULL' end)
        from (select id, exists (select 1 from card_pulls where transaction_id = t.id and event_token = e.token) as is_pulled
          from card_timelines(t, e.token) id) x;
    end if;
  end loop;
  update card_transactions set is_reported = true, pending = (card_sums(t, false, null) ->> 'pending')::bigint,
    asked_at = case when is_reported then asked_at end where id = t.id returning * into t;
  t := set_card_hold(t, card_hold_target(t));
  perform show_card_transaction(t);
  if t.held = 0 then perform end_delegated_keys(t.card_id); end if;
  return with_start(jsonb_build_object('transactionId', t.id), start_later(pending_subject('CARD_PULL', t.id), p ? 'isStartDue'));
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

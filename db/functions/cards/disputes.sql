-- Disputes of cardholders about purchases, by the issuer's events, each applied once, in whatever order they come. Until
-- the network decides, a customer may be credited provisionally: that money is the service's to lose. What the network
-- gives is the customer's once the dispute is closed. A lost one takes back what was credited. One that is opened again
-- takes nothing back until it is decided anew.
--
-- Lock order: as of a report of the purchase (events.sql).

-- What the disputes of a card transaction come to, in cents. `wanted`: what the customer is to have back, at most what is
-- disputed; `recovered`: what the network has given; `isOpen`: whether one of them is not decided.
create or replace function card_dispute_sums(t card_transactions) returns jsonb language sql stable as $$
  select jsonb_build_object('wanted', coalesce(sum(greatest(0, least(cents,
      case status when 'OPEN' then greatest(credited, kept) else recovered + written_off end))), 0),
    'recovered', coalesce(sum(recovered), 0), 'isOpen', coalesce(bool_or(status = 'OPEN'), false))
  from card_disputes where transaction_id = t.id;
$$;

-- The disputes of a card transaction, as it shows them.
create or replace function shown_card_disputes(t card_transactions) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('id', id, 'token', token, 'status', status, 'disposition', disposition, 'reason', reason,
    'cents', cents, 'credited', greatest(0, least(cents, credited)), 'recovered', greatest(0, recovered)) order by created_at, id)
  from card_disputes where transaction_id = t.id;
$$;

-- What has become of a dispute, by all its events in the issuer's order.
create or replace function fold_card_dispute(d card_disputes) returns card_disputes language plpgsql as $$
declare
  e card_dispute_events;
begin
  d.cents := 0;
  d.credited := 0;
  d.recovered := 0;
  d.written_off := 0;
  d.kept := 0;
  d.status := 'OPEN';
  d.disposition := null;
  for e in select * from card_dispute_events where dispute_id = d.id order by at, ordinal, token loop
    case e.type
      when 'OPENED' then d.cents := e.cents;
      when 'REOPENED' then
        if d.status = 'CLOSED' then d.kept := d.recovered + d.written_off; end if;
        d.status := 'OPEN';
        d.disposition := null;
      when 'CLOSED' then
        d.status := 'CLOSED';
        d.disposition := e.disposition;
      when 'CREDITED' then d.credited := d.credited + e.cents;
      when 'CREDIT_REVERSED' then
        d.credited := d.credited - e.cents;
        d.kept := greatest(0, d.kept - e.cents);
      when 'RECOVERED' then d.recovered := d.recovered + e.cents;
      when 'RECOVERY_LOST' then d.recovered := d.recovered - e.cents;
      else d.written_off := d.written_off + e.cents;
    end case;
  end loop;
  update card_disputes set cents = d.cents, credited = d.credited, recovered = d.recovered, written_off = d.written_off, kept = d.kept,
    status = d.status, disposition = d.disposition, updated_at = service_now() where id = d.id returning * into d;
  return d;
end $$;

-- Applies a report of the issuer: a dispute with all events that it has of it. UNKNOWN: we have not heard of the purchase
-- yet. Null: it is of no card of ours. p is {environment, token, transactionToken, cardToken, reason?, events}.
create or replace function apply_card_dispute(p jsonb) returns jsonb language plpgsql as $$
declare
  t card_transactions;
  d card_disputes;
  v_event jsonb;
  v_ordinal bigint;
  v_added text;
  v_last text;
begin
  perform pg_advisory_xact_lock(hashtextextended((p ->> 'environment') || ' ' || (p ->> 'transactionToken'), 0));
  select * into t from card_transactions
    where id = known_card_transaction(p ->> 'environment', p ->> 'transactionToken') for update;
  if t.id is null then
    return case when exists (select 1 from cards where environment = p ->> 'environment' and card_token = p ->> 'cardToken')
      then '{"outcome": "UNKNOWN"}' end;
  end if;
  insert into card_disputes (id, environment, transaction_id, token, reason)
    values (gen_random_uuid(), t.environment, t.id, p ->> 'token', case when not is_erased(t.customer_id) then p ->> 'reason' end)
    on conflict (environment, token) do nothing;
  select * into d from card_disputes where environment = t.environment and token = p ->> 'token' for update;
  -- A token is of one purchase.
  if d.transaction_id <> t.id then return null; end if;
  for v_event, v_ordinal in select x.value, x.ordinality from jsonb_array_elements(p -> 'events') with ordinality x loop
    insert into card_dispute_events (environment, token, dispute_id, type, cents, disposition, at, ordinal)
    values (t.environment, v_event ->> 'token', d.id, v_event ->> 'type', (v_event ->> 'cents')::bigint,
      v_event ->> 'disposition', (v_event ->> 'at')::timestamptz, v_ordinal)
    on conflict do nothing returning token into v_added;
    continue when v_added is null;
    v_last := v_added;
    perform add_timeline(t.platform_id, 'Transaction:' || t.id, 'CARD_DISPUTE_' || (v_event ->> 'type'), null,
      case when v_event ->> 'type' in ('OPENED', 'REOPENED') then 'CARD_ISSUER' end,
      case when v_event ->> 'type' in ('OPENED', 'REOPENED') then 'CARD_DISPUTE_DECISION' end,
      jsonb_build_object('disposition', v_event ->> 'disposition'));
  end loop;
  if v_last is not null then
    d := fold_card_dispute(d);
    t := settle_card_claim(t, null, 'event ' || v_last);
    t := set_card_hold(t, card_hold_target(t));
    perform show_card_transaction(t);
  end if;
  return with_start(jsonb_build_object('outcome', 'APPLIED', 'id', d.id, 'token', d.token, 'status', d.status,
    'disposition', d.disposition), start_later(pending_subject('CARD_PULL', t.id), p ? 'isStartDue'));
end $$;

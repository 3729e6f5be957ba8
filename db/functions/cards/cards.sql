-- A card as the API reads it and events keep it.
create or replace function card_row(c cards) returns jsonb language sql stable as $$
  select to_jsonb(c) - '{issuer_key,sent_version,sent_since}'::text[];
$$;

create or replace function emit_card_status(c cards) returns void language sql as $$
  select emit_event(c.platform_id, 'CARD.STATUS_CHANGE', 'Card:' || c.id, card_row(c));
$$;

-- The currency of the accounts that a card of this customer may draw on; null where one of them is none.
create or replace function card_currency(p_customer uuid, p_sources uuid[]) returns text language sql stable as $$
  select min(a.currency) from internal_accounts a
  where a.id = any (p_sources) and a.customer_id = p_customer and a.type = 'EMBEDDED_WALLET' and a.status = 'ACTIVE'
    and not is_frozen(a.id)
  having count(*) = cardinality(p_sources) and count(distinct a.currency) = 1;
$$;

-- Why a card may not be made for a customer now; null: it may. The platform's row is locked: its cards are
-- counted by one transaction at a time.
create or replace function card_creation_refusal(pf platforms, p jsonb) returns text language plpgsql stable as $$
declare
  c customers;
  v_refusal text;
begin
  select * into c from customers where id = (p ->> 'customerId')::uuid and platform_id = pf.id and not is_deleted;
  if c.id is null then return 'USER_NOT_FOUND'; end if;
  if c.kyc_status is distinct from 'APPROVED' then return 'CARDHOLDER_KYC_NOT_APPROVED'; end if;
  v_refusal := new_instrument_refusal(c);
  if v_refusal is not null then return v_refusal; end if;
  if card_currency(c.id, array(select jsonb_array_elements_text(p -> 'fundingSources'))::uuid[])
      is distinct from p ->> 'currency' then
    return 'CONFLICT';
  end if;
  if (select count(*) from cards where platform_id = pf.id and state <> 'CLOSED') >= pf.max_cards
     or pf.one_card_per_cardholder and exists (select 1 from cards where customer_id = c.id and state <> 'CLOSED') then
    return 'CARD_LIMIT_REACHED';
  end if;
  return null;
end $$;

-- Creates a card: its row, PROCESSING. COMMITTED by this call or by an earlier one, or REFUSED.
-- Lock order: the platform, then the customer.
create or replace function create_card(p jsonb) returns jsonb language plpgsql as $$
declare
  pf platforms;
  c cards;
  v_bar text;
begin
  perform lock_creation((p ->> 'cardId')::uuid);
  select * into c from cards where id = (p ->> 'cardId')::uuid;
  if c.id is null then
    if is_fenced(p) then return '{"outcome": "REFUSED", "code": "SERVICE_UNAVAILABLE"}'; end if;
    select * into pf from platforms where id = (p ->> 'platformId')::uuid for no key update;
    perform 1 from customers where id = (p ->> 'customerId')::uuid and platform_id = pf.id for share;
    v_bar := card_creation_refusal(pf, p);
    if v_bar is not null then return jsonb_build_object('outcome', 'REFUSED', 'code', v_bar); end if;
    if exists (select 1 from cards where platform_id = pf.id and platform_card_id = p ->> 'platformCardId'
        and state <> 'CLOSED') then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT',
        'reason', 'Another card that is not closed has this platformCardId.');
    end if;
    insert into cards (id, platform_id, environment, customer_id, platform_card_id, brand, funding_sources, currency,
      units_per_cent, max_spend_cents, max_day_cents, max_day_count)
    values ((p ->> 'cardId')::uuid, pf.id, pf.environment, (p ->> 'customerId')::uuid,
      coalesce(p ->> 'platformCardId', p ->> 'cardId'),
      p ->> 'brand', array(select jsonb_array_elements_text(p -> 'fundingSources'))::uuid[], p ->> 'currency',
      (p ->> 'unitsPerCent')::bigint, (p ->> 'maxSpendCents')::bigint, (p ->> 'maxDayCents')::bigint,
      (p ->> 'maxDayCount')::integer)
    returning * into c;
    insert into card_days (card_id) values (c.id);
  end if;
  return with_start('{"outcome": "COMMITTED"}', start_later(pending_subject('CARD', c.id)));
end $$;

-- What has become of a creation whose answer was lost: as create_card answers, or NONE with whether it can still be
-- made. As find_payment_decision it takes the lock and writes.
create or replace function find_card_creation(p jsonb) returns jsonb language plpgsql as $$
begin
  perform lock_creation((p ->> 'cardId')::uuid);
  perform pg_logical_emit_message(true, 'decision', '');
  if exists (select 1 from cards where id = (p ->> 'cardId')::uuid) then
    return with_start('{"outcome": "COMMITTED"}', start_later(pending_subject('CARD', (p ->> 'cardId')::uuid)));
  end if;
  return not_decided(p);
end $$;

-- Records what the issuer has made of a card; a repeat changes nothing.
create or replace function record_card_issue(p jsonb) returns jsonb language plpgsql as $$
declare
  c cards;
begin
  select * into c from cards where id = (p ->> 'cardId')::uuid for update;
  if c.state <> 'PROCESSING' then return card_row(c); end if;
  if p ->> 'outcome' = 'REJECTED' then
    update cards set state = 'CLOSED', state_reason = 'ISSUER_REJECTED', funding_sources = '{}', issuer_state = 'CLOSED',
      sent_version = version, updated_at = service_now() where id = c.id returning * into c;
  else
    update cards set state = 'ACTIVE', card_token = p ->> 'token', account_token = p ->> 'accountToken',
      last4 = p ->> 'last4', exp_month = (p ->> 'expMonth')::integer, exp_year = (p ->> 'expYear')::integer,
      sent_version = version, updated_at = service_now() where id = c.id returning * into c;
  end if;
  perform end_delegated_keys(c.id);
  perform emit_card_status(c);
  return card_row(c);
end $$;

-- Whether a change sets this limit higher than it is, or removes it.
create or replace function raises_card_limit(p jsonb, p_name text, p_limit bigint) returns boolean language sql immutable as $$
  select p ? p_name and coalesce((p ->> p_name)::bigint > p_limit, p_limit is not null);
$$;

-- Why a platform's change of a card is refused; null: it is not. A card that is to be unfrozen stays FROZEN
-- until the issuer knows, and the same request may be repeated until then.
create or replace function card_change_refusal(c cards, p jsonb) returns text language sql volatile as $$
  select case
    when c.state = 'CLOSED' then case p ->> 'state' when 'CLOSED' then 'CARD_ALREADY_CLOSED' else 'CARD_NOT_MUTABLE' end
    when c.state = 'PROCESSING' then case when p ? 'state' then 'INVALID_STATE_TRANSITION' else 'CONFLICT' end
    when p ->> 'state' = c.state and (p ->> 'state', c.issuer_state) is distinct from ('FROZEN', 'OPEN') then
      'INVALID_STATE_TRANSITION'
    when p ? 'fundingSources' and card_currency(c.customer_id,
      array(select jsonb_array_elements_text(p -> 'fundingSources'))::uuid[]) is distinct from c.currency then 'CONFLICT'
    -- Another account is another means to pay with; so is a card that may spend more, or again.
    when p ? 'fundingSources' and array(select jsonb_array_elements_text(p -> 'fundingSources'))::uuid[] <> c.funding_sources
        or raises_card_limit(p, 'maxSpendCents', c.max_spend_cents)
        or raises_card_limit(p, 'maxDayCents', c.max_day_cents) or raises_card_limit(p, 'maxDayCount', c.max_day_count)
        or p ->> 'state' = 'ACTIVE'
      then (select new_instrument_refusal(h) from customers h where h.id = c.customer_id)
  end;
$$;

-- Changes a card for its platform: what makes it spend less is true at once, and sent to the issuer by the run that
-- is to be started.
create or replace function update_card(p jsonb) returns jsonb language plpgsql as $$
declare
  c cards;
  v_state text;
  v_bar text;
begin
  select * into c from cards where id = (p ->> 'cardId')::uuid and platform_id = (p ->> 'platformId')::uuid for update;
  if c.id is null then return jsonb_build_object('outcome', 'REFUSED', 'code', 'REFERENCE_NOT_FOUND'); end if;
  v_bar := card_change_refusal(c, p);
  if v_bar is not null then return jsonb_build_object('outcome', 'REFUSED', 'code', v_bar); end if;
  v_state := c.state;
  update cards set
    state = case when p ->> 'state' in ('FROZEN', 'CLOSED') then p ->> 'state' else state end,
    state_reason = case p ->> 'state' when 'CLOSED' then 'CLOSED_BY_PLATFORM' end,
    issuer_state = case p ->> 'state' when 'ACTIVE' then 'OPEN' when 'FROZEN' then 'PAUSED' when 'CLOSED' then 'CLOSED'
      else issuer_state end,
    funding_sources = case when p ->> 'state' = 'CLOSED' then '{}'
      when p ? 'fundingSources' then array(select jsonb_array_elements_text(p -> 'fundingSources'))::uuid[]
      else funding_sources end,
    max_spend_cents = case when p ? 'maxSpendCents' then (p ->> 'maxSpendCents')::bigint else max_spend_cents end,
    max_day_cents = case when p ? 'maxDayCents' then (p ->> 'maxDayCents')::bigint else max_day_cents end,
    max_day_count = case when p ? 'maxDayCount' then (p ->> 'maxDayCount')::integer else max_day_count end,
    version = version + 1, sent_since = case when sent_version < version then sent_since else version + 1 end,
    updated_at = service_now()
  where id = c.id returning * into c;
  perform end_delegated_keys(c.id);
  if c.state <> v_state then perform emit_card_status(c); end if;
  return with_start(jsonb_build_object('outcome', 'COMMITTED', 'card', card_row(c)),
    start_later(start_row('CARD_CHANGE', c.id)));
end $$;

-- What the issuer does not have yet of a card; null: nothing.
create or replace function card_change_to_send(p_card uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('version', c.version, 'state', c.issuer_state, 'token', c.card_token,
    'environment', c.environment, 'limitCents', c.max_spend_cents)
  from cards c where c.id = p_card and c.sent_version < c.version and c.state <> 'PROCESSING';
$$;

-- Records that a card's number is shown, before its address is made: every address has its record. The cardholder has
-- logged in where its region asks for it. Null, or the refusal.
create or replace function record_card_reveal(p_card uuid, p_token uuid, p_expires_at timestamptz) returns text
language plpgsql as $$
declare v_refusal text;
begin
  select new_instrument_refusal(h) into v_refusal from cards c join customers h on h.id = c.customer_id where c.id = p_card;
  if v_refusal is null then
    insert into card_reveals (id, platform_id, card_id, token_id, expires_at)
      select gen_random_uuid(), platform_id, id, p_token, p_expires_at from cards where id = p_card;
  end if;
  return v_refusal;
end $$;

-- Records that a card is given to a digital wallet, before the issuer is asked for it: an ACTIVE one of a cardholder who
-- has logged in where its region asks for it. Null, or the refusal.
create or replace function record_card_tokenization(p_card uuid, p_token uuid, p_wallet text) returns text
language plpgsql as $$
declare
  c cards;
  v_refusal text;
begin
  select * into c from cards where id = p_card for share;
  if c.state <> 'ACTIVE' then return case c.state when 'CLOSED' then 'CARD_NOT_MUTABLE' else 'CONFLICT' end; end if;
  select new_instrument_refusal(h) into v_refusal from customers h where h.id = c.customer_id;
  if v_refusal is null then
    insert into card_reveals (id, platform_id, card_id, token_id, wallet)
      values (gen_random_uuid(), c.platform_id, c.id, p_token, p_wallet);
  end if;
  return v_refusal;
end $$;

-- The issuer has a version of a card, in this state. One that the issuer has closed by itself is closed here.
create or replace function record_card_sent(p_card uuid, p_version integer, p_state text) returns void
language plpgsql as $$
declare
  c cards;
begin
  select * into c from cards where id = p_card for update;
  if p_state = 'CLOSED' and c.state <> 'CLOSED' then
    perform close_card_by_service(c.id);
  elsif p_version = c.version and c.state = 'FROZEN' and c.issuer_state = 'OPEN' then
    update cards set state = 'ACTIVE', updated_at = service_now() where id = c.id returning * into c;
    perform emit_card_status(c);
  end if;
  update cards set sent_version = greatest(sent_version, p_version), updated_at = service_now() where id = c.id;
end $$;

-- The issuer has closed a card by itself.
create or replace function close_card_by_service(p_card uuid) returns void language plpgsql as $$
declare
  c cards;
begin
  update cards set state = 'CLOSED', state_reason = 'CLOSED_BY_SERVICE', issuer_state = 'CLOSED', funding_sources = '{}',
    sent_version = version, updated_at = service_now() where id = p_card and state in ('ACTIVE', 'FROZEN') returning * into c;
  if c.id is null then return; end if;
  perform end_delegated_keys(c.id);
  perform emit_card_status(c);
end $$;

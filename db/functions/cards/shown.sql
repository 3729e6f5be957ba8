-- Card transactions as the others are listed, and their events. A return is a transaction of its own.

create or replace function card_details(t card_transactions, s jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('cardId', t.card_id, 'accountId', t.account_id, 'issuerToken', t.token, 'merchant', t.merchant,
    'authorized', s -> 'authorized',
    'settled', case when t.direction = 'CREDIT' then greatest(0, -n.net) else n.net + n.refunded end,
    'refunded', case when t.direction = 'CREDIT' then 0 else n.refunded end,
    'settlements', case when t.direction = 'CREDIT' then s -> 'credits' else s -> 'debits' end,
    'refunds', case when t.direction = 'CREDIT' then to_jsonb(0) else s -> 'returns' end,
    'pulls', coalesce((select jsonb_build_object('count', count(*) filter (where state = 'DONE'),
        'total', coalesce(sum(cents) filter (where state = 'DONE'), 0) * t.units_per_cent,
        'pending', count(*) filter (where state = 'PENDING')) from card_pulls where transaction_id = t.id), '{}'),
    'authorizedAt', coalesce((select min(at) from card_events where transaction_id = t.id and is_approved), t.created_at),
    'lastEventAt', (select max(at) from card_events where transaction_id = t.id), 'disputes', shown_card_disputes(t))
  -- Without what is disputed of it: the customer has not been charged or credited with that. What the issuer has corrected
  -- is not settled after all.
  from (select (s ->> 'debited')::bigint - (s ->> 'credited')::bigint - (s ->> 'disputed')::bigint as net,
      (s ->> 'returned')::bigint + least(0, (s ->> 'disputed')::bigint
        - greatest(0, (s ->> 'overReversed')::bigint - t.accepted_debit)) as given) d,
    lateral (select d.net, greatest(0, -d.net, d.given) as refunded) n;
$$;

-- What a declined transaction shows beside its card and merchant.
create or replace function declined_card_details(t card_transactions) returns jsonb language sql stable as $$
  select jsonb_build_object('authorized', e.cents, 'declinedReason', e.declined_reason, 'authorizedAt', e.at)
  from card_events e where e.transaction_id = t.id order by e.at, e.ordinal, e.token limit 1;
$$;

-- Whether an event gives back money of a purchase: it is listed as a transaction of its own then.
create or replace function is_card_return(t card_transactions, e card_events) returns boolean language sql immutable as $$
  select t.direction = 'DEBIT' and e.type in ('RETURN', 'RETURN_REVERSAL');
$$;

-- The id of a return's transaction: by the issuer's name of it, so that it stays what it is when the issuer is read again.
create or replace function card_return_id(e card_events) returns uuid language sql immutable as $$
  select md5('card return ' || e.environment || ' ' || e.issuer_token)::uuid;
$$;

-- The transactions whose timelines have an event: a return's is on both.
create or replace function card_timelines(t card_transactions, p_event text) returns setof uuid language sql stable as $$
  select t.id union all
  select card_return_id(e) from card_events e where e.environment = t.environment and e.token = p_event and is_card_return(t, e);
$$;

-- Writes a listed row. An event says what has changed of it, beside its pulls; that it is new, where p_is_final.
create or replace function list_card_transaction(p_id uuid, t card_transactions, p_direction text, p_status text, p_card jsonb,
  p_is_final boolean) returns void language plpgsql as $$
declare
  r transactions;
  v_side jsonb := jsonb_build_object('sourceType', 'ACCOUNT', 'destinationType', 'ACCOUNT',
    'accountId', 'InternalAccount:' || t.account_id);
  -- A return is an event of its own; what it changes of its purchase is none.
  v_quiet text[] := '{pulls,lastEventAt,authorizedAt,refunded,refunds}';
begin
  select * into r from transactions where id = p_id;
  if r.id is null then
    insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status, source, destination, card)
    select p_id, t.platform_id, t.customer_id, h.platform_customer_id, 'CARD', p_direction, p_status,
      case when p_direction = 'DEBIT' then v_side else '{}' end, case when p_direction = 'CREDIT' then v_side else '{}' end, p_card
    from customers h where h.id = t.customer_id;
    if not p_is_final then return; end if;
  elsif r.card = p_card and r.status = p_status then return;
  else
    update transactions set status = p_status, card = p_card, updated_at = service_now() where id = p_id;
    if r.status = p_status and r.card - v_quiet = p_card - v_quiet then return; end if;
  end if;
  perform emit_event(t.platform_id, 'CARD_TRANSACTION.' || p_status, 'Transaction:' || p_id, to_jsonb(x))
    from transactions x where x.id = p_id;
end $$;

-- The returns of a purchase, each with the part of p_refunded that is its own: the earliest come first. One that was
-- reversed has none. A return that the issuer reports within the purchase shares its name with others of it.
create or replace function card_returns(t card_transactions, p_refunded bigint)
  returns table (id uuid, issuer_token text, at timestamptz, last_at timestamptz, cents bigint, is_reversed boolean,
    settled bigint) language sql stable as $$
  with final as (select e.* from card_events e where e.transaction_id = t.id and e.is_approved and t.direction = 'DEBIT'
      and not awaits_card_pull(e)),
    given as (select card_return_id(e) as id, e.issuer_token, min(e.at) filter (where e.type = 'RETURN') as at,
        max(e.at) as last_at, sum(e.cents) filter (where e.type = 'RETURN') as cents,
        greatest(0, sum(case when e.type = 'RETURN' then e.cents else -e.cents end)) as kept
      from final e where is_card_return(t, e) group by card_return_id(e), e.issuer_token)
  select g.id, g.issuer_token, g.at, g.last_at, g.cents::bigint, g.kept = 0,
    least(g.kept, greatest(0, p_refunded - coalesce(sum(g.kept) over (order by g.at, g.id
      rows between unbounded preceding and 1 preceding), 0)))::bigint
  from given g where g.cents is not null;
$$;

-- Writes the listed rows of a card transaction and of its returns. The transaction is locked. One that the issuer has not
-- reported is not shown.
create or replace function show_card_transaction(t card_transactions) returns void language plpgsql as $$
declare
  s jsonb := card_sums(t, true, null);
  v_status text := card_status(t, s);
  v_card jsonb := card_details(t, s);
  g record;
begin
  if not exists (select 1 from card_events where transaction_id = t.id) then return; end if;
  v_card := v_card || case
    when v_status = 'DECLINED' then declined_card_details(t)
    when v_status = 'VOIDED' then '{"authorized": 0}'
    -- All of it waits for its pull: authorized meanwhile.
    when (s ->> 'count')::integer = 0 then jsonb_build_object('authorized', card_sums(t, false, null) -> 'authorized')
    else '{}' end;
  perform list_card_transaction(t.id, t, t.direction, v_status, v_card, (s ->> 'count')::integer > 0 or v_status = 'DECLINED');
  for g in select * from card_returns(t, (v_card ->> 'refunded')::bigint) order by at, id loop
    perform list_card_transaction(g.id, t, 'CREDIT', case when g.is_reversed then 'VOIDED' else 'SETTLED' end,
      jsonb_build_object('cardId', t.card_id, 'accountId', t.account_id, 'issuerToken', g.issuer_token, 'merchant', t.merchant,
        'originalTransactionId', t.id, 'authorized', case when g.is_reversed then 0 else g.cents end, 'settled', g.settled, 'refunded', 0,
        'settlements', (g.settled > 0)::integer, 'refunds', 0, 'pulls', '{"count": 0, "total": 0, "pending": 0}'::jsonb,
        'authorizedAt', g.at, 'lastEventAt', g.last_at), true);
  end loop;
end $$;

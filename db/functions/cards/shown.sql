-- A card transaction as the others are listed, and its events.

create or replace function card_details(t card_transactions, s jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('cardId', t.card_id, 'accountId', t.account_id, 'issuerToken', t.token, 'merchant', t.merchant,
    'authorized', s -> 'authorized',
    -- Without what is disputed of it: the customer has not been charged or credited with that.
    'settled', case when t.direction = 'CREDIT' then (s ->> 'credited')::bigint + least(0, d.disputed)
      else (s ->> 'debited')::bigint - greatest(0, d.disputed) end,
    'refunded', case when t.direction = 'CREDIT' then 0 else (s ->> 'credited')::bigint + least(0, d.disputed) end,
    'settlements', case when t.direction = 'CREDIT' then s -> 'credits' else s -> 'debits' end,
    'refunds', case when t.direction = 'CREDIT' then to_jsonb(0) else s -> 'credits' end,
    'pulls', coalesce((select jsonb_build_object('count', count(*) filter (where state = 'DONE'),
        'total', coalesce(sum(cents) filter (where state = 'DONE'), 0) * t.units_per_cent,
        'pending', count(*) filter (where state = 'PENDING')) from card_pulls where transaction_id = t.id), '{}'),
    'authorizedAt', coalesce((select min(at) from card_events where transaction_id = t.id and is_approved), t.created_at),
    'lastEventAt', (select max(at) from card_events where transaction_id = t.id))
  from (select (s ->> 'disputed')::bigint - t.accepted_debit + t.accepted_credit as disputed) d;
$$;

-- Writes the listed row of a card transaction. What has changed of it, beside its pulls, is an event. The transaction is
-- locked. One that has no approved event is not shown.
create or replace function show_card_transaction(t card_transactions) returns void language plpgsql as $$
declare
  s jsonb := card_sums(t, true, null);
  v_status text := card_status(t, s);
  v_card jsonb := card_details(t, s);
  r transactions;
  v_side jsonb := jsonb_build_object('sourceType', 'ACCOUNT', 'destinationType', 'ACCOUNT',
    'accountId', 'InternalAccount:' || t.account_id);
begin
  if not exists (select 1 from card_events where transaction_id = t.id and is_approved) then return; end if;
  if (s ->> 'count')::integer = 0 then
    -- All of it waits for its pull: authorized meanwhile.
    v_card := v_card || jsonb_build_object('authorized', card_sums(t, false, null) -> 'authorized');
  end if;
  select * into r from transactions where id = t.id;
  if r.id is null then
    insert into transactions (id, platform_id, customer_id, platform_customer_id, type, direction, status, source, destination, card)
    select t.id, t.platform_id, t.customer_id, h.platform_customer_id, 'CARD', t.direction, v_status,
      case when t.direction = 'DEBIT' then v_side else '{}' end, case when t.direction = 'CREDIT' then v_side else '{}' end, v_card
    from customers h where h.id = t.customer_id;
    if (s ->> 'count')::integer = 0 then return; end if;
  elsif r.card = v_card and r.status = v_status then return;
  else
    update transactions set status = v_status, card = v_card, updated_at = service_now() where id = t.id;
    if r.status = v_status and r.card - '{pulls,lastEventAt,authorizedAt}'::text[] = v_card - '{pulls,lastEventAt,authorizedAt}'::text[] then
      return;
    end if;
  end if;
  perform emit_event(t.platform_id, 'CARD_TRANSACTION.' || v_status, 'Transaction:' || t.id, to_jsonb(x))
    from transactions x where x.id = t.id;
end $$;

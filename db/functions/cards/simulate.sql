-- What a sandbox merchant's next step with a card transaction rests on: of a return, with its purchase; null if the card
-- has no such one. Amounts in cents.
create or replace function card_transaction_to_play(p_card uuid, p_transaction uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('token', t.token, 'direction', t.direction, 'merchant', t.merchant, 'status', x.status,
    'isReturn', x.id <> t.id,
    'returnToken', (select e.issuer_token from card_events e where e.transaction_id = t.id and e.type = 'RETURN'
      and (x.id = t.id or e.issuer_token = x.card ->> 'issuerToken')
      and e.is_approved and e.issuer_token <> t.token and not exists (select 1 from card_events r
        where r.transaction_id = t.id and r.issuer_token = e.issuer_token and r.type = 'RETURN_REVERSAL')
      order by e.at desc, e.ordinal desc limit 1),
    'owed', greatest(0, t.charged + t.given_back),
    'dispute', (select jsonb_build_object('cents', d.cents, 'credited', d.credited) from card_disputes d
      where d.transaction_id = t.id and d.status = 'OPEN' order by d.created_at desc limit 1))
    || card_sums(t, false, null)
  from transactions x join card_transactions t on t.id = coalesce((x.card ->> 'originalTransactionId')::uuid, x.id)
  where x.id = p_transaction and t.card_id = p_card;
$$;

-- Notes which purchase a return is of, before the issuer plays it. False: more than is left of it.
create or replace function begin_card_return(p jsonb) returns boolean language plpgsql as $$
declare
  t card_transactions;
  s jsonb;
begin
  select * into t from card_transactions where id = (p ->> 'transactionId')::uuid for update;
  s := card_sums(t, false, null);
  if t.direction <> 'DEBIT' or (s ->> 'debited')::bigint - (s ->> 'credited')::bigint < (p ->> 'cents')::bigint
      + coalesce((select sum(cents) from card_return_intents where transaction_id = t.id and not is_taken
        and created_at > service_now() - interval '1 hour'), 0) then
    return false;
  end if;
  insert into card_return_intents (id, transaction_id, cents)
  values ((p ->> 'intentId')::uuid, t.id, (p ->> 'cents')::bigint);
  return true;
end $$;

-- The issuer's answer about a return: its token, or that there is none.
create or replace function end_card_return(p_intent uuid, p_token text) returns void language sql as $$
  update card_return_intents set token = coalesce(token, p_token), is_taken = is_taken or p_token is null where id = p_intent;
$$;

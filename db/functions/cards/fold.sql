-- What the events of a card transaction come to, in cents: the sum of its events in the issuer's order, never the
-- issuer's status. Of a purchase, `returned` is what merchants have given back of it, and `credited` that with what the
-- issuer has corrected; `overReversed` what was reversed of returns beyond what each had given. `approved` is what we
-- approved, less what was released of it before it was cleared.

-- Whether it is not decided yet if the money of an event can be taken.
create or replace function awaits_card_pull(e card_events) returns boolean language sql stable as $$
  select exists (select 1 from card_pulls p
    where p.transaction_id = e.transaction_id and p.event_token = e.token and p.state = 'PENDING' and not p.is_advanced);
$$;

-- p_final: without events whose pulls are not decided yet, as the transaction is shown. p_before: of the events
-- before this one alone; null: of all.
create or replace function card_sums(t card_transactions, p_final boolean, p_before card_events) returns jsonb language plpgsql stable as $$
declare
  e record;
  v_pending bigint := 0;
  v_debited bigint := 0;
  v_credited bigint := 0;
  v_returned bigint := 0;
  v_over bigint := 0;
  v_authorized bigint := 0;
  v_approved bigint := t.decided;
  v_disputed bigint := 0;
  v_debits integer := 0;
  v_credits integer := 0;
  v_returns integer := 0;
  v_overs integer := 0;
  v_is_reversed boolean := false;
  v_given text[] := '{}';
  v_count integer := 0;
  v_is_released boolean := false;
begin
  for e in select * from card_events x where x.transaction_id = t.id and x.is_approved
      and (p_before.token is null or (x.at, x.ordinal, x.token) < (p_before.at, p_before.ordinal, p_before.token))
      and not (p_final and awaits_card_pull(x))
    order by x.at, x.ordinal, x.token loop
    v_count := v_count + 1;
    v_disputed := v_disputed + e.disputed;
    v_is_released := v_is_released or e.type in ('AUTHORIZATION_REVERSAL', 'AUTHORIZATION_EXPIRY')
      or e.type = 'AUTHORIZATION_ADVICE' and e.cents = 0 or e.type = 'RETURN_REVERSAL' and t.direction = 'CREDIT';
    case e.type
      when 'AUTHORIZATION' then
        v_pending := v_pending + e.cents;
        v_authorized := v_authorized + e.cents;
      -- The new total: what has been cleared is part of it. Of a credit it says nothing that could be held.
      when 'AUTHORIZATION_ADVICE' then
        if t.direction = 'DEBIT' then
          v_pending := greatest(0, e.cents - v_debited);
          v_authorized := e.cents;
        end if;
      when 'AUTHORIZATION_REVERSAL' then
        -- What is released before anything is cleared was not authorized after all.
        if v_debits = 0 and v_pending > 0 then v_authorized := v_authorized - least(e.cents, v_pending); end if;
        v_approved := v_approved - least(e.cents, greatest(0, v_approved - v_debited));
        v_pending := case when v_pending < 0 then 0 else greatest(0, v_pending - e.cents) end;
      when 'AUTHORIZATION_EXPIRY' then
        v_pending := 0;
      when 'CLEARING', 'CORRECTION_DEBIT' then
        v_pending := greatest(0, v_pending - e.cents);
        v_debited := v_debited + e.cents;
        v_debits := v_debits + 1;
      when 'FINANCIAL_AUTHORIZATION' then
        v_authorized := v_authorized + e.cents;
        v_debited := v_debited + e.cents;
        v_debits := v_debits + 1;
      when 'CREDIT_AUTHORIZATION', 'CREDIT_AUTHORIZATION_ADVICE' then
        v_pending := v_pending - e.cents;
        v_authorized := v_authorized + e.cents;
      when 'FINANCIAL_CREDIT_AUTHORIZATION', 'RETURN', 'CORRECTION_CREDIT' then
        if v_pending < 0 then v_pending := least(0, v_pending + e.cents); end if;
        if t.direction = 'CREDIT' and v_authorized < v_credited + e.cents then v_authorized := v_credited + e.cents; end if;
        v_credited := v_credited + e.cents;
        v_credits := v_credits + 1;
        if e.type = 'RETURN' or t.direction = 'CREDIT' then v_given := v_given || e.token; end if;
        if e.type = 'RETURN' then
          v_returned := v_returned + e.cents;
          v_returns := v_returns + 1;
        end if;
      when 'RETURN_REVERSAL' then
        v_credited := v_credited - e.cents;
        v_credits := v_credits - 1;
        v_returned := v_returned - e.cents;
        v_returns := v_returns - 1;
        v_is_reversed := true;
        v_given := v_given || e.token;
      else null;
    end case;
  end loop;
  if v_is_reversed then
    select coalesce(sum(greatest(0, -o.cents)), 0), coalesce(sum(greatest(0, -o.n)), 0) into v_over, v_overs from (
      select sum(case when x.type = 'RETURN_REVERSAL' then -x.cents else x.cents end) as cents,
        sum(case when x.type = 'RETURN_REVERSAL' then -1 else 1 end) as n
      from card_events x where x.transaction_id = t.id and x.is_approved and x.token = any (v_given) group by x.issuer_token) o;
  end if;
  return jsonb_build_object('pending', v_pending, 'debited', v_debited, 'credited', v_credited, 'debits', v_debits,
    'credits', v_credits + v_overs, 'returned', v_returned + v_over, 'returns', v_returns + v_overs, 'overReversed', v_over,
    'authorized', v_authorized, 'approved', v_approved, 'disputed', v_disputed, 'count', v_count, 'isReleased', v_is_released);
end $$;

-- The status of a card transaction: of what is final alone. VOIDED: released before anything was cleared, or a credit that
-- was taken back.
create or replace function card_status(t card_transactions, s jsonb) returns text language sql stable as $$
  select case
    when exists (select 1 from card_pulls p where p.transaction_id = t.id and p.state <> 'DONE' and p.is_advanced) then 'EXCEPTION'
    when not exists (select 1 from card_events where transaction_id = t.id and is_approved) then 'DECLINED'
    when (s ->> 'count')::integer = 0 then 'AUTHORIZED'
    when t.direction = 'CREDIT' and (s ->> 'pending')::bigint < 0 then 'AUTHORIZED'
    when (s ->> 'pending')::bigint > 0 then case when (s ->> 'debited')::bigint > 0 then 'PARTIALLY_SETTLED' else 'AUTHORIZED' end
    when (s ->> 'isReleased')::boolean and (s ->> 'debits')::integer = 0 and (s ->> 'credited')::bigint <= 0 then 'VOIDED'
    else 'SETTLED' end;
$$;

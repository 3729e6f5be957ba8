-- Nothing waits for this money, or what waited cannot take it.
create or replace function leave_unclaimed(p_arrival text, p_quote uuid, p_why text) returns void language plpgsql as $$
declare a arrivals;
begin
  update arrivals set outcome = 'UNCLAIMED' where id = p_arrival and outcome is null returning * into a;
  if not found then return; end if;
  perform ledger_transfer('Arrival:' || a.id || '/unclaimed', 'POSTED', ledger_account_for('FUNDING', a.currency),
    ledger_account_for('SUSPENSE', a.currency), a.currency, a.amount, null, 'Arrival:' || a.id);
  perform add_timeline(q.platform_id, 'Transaction:' || q.transaction_id,
    'money arrived that it cannot take (' || p_why || ')', null, 'operator', 'a decision about the suspense account')
  from quotes q where q.id = p_quote;
end $$;

-- A notice of arrival, any number of times. Another amount than the quote's is its head's to refuse.
create or replace function note_arrival(p_id text, p_reference text, p_amount bigint, p_currency text)
returns text language plpgsql as $$
declare
  q quotes;
  v_why text;
begin
  select * into q from quotes where funding_reference = p_reference and kind = 'QUOTE' for update;
  insert into arrivals (id, funding_reference, amount, currency) values (p_id, p_reference, p_amount, p_currency)
    on conflict (id) do nothing;
  if not found then return (select coalesce(outcome, 'OPEN') from arrivals where id = p_id); end if;
  v_why := case
    when q.id is null then 'an unknown reference'
    when q.sending_currency <> p_currency then 'another currency'
    when q.executed_at is not null or exists (select 1 from arrivals where quote_id = q.id
      and outcome is distinct from 'UNCLAIMED') then 'a second time'
    when q.status <> 'PENDING' or q.expires_at <= service_now() then 'too late' end;
  if v_why is not null then
    perform leave_unclaimed(p_id, q.id, v_why);
    return 'UNCLAIMED';
  end if;
  update arrivals set quote_id = q.id, attempt = q.attempt where id = p_id;
  return 'OPEN';
end $$;

-- Whether the payment has taken the money: null while its head has not decided.
create or replace function close_arrival(p_id text) returns text language plpgsql as $$
declare
  a arrivals;
  q quotes;
begin
  -- In the order of note_arrival: the quote before the arrival.
  select * into q from quotes where id = (select quote_id from arrivals where id = p_id) for update;
  select * into a from arrivals where id = p_id for update;
  if a.outcome is not null then return a.outcome; end if;
  if q.executed_attempt = a.attempt and q.funded_amount = a.amount then
    update arrivals set outcome = 'PAID_FOR' where id = p_id;
    return 'PAID_FOR';
  end if;
  if q.executed_attempt is null and q.attempt = a.attempt and q.status = 'PENDING' then return null; end if;
  perform leave_unclaimed(p_id, q.id, coalesce(lower(replace(q.refusals ->> a.attempt::text, '_', ' ')), 'too late'));
  return 'UNCLAIMED';
end $$;

-- Payments and refunds of the inbox whose workflows have no signal yet that they need a person, at most p_max; what
-- needs none any more is forgotten, and signalled again when it does. `run` and `attempt` name the workflow as open_rows_page
-- does.
create or replace function waits_to_show(p_waiting_seconds integer, p_max integer)
returns table (kind text, subject text, payment_id uuid, run text, attempt integer) language sql as $$
  with waits as materialized (
    select w.kind, w.subject from waiting_payments(p_waiting_seconds) w
    union
    -- By the payment's id for each: they are few.
    select 'UNCONFIRMED', 'Transaction:' || payment.transaction_id
    from rail_orders o cross join lateral (select * from payments p where p.id = o.payment_id offset 0) payment
    where o.unconfirmed_since is not null),
  forgotten as (
    delete from shown_waits s where not exists (
      select 1 from waits w where w.kind = s.kind and w.subject = s.subject))
  select w.kind, w.subject, payment.id, coalesce(o.workflow, 'PAYMENT'), coalesce(o.attempt, 1)
  from waits w
  cross join lateral (select p.id from payments p
    where p.transaction_id = substring(w.subject from '^Transaction:(.{36})$')::uuid offset 0) payment
  left join lateral (select x.workflow, x.attempt from rail_orders x
    where x.payment_id = payment.id and x.kind = 'REFUND' and case w.kind
      when 'REFUND_WAITING' then x.state in ('CREATED', 'SUBMITTED')
      when 'UNCONFIRMED' then x.unconfirmed_since is not null else false end
    order by x.attempt desc limit 1) o on true
  where not exists (select 1 from shown_waits s where s.kind = w.kind and s.subject = w.subject)
  limit p_max;
$$;

-- Notes that the workflow of a subject has the signal, or has ended.
create or replace function note_shown_wait(p_kind text, p_subject text) returns void language sql as $$
  insert into shown_waits (kind, subject) values (p_kind, p_subject) on conflict do nothing;
$$;

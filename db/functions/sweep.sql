-- Rows that somebody has to finish, quiet for a while: each must have a workflow.
create or replace function open_rows(p_quiet_seconds integer, p_max integer) returns table (
  kind text, id uuid, platform_id uuid, customer_id uuid, account_id uuid, transaction_id uuid,
  credential_id uuid, number integer) language sql stable as $$
  with line as (select service_now() - make_interval(secs => p_quiet_seconds) as at)
  (select 'QUOTE', q.id, q.platform_id, q.customer_id, q.source_account_id, q.transaction_id, null::uuid,
     q.executed_attempt from quotes q, line where q.status = 'PROCESSING' and q.updated_at < line.at)
  union all
  (select refund_run_of(q), q.id, q.platform_id, q.customer_id, q.source_account_id, q.transaction_id, null::uuid,
     case q.refund_run when 'REFUND_AGAIN' then q.refund_attempt else q.executed_attempt end
     from quotes q, line where q.refund_open and q.updated_at < line.at)
  union all
  (select 'REQUEST', r.id, r.platform_id, null, r.account_id, null, r.credential_id, r.claimed_attempt
     from requests r, line where r.status = 'CLAIMED' and r.updated_at < line.at)
  union all
  (select 'VERIFICATION', v.id, v.platform_id, null, null, null, v.credential_id, v.issuance_number
     from otp_verifications v, line where v.status = 'PENDING' and v.updated_at < line.at)
  union all
  (select 'ISSUANCE', i.credential_id, c.platform_id, null, c.account_id, null, i.credential_id, i.number
     from otp_issuances i join credentials c on c.id = i.credential_id, line
     where i.status = 'PENDING' and i.updated_at < line.at)
  union all
  (select 'CUSTOMER', c.id, c.platform_id, c.id, a.id, null, null, 1
     from internal_accounts a join customers c on c.id = a.customer_id, line
     where a.status = 'PENDING' and a.type = 'EMBEDDED_WALLET' and a.updated_at < line.at)
  limit p_max;
$$;

-- Says once on the timeline of a payment that has waited too long whom it waits for, and once more
-- of its refund.
create or replace function flag_waiting_payments(p_minutes integer) returns void language sql as $$
  with waiting as (
    select q.platform_id, 'Transaction:' || q.transaction_id as subject, q.executed_attempt,
      case when q.refund_open then 'the payout rail''s word about the refund'
        when 'COLLECT' = any (q.steps) and q.funded_amount is null then 'the payout rail''s collection'
        when q.payout_submitted_at is null then 'the wallet provider'
        else 'the payout rail''s final word' end || '; see payment:resolve' as waits_for
    from quotes q join transactions t on t.id = q.transaction_id
    where (q.status = 'PROCESSING' or q.refund_open)
      and coalesce(case when q.refund_open then (t.refund ->> 'initiatedAt')::timestamptz end, q.executed_at)
        < service_now() - make_interval(mins => p_minutes))
  select add_timeline(w.platform_id, w.subject, 'waits too long', w.executed_attempt, 'operator', w.waits_for)
  from waiting w where not exists (select 1 from timeline l where l.subject = w.subject
    and l.what = 'waits too long' and (l.waits_for ~ 'refund') = (w.waits_for ~ 'refund'));
$$;

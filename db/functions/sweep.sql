-- Open rows that have not changed for p_quiet_seconds: each must have a running workflow.
create or replace function open_rows(p_quiet_seconds integer, p_max integer) returns table (
  kind text, id uuid, platform_id uuid, customer_id uuid, account_id uuid, transaction_id uuid,
  credential_id uuid, number integer) language sql stable as $$
  with line as (select service_now() - make_interval(secs => p_quiet_seconds) as at)
  (select 'PAYMENT', payment.id, payment.platform_id, payment.customer_id, payment.source_account_id, payment.transaction_id, null::uuid,
     payment.executed_attempt from payments payment, line where payment.status = 'PROCESSING' and payment.updated_at < line.at)
  union all
  (select o.workflow, payment.id, payment.platform_id, payment.customer_id, payment.source_account_id,
     payment.transaction_id, null::uuid,
     case o.workflow when 'REFUND_RETRY' then o.attempt else payment.executed_attempt end
     from rail_orders o join payments payment on payment.id = o.payment_id, line
     where o.kind = 'REFUND' and (o.state in ('CREATED', 'SUBMITTED') or o.unconfirmed_since is not null)
     and o.updated_at < line.at)
  union all
  -- Recorded as paid by an operator, and not confirmed by the rail.
  (select 'PAYMENT', payment.id, payment.platform_id, payment.customer_id, payment.source_account_id,
     payment.transaction_id, null::uuid, payment.executed_attempt
     from rail_orders o join payments payment on payment.id = o.payment_id, line
     where o.kind <> 'REFUND' and o.unconfirmed_since is not null and o.updated_at < line.at
     and payment.status <> 'PROCESSING')
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

-- Flags a payment that has been open for too long on its timeline, with the party that it waits for:
-- once for the payment and once for its refund.
create or replace function flag_overdue_payments(p_minutes integer) returns void language sql as $$
  with waiting as (
    select payment.platform_id, payment.transaction_id, payment.executed_attempt, payment.executed_at as since,
      case when 'COLLECT' = any (payment.steps) and payment.funded_amount is null then 'COLLECTION_UNDECIDED'
        when rail_order_state(payment, 'PAYOUT') is null then 'WALLET_PROVIDER_UNDECIDED'
        else 'PAYOUT_UNDECIDED' end as reason
    from payments payment where payment.status = 'PROCESSING'
    union all
    select payment.platform_id, payment.transaction_id, payment.executed_attempt,
      (t.refund ->> 'initiatedAt')::timestamptz, 'REFUND_UNDECIDED'
    from rail_orders o join payments payment on payment.id = o.payment_id
    join transactions t on t.id = payment.transaction_id
    where o.kind = 'REFUND' and o.state in ('CREATED', 'SUBMITTED'))
  select add_timeline(w.platform_id, 'Transaction:' || w.transaction_id, 'WAITING_TOO_LONG', w.executed_attempt,
    'OPERATOR', w.reason)
  from waiting w where w.since < service_now() - make_interval(mins => p_minutes)
    and not exists (select 1 from timeline l where l.subject = 'Transaction:' || w.transaction_id
      and l.code = 'WAITING_TOO_LONG'
      and (l.waiting_reason = 'REFUND_UNDECIDED') = (w.reason = 'REFUND_UNDECIDED'));
$$;

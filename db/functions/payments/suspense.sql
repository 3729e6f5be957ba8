-- Whether a step of a payment has been booked: its transfer exists.
create or replace function is_booked(payment payments, p_step text) returns boolean language sql stable as $$
  select exists (select 1 from ledger_transfers where id = 'Quote:' || payment.id || '/' || p_step);
$$;

-- Whether money that should have been refunded is in suspense until an operator decides.
create or replace function is_in_suspense(payment payments) returns boolean language sql stable as $$
  select not is_refund_open(payment) and suspense_balance_of(payment, 'set-aside', 'refund-returned', 'refund-landed-late', 'refund-again',
    'resolved-refund') > 0;
$$;

-- The suspense balance of a payment over the given steps; negative where it has drawn on suspense.
create or replace function suspense_balance_of(payment payments, variadic p_steps text[]) returns bigint language sql stable as $$
  select coalesce(sum(case when a.id = t.credit_account_id then t.amount else -t.amount end), 0)::bigint
  from ledger_transfers t join ledger_accounts a on a.environment = payment.environment
    and a.kind = 'SUSPENSE' and a.currency = payment.sending_currency and a.id in (t.debit_account_id, t.credit_account_id)
  where t.reference = 'Transaction:' || payment.transaction_id and split_part(t.id, '/', 2) = any (p_steps);
$$;

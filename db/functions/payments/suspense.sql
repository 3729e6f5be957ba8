-- Whether a step of a payment has been booked: its transfer exists.
create or replace function is_booked(payment payments, p_step text) returns boolean language sql stable as $$
  select exists (select 1 from ledger_transfers where id = 'Quote:' || payment.id || '/' || p_step);
$$;

-- Whether money that should have been refunded is in suspense until an operator decides.
create or replace function is_in_suspense(payment payments) returns boolean language sql stable as $$
  select not is_refund_open(payment) and suspense_balance_of(payment, 'set-aside', 'refund-returned', 'refund-landed-late', 'refund-again',
    'resolved-refund') > 0;
$$;

-- A refund that cannot be paid: the money moves to suspense until an operator decides, and the payment has failed.
create or replace function set_refund_aside(payment payments, p_from uuid, p_amount bigint, p_reason text, p_cause text)
returns void language plpgsql as $$
declare v_transfer text := 'Quote:' || payment.id || '/set-aside';
begin
  perform ledger_transfer(v_transfer, 'POSTED', p_from,
    service_account(payment.environment, 'SUSPENSE', payment.sending_currency), payment.sending_currency, p_amount, null,
    'Transaction:' || payment.transaction_id);
  perform record_failure_and_refund(payment, p_reason, p_cause, 'FAILED', v_transfer);
  perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id, 'FAILED_REFUND_REFUSED', null,
    'OPERATOR', 'PAYMENT_RESOLVE', jsonb_build_object('reason', p_reason));
end $$;

-- The suspense balance of a payment over the given steps; negative where it has drawn on suspense.
create or replace function suspense_balance_of(payment payments, variadic p_steps text[]) returns bigint language sql stable as $$
  select coalesce(sum(case when a.id = t.credit_account_id then t.amount else -t.amount end), 0)::bigint
  from ledger_transfers t join ledger_accounts a on a.environment = payment.environment
    and a.kind = 'SUSPENSE' and a.currency = payment.sending_currency and a.id in (t.debit_account_id, t.credit_account_id)
  where t.reference = 'Transaction:' || payment.transaction_id and split_part(t.id, '/', 2) = any (p_steps);
$$;

-- Payouts that an operator has paused, payments of what is frozen, and those to a payee whose proof has failed: what has not
-- left waits, and nothing else changes.

-- Whether payouts are paused: of an environment's rail, or of a platform.
create or replace function are_payouts_paused(p_environment text, p_platform uuid) returns boolean language sql stable as $$
  select exists (select 1 from payout_pauses p where p.environment = p_environment and p.resumed_at is null
    and (p.platform_id is null or p.platform_id = p_platform));
$$;

-- Whether the payouts of a payment are.
create or replace function is_payout_paused(payment payments) returns boolean language sql stable as $$
  select are_payouts_paused(payment.environment, payment.platform_id);
$$;

-- Pauses the payouts of an environment's rail, or of one platform. False: they are paused already. Payouts that are
-- being submitted in this moment leave.
create or replace function pause_payouts(p_environment text, p_platform uuid, p_by text, p_reason text) returns boolean
language plpgsql as $$
begin
  insert into payout_pauses (environment, platform_id, paused_by, reason)
    values (p_environment, p_platform, p_by, p_reason) on conflict do nothing;
  return found;
end $$;

-- Ends such a pause. False: there is none. A job has the payouts that wait go on at once.
create or replace function resume_payouts(p_environment text, p_platform uuid, p_by text) returns boolean
language plpgsql as $$
begin
  update payout_pauses set resumed_at = service_now(), resumed_by = p_by
    where environment = p_environment and platform_id is not distinct from p_platform and resumed_at is null;
  if not found then return false; end if;
  perform queue_job('resume_payouts', '{}', 'resume-payouts');
  return true;
end $$;

-- What keeps a payment that is accepted from leaving for its payee, at every step before: FROZEN; UNPROVEN, a proof of the
-- payee's wallet has failed; null: nothing.
create or replace function payment_hold(payment payments) returns text language sql stable as $$
  select case when is_payment_frozen(payment) then 'FROZEN'
    when exists (select 1 from external_accounts e where e.id = payment.destination_account_id and is_proof_failed(e)) then 'UNPROVEN' end;
$$;

-- What an instruction to the rail that has not left waits for: `payment_hold`, or PAUSED; null: it may leave. What is
-- collected from a payer, or goes back to one, is the payer's: the payee does not matter, and pauses are of payouts.
create or replace function rail_hold(payment payments, p_kind text) returns text language sql stable as $$
  select case when p_kind <> 'PAYOUT' then case when is_payer_frozen(payment) then 'FROZEN' end
    else coalesce(payment_hold(payment), case when is_payout_paused(payment) then 'PAUSED' end) end;
$$;

-- What ends the wait of such a cause, as timelines and the inbox name it.
create or replace function hold_end(p_cause text) returns text language sql immutable as $$
  select case p_cause when 'FROZEN' then 'RELEASE' when 'UNPROVEN' then 'OWNERSHIP_PROOF' else 'PAYOUTS_RESUMED' end;
$$;

-- The wait as the payment shows it; null: of one that is an operator's alone.
create or replace function pending_reason(p_cause text) returns text language sql immutable as $$
  select case p_cause when 'FROZEN' then 'COMPLIANCE_REVIEW' when 'UNPROVEN' then 'WALLET_VERIFICATION_REQUIRED' end;
$$;

-- Notes what an instruction of a payment that the caller has locked waits for, on its timeline once for each cause. Null: it
-- goes on.
create or replace function note_hold(payment payments, p_cause text, p_kind text default 'PAYOUT') returns void
language plpgsql as $$
begin
  if p_cause is null then
    delete from paused_payouts where payment_id = payment.id;
    if found then
      update transactions set pending_reason = null, updated_at = service_now() where id = payment.transaction_id;
    end if;
    return;
  end if;
  insert into paused_payouts as w (payment_id, kind, cause) values (payment.id, p_kind, p_cause)
    on conflict (payment_id) do update set kind = excluded.kind, cause = excluded.cause
    where (w.kind, w.cause) <> (excluded.kind, excluded.cause);
  if found then
    -- Of a UMA payment the cause may be the payee's, which is not its payer's to see.
    update transactions set pending_reason = case when payment.destination_uma is null then pending_reason(p_cause) end,
      updated_at = service_now() where id = payment.transaction_id;
    perform add_timeline(payment.platform_id, 'Transaction:' || payment.transaction_id,
      case p_cause when 'FROZEN' then 'PAYMENT_FROZEN' when 'UNPROVEN' then 'PAYEE_UNPROVEN' else 'PAYOUT_PAUSED' end, null,
      case p_cause when 'UNPROVEN' then 'CUSTOMER' else 'OPERATOR' end, hold_end(p_cause));
  end if;
end $$;

-- Whether a step before the payout has to wait, as the payout would: what the wallet has not signed, and what no platform
-- has been asked about.
create or replace function is_held(p_payment uuid) returns boolean language plpgsql as $$
declare
  payment payments;
  v_hold text;
begin
  perform lock_against_freeze(payment_customer_ids(jsonb_build_object('paymentId', p_payment)));
  if not (select payment_hold(q) is not null or exists (select 1 from paused_payouts where payment_id = q.id)
      from payments q where q.id = p_payment) then
    return false;
  end if;
  select * into payment from payments where id = p_payment for update;
  if payment.status = 'PROCESSING' and payment.cancel_requested_at is null then v_hold := payment_hold(payment); end if;
  perform note_hold(payment, v_hold);
  return v_hold is not null;
end $$;

-- Payments that wait for no pause, no release and no proof any more, or are to be stopped, after the one given. What is closed
-- meanwhile is forgotten.
create or replace function resumed_payouts(p_after uuid, p_max integer)
returns table (payment_id uuid, run text, attempt integer) language plpgsql as $$
begin
  delete from paused_payouts w using payments q where q.id = w.payment_id
    and case w.kind when 'REFUND' then not is_refund_open(q) else q.status <> 'PROCESSING' end;
  return query select w.payment_id, coalesce(r.workflow, 'PAYMENT'), coalesce(r.attempt, 1)
    from paused_payouts w join payments q on q.id = w.payment_id
    left join lateral last_refund(q) r on w.kind = 'REFUND'
    where w.payment_id > p_after and (rail_hold(q, w.kind) is null or w.kind <> 'REFUND' and q.cancel_requested_at is not null)
    order by w.payment_id limit p_max;
end $$;

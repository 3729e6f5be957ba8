-- Payouts that an operator has paused: what has not left for the rail waits, and nothing else changes.

-- Whether the payouts of a payment are paused: its environment's rail, or its platform.
create or replace function is_payout_paused(payment payments) returns boolean language sql stable as $$
  select exists (select 1 from payout_pauses p where p.environment = payment.environment and p.resumed_at is null
    and (p.platform_id is null or p.platform_id = payment.platform_id));
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

-- Payments that wait for no pause any more, after the one given. What is closed meanwhile is forgotten.
create or replace function resumed_payouts(p_after uuid, p_max integer) returns table (payment_id uuid)
language plpgsql as $$
begin
  delete from paused_payouts w using payments q where q.id = w.payment_id and q.status <> 'PROCESSING';
  return query select w.payment_id from paused_payouts w join payments q on q.id = w.payment_id
    where w.payment_id > p_after and not is_payout_paused(q) order by w.payment_id limit p_max;
end $$;

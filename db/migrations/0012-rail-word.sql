-- What the rail has said of a payment that is still under way. The payment asks the rail itself and
-- may not have heard it yet when a person, or the rail's own mistake, ends it as failed.
alter table quotes add column rail_settled_at timestamptz;

-- A notice of settlement: noted on the payment while it is under way. The row's lock orders this
-- against its end; the caller reads the status after it.
create function note_rail_settled(p_transaction uuid) returns void language sql as $$
  update quotes set rail_settled_at = service_now()
  where transaction_id = p_transaction and status = 'PROCESSING' and rail_settled_at is null;
$$;

alter function fail_payment(uuid, text, text, text) rename to refund_payment;

-- The payment failed for good before its payout: the hold goes back. Where the rail had told of a
-- settlement before, that payout has landed after its refund.
create function fail_payment(p_quote uuid, p_reason text, p_cause text, p_refund text)
returns text language plpgsql as $$
declare
  v_status text := refund_payment(p_quote, p_reason, p_cause, p_refund);
begin
  if v_status = 'FAILED' and exists (
    select 1 from quotes where id = p_quote and rail_settled_at is not null) then
    perform settle_payment(p_quote);
  end if;
  return v_status;
end $$;

-- What is recorded about an instruction to the rail until the rail's own final word about it.
alter table rail_orders
  -- as it was first submitted, so that it can be submitted again unchanged; null once it has ended,
  -- and for one that an earlier release has submitted
  add column instruction jsonb,
  -- of a refund: from here on it is not submitted, and is stopped if it may have left
  add column stop_requested_at timestamptz,
  -- an operator has recorded it as paid; the rail has not said so yet
  add column unconfirmed_since timestamptz,
  -- the rail has reported it as failed after it had settled
  add column reversed_at timestamptz;

alter table rail_orders
  drop constraint rail_orders_workflow_check,
  add constraint rail_orders_workflow_check
    check (workflow in ('PAYMENT', 'RETURNED', 'REVERSED', 'COLLECTED_LATE', 'REFUND_RETRY')) not valid;

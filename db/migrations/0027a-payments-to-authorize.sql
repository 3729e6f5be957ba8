-- Executed payments that wait for their payer's authorization: the sweep reads them in this order.
create index concurrently payments_to_authorize on payments (updated_at, id)
  where status = 'PENDING_AUTHORIZATION' and executed_attempt is not null;

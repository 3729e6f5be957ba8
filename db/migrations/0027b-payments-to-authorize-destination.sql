-- Whether an invoice has a payment already, one that waits for its authorization too.
create index concurrently payments_to_authorize_destination on payments (destination_account_id)
  where status = 'PENDING_AUTHORIZATION';

-- What a customer still has to authorize.
create index concurrently payments_to_authorize_payer on payments (customer_id)
  where status = 'PENDING_AUTHORIZATION';

-- Ended ones too, which the index of live sessions leaves out: for the erasure of a customer.
create index concurrently sca_sessions_of_customer on sca_sessions (customer_id);

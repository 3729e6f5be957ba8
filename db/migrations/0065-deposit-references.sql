-- What a payer has written is what an operator searches by.
create index concurrently deposits_reference on deposits (funding_reference);

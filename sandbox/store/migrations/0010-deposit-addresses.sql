-- Addresses at which the rail takes money for an account, under the reference that its notice has.
create table deposit_addresses (
  address text primary key,
  reference text not null,
  -- the chain of the address
  network text
);

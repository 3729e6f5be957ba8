-- For whose bank account an address of the provider's stands.
create index concurrently stablecoin_addresses_debit on stablecoin_addresses (address_id) where purpose = 'DEBIT';

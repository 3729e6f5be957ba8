-- By address alone for a receiver, with the platform for a list. Deleted customers included: their
-- addresses are not issued again.
create unique index concurrently customers_uma_address on customers (lower(uma_address), platform_id);

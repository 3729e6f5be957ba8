-- Was unique over all environments.
drop index concurrently customers_uma;

-- customers_uma_address serves its lists.
drop index concurrently customers_uma_all;

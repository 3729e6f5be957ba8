-- Deleted customers whose personal data is still there, oldest first.
create index concurrently customers_to_erase on customers (deleted_at) where deleted_at is not null and erased_at is null;

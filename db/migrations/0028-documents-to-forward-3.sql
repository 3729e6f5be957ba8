-- What imports have said of a customer is found when it is erased.
create index concurrently bulk_import_errors_customer on bulk_import_errors (correlation_id);

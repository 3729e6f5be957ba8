-- `webhook_deliveries_of_endpoint` replaces it.
drop index concurrently webhook_deliveries_queued;

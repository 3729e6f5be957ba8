-- The queue of a platform's endpoint.
create index concurrently webhook_deliveries_of_endpoint on webhook_deliveries
  (platform_id, endpoint, is_manual, next_attempt_at) where status = 'PENDING' and is_queued;

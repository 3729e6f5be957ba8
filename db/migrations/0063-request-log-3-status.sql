-- The rare ones among many.
create index concurrently request_log_of_status on request_log
  (platform_id, status, at, (lpad(to_hex(id), 32, '0')::uuid));

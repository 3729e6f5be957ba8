-- A platform's own requests, as it lists them.
create index concurrently request_log_of_platform on request_log
  (platform_id, at, (lpad(to_hex(id), 32, '0')::uuid));

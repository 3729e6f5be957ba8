create index concurrently request_log_of_method on request_log
  (platform_id, method, at, (lpad(to_hex(id), 32, '0')::uuid));

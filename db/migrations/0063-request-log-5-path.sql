-- Paths by how they begin; those of one resource are few.
create index concurrently request_log_of_path on request_log (platform_id, path text_pattern_ops);

-- `request_log_of_platform` replaces it.
drop index concurrently request_log_platform;

-- When a token last authenticated a request, to the minute; null: not since this column is there.
alter table tokens add column last_used_at timestamptz;

-- As lists read it: rows are ordered by instant and id, and their cursors hold a uuid.
create view request_log_views as
select lpad(to_hex(l.id), 32, '0')::uuid as id, l.at as created_at, l.platform_id, l.request_id, l.method, l.path,
  l.operation, l.status, l.ms
from request_log l;

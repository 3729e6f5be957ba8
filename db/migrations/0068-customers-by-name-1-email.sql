-- Lists of customers by email, in any case.
create index concurrently customers_email on customers
  (list_key(platform_id, lower(email) || '/' || is_deleted::text), created_at desc, id desc);

create index concurrently transactions_received_amount on transactions
  (list_key(platform_id, received_currency || '/' || received_amount::text), created_at desc, id desc);

-- Lists of transactions by an exact amount, sent or received: what must be equal is one key.
create index concurrently transactions_sent_amount on transactions
  (list_key(platform_id, sent_currency || '/' || sent_amount::text), created_at desc, id desc);

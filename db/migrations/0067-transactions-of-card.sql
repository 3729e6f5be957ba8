-- Lists of the transactions of one card.
create index concurrently transactions_card on transactions
  (list_key(platform_id, card ->> 'cardId'), created_at desc, id desc);

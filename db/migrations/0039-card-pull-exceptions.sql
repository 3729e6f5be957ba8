-- Pulls that could not be made, for operators and their alarms.
create index concurrently card_pulls_exception on card_pulls (created_at, id) where state = 'EXCEPTION';

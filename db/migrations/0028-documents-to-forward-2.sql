create index concurrently documents_to_forward on documents (updated_at, id) where is_to_forward;

-- Asked by the foreign key whenever a session is deleted.
create index concurrently requests_session on requests (session_id) where session_id is not null;

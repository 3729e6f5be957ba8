-- The decisions about one subject, of which the last counts.
create index concurrently reconcile_decisions_subject on reconcile_decisions (subject, decided_at);

-- Codes whose message was not taken since it was last ordered: an alarm counts them.
create index concurrently sca_challenges_unsent on sca_challenges (expires_at)
  where code_key is not null and satisfied_at is null and (sent_at is null or sent_at < ordered_at);

-- The attempt that the verification's workflow has taken to the vendor: below `submitted_attempt` it has
-- not been told of the submission, or not yet.
alter table verifications add column taken_attempt integer not null default 0;
-- Changed since the vendor was given the owner: what it says is about somebody else.
alter table beneficial_owners add column is_changed boolean not null default false;

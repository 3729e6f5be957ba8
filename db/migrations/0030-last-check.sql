-- The review that was asked for last: {submission, attempt, reviewStatus}, the vendor's state before it.
-- A repeat after a lost answer sees by it that the review has begun.
alter table verification_applicants add column last_check jsonb;

-- An execute that was answered "not known yet": its head may still run. Until this attempt has an
-- outcome nobody refuses the quote from its row alone, or the head could pay after a no.
alter table quotes add column unknown_attempt integer;

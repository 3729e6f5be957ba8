-- Asked by the foreign key, and by the clean-up, whenever a one-time code is deleted.
create index concurrently otp_verifications_issuance on otp_verifications (credential_id, issuance_number);

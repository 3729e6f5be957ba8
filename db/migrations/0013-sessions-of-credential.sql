-- Sessions that end with their credential.
create index concurrently sessions_credential on sessions (credential_id);

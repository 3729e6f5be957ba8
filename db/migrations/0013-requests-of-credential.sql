-- Unclaimed logins that end when their credential's contact changes (trigger credentials_contact).
create index concurrently requests_credential on requests (credential_id);

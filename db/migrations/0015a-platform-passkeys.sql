-- No answer may depend on another platform's passkeys.
create unique index concurrently credentials_platform_passkey on credentials (platform_id, webauthn_id)
  where revoked_at is null;

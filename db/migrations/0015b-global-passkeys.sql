drop index concurrently credentials_webauthn;

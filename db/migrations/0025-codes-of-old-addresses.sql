-- Whoever can read an address that a wallet has left must not get in by a code that was sent there,
-- nor by a login that such a code has begun and nobody has claimed.
create function void_codes_of_old_contact() returns trigger language plpgsql as $$
begin
  update otp_issuances set expires_at = service_now()
    where credential_id = new.id and status = 'SETTLED' and spent_at is null and expires_at > service_now();
  update otp_issuances set spent_at = service_now()
    where credential_id = new.id and status = 'PENDING' and spent_at is null;
  update requests set expires_at = service_now()
    where credential_id = new.id and status = 'OPEN' and operation = 'OTP_LOGIN' and expires_at > service_now();
  return null;
end $$;
create trigger credentials_contact after update of contact on credentials
  for each row when (old.contact is distinct from new.contact) execute function void_codes_of_old_contact();

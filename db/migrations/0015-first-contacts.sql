-- A wallet of a customer without email and phone number is not made at the provider until a contact
-- is set: whoever logs in, logs in by it.
alter table internal_accounts add column needs_contact boolean not null default false;

-- Google's tokens spell their issuer in two ways; credentials have one of them. Where a wallet has
-- the same identity in both spellings, the older spelling stays and is compared as the newer one.
update credentials c set issuer = 'https://accounts.google.com', updated_at = service_now()
where c.issuer = 'accounts.google.com' and not exists (select 1 from credentials o
  where o.account_id = c.account_id and o.issuer = 'https://accounts.google.com' and o.audience = c.audience
    and o.subject = c.subject and o.revoked_at is null);

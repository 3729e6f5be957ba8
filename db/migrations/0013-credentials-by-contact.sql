-- Whether another customer of the platform logs in with this contact: function contact_taken.
create index concurrently credentials_contact on credentials (platform_id, type, lower(contact))
  where contact is not null and revoked_at is null;

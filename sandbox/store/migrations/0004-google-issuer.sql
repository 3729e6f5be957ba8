-- Google's two spellings are one issuer: of an identity that a user has in both, one stays.
delete from oauth_providers o where o.issuer = 'accounts.google.com' and exists (select 1 from oauth_providers n
  where n.organization_id = o.organization_id and n.issuer = 'https://accounts.google.com'
    and n.audience = o.audience and n.subject = o.subject);
update oauth_providers set issuer = 'https://accounts.google.com' where issuer = 'accounts.google.com';

-- The last word of names by how it begins: of most people the family name. Null for a name of one word.
create index concurrently customers_last_word on customers
  (platform_id, substring(lower(coalesce(profile ->> 'fullName', profile #>> '{businessInfo,legalName}'))
    from '\s(\S+)\s*$') text_pattern_ops);

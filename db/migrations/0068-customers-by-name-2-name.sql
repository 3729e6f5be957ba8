-- Names by how they begin, in any case.
create index concurrently customers_name on customers
  (platform_id, lower(coalesce(profile ->> 'fullName', profile #>> '{businessInfo,legalName}')) text_pattern_ops);

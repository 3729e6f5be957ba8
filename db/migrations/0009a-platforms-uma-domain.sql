-- Of an expression: a plain column would be a key of the platform, whose change waits for every row
-- that refers to the platform.
create unique index concurrently platforms_uma_domain on platforms (environment, lower(uma_domain));

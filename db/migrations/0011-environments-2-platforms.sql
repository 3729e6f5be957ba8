-- What the foreign keys of a platform's accounts and payments refer to.
create unique index concurrently platforms_place on platforms (id, environment);

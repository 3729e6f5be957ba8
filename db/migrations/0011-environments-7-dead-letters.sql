-- Each environment's rail counts its notices by itself.
create unique index concurrently rail_notice_dead_letters_place on rail_notice_dead_letters (environment, sequence);

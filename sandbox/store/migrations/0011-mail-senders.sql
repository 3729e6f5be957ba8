-- What a mail has beside its text, for those who look at it: {fromAddress?, replyTo?, logoUrl?}.
alter table one_time_codes add column sender text, add column mail jsonb not null default '{}';
alter table messages add column mail jsonb not null default '{}';

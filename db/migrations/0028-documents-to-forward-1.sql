-- Documents that came while their holder was being reviewed and that the vendor has not looked at yet.
alter table documents add column is_to_forward boolean not null default false;
-- How often the content was replaced: each content is forwarded by a workflow of its own.
alter table documents add column replacements integer not null default 0;

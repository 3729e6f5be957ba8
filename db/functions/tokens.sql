-- Deletes a token at the wish of another one of its platform, of itself, or (without p_caller) of an operator. Answers DELETED, NOT_FOUND,
-- LAST where the platform would be left without MANAGE, or CALLER_DELETED: authentication remembers
-- tokens for some seconds. All tokens with MANAGE are locked in one order, so that of several that
-- delete each other, or themselves, at once one is left.
create or replace function delete_token(p_platform uuid, p_token uuid, p_caller uuid) returns text
language plpgsql as $$
declare
  v_managing uuid[];
begin
  select array_agg(t.id) into v_managing from (select id from tokens
    where platform_id = p_platform and 'MANAGE' = any (permissions) order by id for update) t;
  if p_caller is not null and (v_managing is null or not p_caller = any (v_managing)) then return 'CALLER_DELETED'; end if;
  if v_managing = array[p_token] then return 'LAST'; end if;
  delete from tokens where id = p_token and platform_id = p_platform;
  return case when found then 'DELETED' else 'NOT_FOUND' end;
end $$;

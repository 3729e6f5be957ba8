-- Locks the cursor of a kind, made at its first use; null while another worker claims.
create or replace function lock_sweep_cursor(p_kind text) returns sweep_cursors language plpgsql as $$
declare c sweep_cursors;
begin
  if not exists (select 1 from sweep_cursors where kind = p_kind) then
    insert into sweep_cursors (kind) values (p_kind) on conflict do nothing;
  end if;
  select * into c from sweep_cursors where kind = p_kind for update skip locked;
  return c;
end $$;

-- Ends a pass and goes back to the first row. One with a page whose worker has died is incomplete: its
-- number may be too small, and the last complete one stands.
create or replace function end_sweep_pass(p_kind text) returns void language sql as $$
  update sweep_cursors set pass = pass + 1, after_at = default, after_id = default, after_number = default,
    missing_last = case when pages_reported = pages_claimed then missing else greatest(missing, missing_last) end,
    missing = 0, pages_claimed = 0, pages_reported = 0, is_at_end = false
  where kind = p_kind;
$$;

-- Claims the next page of a kind for one worker: the cursor moves past it at once, the rows themselves
-- are not written. A page that is not empty must be reported. Null if another worker claims now, or
-- where the last pages of a pass are still being worked on (for 30 seconds at most: their worker has
-- died then, and the next pass meets their rows again).
create or replace function claim_sweep_page(p_kind text, p_quiet_seconds integer, p_max integer) returns jsonb
language plpgsql as $$
declare
  c sweep_cursors := lock_sweep_cursor(p_kind);
  v_rows jsonb;
  v_count integer;
  v_last record;
begin
  if c.kind is null then return null; end if;
  if c.is_at_end then
    if c.claimed_at > clock_timestamp() - interval '30 seconds' then return null; end if;
    perform end_sweep_pass(p_kind);
    select * into c from sweep_cursors where kind = p_kind;
  end if;
  with page as materialized (
    select * from open_rows_page(p_kind, p_quiet_seconds, c.after_at, c.after_id, c.after_number, p_max))
  select l.at, l.key_id, l.key_number, a.rows, a.count into v_last
  from (select jsonb_agg(start_row(r.kind, r.id, r.number) order by r.at, r.key_id, r.key_number) as rows,
      count(*)::integer as count from page r) a
    left join (select * from page order by at desc, key_id desc, key_number desc limit 1) l on true;
  v_rows := coalesce(v_last.rows, '[]');
  v_count := v_last.count;
  update sweep_cursors set claimed_at = clock_timestamp(), is_at_end = v_count < p_max,
    pages_claimed = pages_claimed + (v_count > 0)::integer,
    after_at = coalesce(v_last.at, after_at), after_id = coalesce(v_last.key_id, after_id),
    after_number = coalesce(v_last.key_number, after_number)
  where kind = p_kind;
  if v_count = 0 and c.pages_claimed = c.pages_reported then perform end_sweep_pass(p_kind); end if;
  return jsonb_build_object('pass', c.pass, 'isLast', v_count < p_max, 'rows', v_rows);
end $$;

-- Reports how many rows of a claimed page have no workflow and get none. The last report ends the pass;
-- one of an earlier pass comes too late to count.
create or replace function report_sweep_page(p_kind text, p_pass bigint, p_missing integer) returns void
language plpgsql as $$
declare c sweep_cursors;
begin
  update sweep_cursors set pages_reported = pages_reported + 1, missing = missing + p_missing
    where kind = p_kind and pass = p_pass returning * into c;
  if c.is_at_end and c.pages_reported = c.pages_claimed then perform end_sweep_pass(p_kind); end if;
end $$;

-- Rows without a workflow: those of the last complete pass of each kind, or of the present one where
-- that has found more already.
create or replace function open_rows_without_workflow() returns bigint language sql stable as $$
  select coalesce(sum(greatest(missing, missing_last)), 0)::bigint from sweep_cursors where kind = any (open_row_cursors());
$$;

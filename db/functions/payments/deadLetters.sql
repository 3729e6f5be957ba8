-- The next notices of an environment's rail that could not be booked, in their order, beginning again
-- after the last: those that cannot be booked this time either do not keep the others waiting.
create or replace function claim_dead_letters(p_environment text, p_max integer)
returns table (sequence bigint, notice text) language plpgsql as $$
declare
  c sweep_cursors;
  v_sequences bigint[];
begin
  if not exists (select 1 from rail_notice_dead_letters l where l.environment = p_environment) then return; end if;
  c := lock_sweep_cursor('RAIL_NOTICE/' || p_environment);
  if c.kind is null then return; end if;
  v_sequences := array(select l.sequence from rail_notice_dead_letters l
    where l.environment = p_environment and l.sequence > c.after_number order by l.sequence limit p_max);
  update sweep_cursors set claimed_at = service_now(),
    after_number = case when cardinality(v_sequences) < p_max then -1 else v_sequences[p_max] end
  where kind = c.kind;
  return query select l.sequence, l.notice from rail_notice_dead_letters l
    where l.environment = p_environment and l.sequence = any (v_sequences) order by l.sequence;
end $$;

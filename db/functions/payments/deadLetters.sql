-- The next notices of a provider of an environment that could not be booked, in their order, beginning again
-- after the last: those that cannot be booked this time either do not keep the others waiting.
create or replace function claim_dead_letters(p_environment text, p_provider text, p_max integer)
returns table (sequence bigint, notice text) language plpgsql as $$
declare
  c sweep_cursors;
  v_sequences bigint[];
begin
  if not exists (select 1 from rail_notice_dead_letters l where l.environment = p_environment and l.provider = p_provider) then return; end if;
  c := lock_sweep_cursor('RAIL_NOTICE/' || p_environment || case p_provider when 'RAIL' then '' else '/' || p_provider end);
  if c.kind is null then return; end if;
  v_sequences := array(select l.sequence from rail_notice_dead_letters l
    where l.environment = p_environment and l.provider = p_provider and l.sequence > c.after_number
      and (l.read_again_at is null or l.read_again_at <= service_now()) order by l.sequence limit p_max);
  update sweep_cursors set claimed_at = service_now(),
    after_number = case when cardinality(v_sequences) < p_max then -1 else v_sequences[p_max] end
  where kind = c.kind;
  return query select l.sequence, l.notice from rail_notice_dead_letters l
    where l.environment = p_environment and l.provider = p_provider and l.sequence = any (v_sequences) order by l.sequence;
end $$;

-- A notice that could still not be read is asked for again once it is twice as old: after five seconds at first, each hour at last.
create or replace function defer_dead_letter(p_environment text, p_provider text, p_event text) returns void language sql as $$
  update rail_notice_dead_letters set read_again_at = service_now()
    + least(greatest(service_now() - created_at, interval '5 seconds'), interval '1 hour')
  where environment = p_environment and provider = p_provider and event_id = p_event;
$$;

-- Claims a provider's feed for one process for p_seconds, and returns where to read on; null: another process reads it.
create or replace function claim_rail_feed(p_environment text, p_provider text, p_holder uuid, p_seconds integer) returns text
language sql as $$
  update rail_cursors set held_by = p_holder, held_until = clock_timestamp() + make_interval(secs => p_seconds)
  where environment = p_environment and provider = p_provider
    and (held_by is null or held_by = p_holder or held_until <= clock_timestamp()) returning position;
$$;

-- Has read the feed up to there. Only from where the reading began: a restore may have set it back meanwhile, and what came
-- between is to be read again.
create or replace function advance_rail_feed(p_environment text, p_provider text, p_from text, p_to text) returns void
language sql as $$
  update rail_cursors set position = p_to where environment = p_environment and provider = p_provider and position = p_from;
$$;

-- Another process may read it now.
create or replace function release_rail_feed(p_environment text, p_provider text, p_holder uuid) returns void
language sql as $$
  update rail_cursors set held_by = null, held_until = null
  where environment = p_environment and provider = p_provider and held_by = p_holder;
$$;

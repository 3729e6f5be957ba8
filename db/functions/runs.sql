-- The rows of workflows' subjects. A workflow's id names its subject: `Quote:<uuid>`, or `Quote:<uuid>/return`
-- for work about it.

-- Of each workflow whose run has completed: OK; MISSING: its row does not exist; BEHIND: its row is in an
-- earlier state than that run left it. Null for a kind that has no row, or whose rows are deleted soon.
create or replace function run_rows(p_workflow_ids text[]) returns table (workflow_id text, state text)
language sql stable as $$
  with subjects as (
    select w, split_part(w, ':', 1) as kind, substring(w from ':([0-9a-f]{8}-[0-9a-f-]{27})')::uuid as id,
      substring(w from '^[^/]*/(.*)$') as work
    from unnest(p_workflow_ids) w)
  select s.w, case s.kind
    when 'Quote' then (select coalesce(min(case
        when s.work is null and q.executed_at is null and q.status in ('PENDING', 'EXPIRED')
          -- One of an agent's may wait for its approval, or may have been rejected.
          and not exists (select 1 from agent_actions a where a.payment_id = q.id) then 'BEHIND'
        when s.work is null and (q.status = 'PROCESSING' or q.status = 'PENDING_AUTHORIZATION' and q.executed_at is not null)
          -- Money that came over a rail is PROCESSING again while its return is refunded.
          and not is_refund_open(q) and rail_order_state(q, 'PAYOUT') is distinct from 'RETURNED' then 'BEHIND'
        when s.work in ('return', 'reversal') and q.status in ('PENDING', 'EXPIRED', 'COMPLETED') then 'BEHIND'
        else 'OK' end), 'MISSING')
      from payments q where q.id = s.id)
    when 'Request' then (select coalesce(min(case r.status when 'OPEN' then 'BEHIND' else 'OK' end), 'MISSING')
      from requests r where r.id = s.id)
    when 'Customer' then (select coalesce(min('OK'), 'MISSING') from customers where id = s.id)
    when 'Card' then (select coalesce(min('OK'), 'MISSING') from cards where id = s.id)
    when 'CardTransaction' then (select coalesce(min('OK'), 'MISSING') from card_transactions where id = s.id)
    when 'StablecoinOperation' then (select coalesce(min('OK'), 'MISSING') from stablecoin_operations where id = s.id)
    when 'AgentAction' then (select coalesce(min(case status when 'PENDING_APPROVAL' then 'BEHIND' else 'OK' end), 'MISSING')
      from agent_actions where id = s.id)
    when 'Job' then (select coalesce(min('OK'), 'MISSING') from bulk_imports where id = s.id)
    -- The content of an upload is forwarded before there is a row, which one that is refused never gets.
    when 'Document' then case when s.work ~ '^forward/[0-9]+$' then (select coalesce(min('OK'), 'MISSING')
      from documents where id = s.id) end
    when 'Deposit' then (select coalesce(min(case when r.state in ('CREATED', 'SUBMITTED') then 'BEHIND' else 'OK' end),
      'MISSING') from deposit_returns r where r.reference = s.w)
    when 'Verification' then (select case when exists (select 1 from verifications where id = s.id)
      or exists (select 1 from verification_notices where id = s.id) then 'OK' else 'MISSING' end)
    end
  from subjects s;
$$;

-- The next stretch of time whose closed runs are to be compared with their rows: up to `p_quiet_seconds`
-- ago and of `p_max_seconds` at most, so that a round has a bounded share. Null if there is none, or
-- another worker has claimed within the last minute and has not come to its end. By the machine's clock, which is
-- Temporal's.
create or replace function claim_run_window(p_quiet_seconds integer, p_max_seconds integer, p_kept_days integer)
returns jsonb language plpgsql as $$
declare
  c sweep_cursors := lock_sweep_cursor('RUNS_WITHOUT_ROW');
  v_from timestamptz;
  v_until timestamptz;
begin
  if c.kind is null or (c.is_at_end and c.claimed_at > clock_timestamp() - interval '1 minute') then return null; end if;
  -- Rows of older runs may have been deleted since.
  v_from := greatest(c.after_at, clock_timestamp() - make_interval(days => p_kept_days));
  v_until := least(v_from + make_interval(secs => p_max_seconds), clock_timestamp() - make_interval(secs => p_quiet_seconds));
  if v_until <= v_from then return null; end if;
  update sweep_cursors set is_at_end = true, claimed_at = clock_timestamp() where kind = c.kind;
  return jsonb_build_object('from', v_from, 'until', v_until);
end $$;

-- Ends a claimed stretch: keeps the runs that it has found without their row, drops those whose row has
-- been put right since, and goes on after it.
create or replace function report_run_window(p_until timestamptz, p_found jsonb) returns void language plpgsql as $$
begin
  insert into runs_without_row (workflow_id, run_id, state, closed_at)
  select f ->> 'workflowId', f ->> 'runId', f ->> 'state', (f ->> 'closedAt')::timestamptz
  from jsonb_array_elements(p_found -> 'runs') f
  where not is_decided(f ->> 'workflowId', (f ->> 'closedAt')::timestamptz)
  on conflict (workflow_id) do update set run_id = excluded.run_id, state = excluded.state, closed_at = excluded.closed_at;
  perform drop_found_rows();
  update sweep_cursors set after_at = greatest(after_at, p_until), is_at_end = false where kind = 'RUNS_WITHOUT_ROW';
end $$;

-- Takes off the list the runs whose row has been put right since.
create or replace function drop_found_rows() returns void language sql as $$
  delete from runs_without_row r using (
    select x.workflow_id, x.state from run_rows(array(select w.workflow_id from runs_without_row w)) x) x
  where x.workflow_id = r.workflow_id and x.state is not distinct from 'OK';
$$;

-- Whether a run is started once its row is committed: a completed one without it proves that the row was lost. Runs that
-- have their row after their first step, as a document's, may end without one.
create or replace function is_run_of_row(p_workflow text) returns boolean language sql immutable as $$
  select split_part(p_workflow, ':', 1) in ('Quote', 'AgentAction', 'Customer');
$$;

-- Whether something outside has what the database has lost, and no person has decided about it: a run of ours, or an
-- instruction that the rail says we gave. It was set back to an earlier point then, and no operator has said so
-- (`payments admin restore begin`). Read by each process every second.
create or replace function is_store_behind() returns boolean language sql stable as $$
  select exists (select 1 from runs_without_row r where is_run_of_row(r.workflow_id))
    or exists (select 1 from unknown_rail_notices u where u.is_confirmed and is_reference_unknown(u));
$$;

-- All that is without its row, and what a comparison has left open: what `reconcile --close` takes. `stops`: while it
-- is listed, nothing is changed.
create or replace function listed_findings() returns table (kind text, subject text, known text, stops boolean, since timestamptz)
language sql stable as $$
  select 'workflow', r.workflow_id, case r.state when 'MISSING' then 'no row' else 'its row is behind' end
    || '; completed at ' || to_char(r.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    is_run_of_row(r.workflow_id), r.closed_at
  from runs_without_row r
  union all
  select 'rail', u.reference, u.environment || '; ' || coalesce(u.last_notice::json ->> 'state', '-') || ' at '
    || coalesce(u.last_notice::json ->> 'at', '-') || case when u.is_confirmed then '' else '; not known to be ours' end,
    u.is_confirmed, u.since
  from unknown_rail_references() u
  union all
  select 'case', c.reference, trim(c.consequence || ' ' || c.code) || '; ' || c.environment || ', reported by the '
    || lower(c.provider), false, c.created_at
  from rail_consequences c where c.closed_at is null
  union all
  select 'compared', f, 'found by the comparison of ' || to_char(s.compared_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    false, s.compared_at
  from store_state s, unnest(s.open_findings) f
  where not is_decided(f, coalesce(s.compared_at, s.changed_at))
    and not exists (select 1 from runs_without_row where workflow_id = f)
    and not exists (select 1 from unknown_rail_references() where reference = f);
$$;

-- Ends a comparison of all that was done until then, in a store that is not open: of the runs that had completed only
-- what it found is open, which `restore end` asks for. The rounds of the workers go on from there: a run that was taken
-- over, and is under way again, would be listed by them as one whose row is behind.
create or replace function end_run_comparison(p_until timestamptz) returns void language sql as $$
  delete from runs_without_row where closed_at <= p_until;
  update sweep_cursors set after_at = greatest(after_at, p_until), is_at_end = false where kind = 'RUNS_WITHOUT_ROW';
$$;

-- Whether a person has decided about what had happened to a subject until then: what happens to it later is
-- another matter.
create or replace function is_decided(p_subject text, p_at timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from reconcile_decisions where subject = p_subject and decided_at >= p_at);
$$;

-- Keeps a notice of a rail whose reference is not ours, until it is or a person has decided about it. A notice
-- whose time cannot be read becomes a dead letter.
create or replace function keep_unknown_notice(p_environment text, p_provider text, p_event text, p_reference text,
  p_notice text, p_is_confirmed boolean) returns void language sql as $$
  insert into unknown_rail_notices (environment, provider, event_id, reference, notice, is_confirmed)
  select p_environment, p_provider, p_event, p_reference, p_notice, p_is_confirmed
  where not is_decided(p_reference, coalesce((p_notice::json ->> 'at')::timestamptz, service_now()))
  on conflict do nothing;
$$;

-- A person has decided about what has no row: it is listed no more, however often it is found again, until more
-- happens to it. False, and nothing is recorded: it is not listed.
create or replace function decide_finding(p_subject text, p_by text, p_reason text) returns boolean language plpgsql as $$
begin
  if not exists (select 1 from runs_without_row where workflow_id = p_subject)
     and not exists (select 1 from unknown_rail_notices where reference = p_subject)
     and not exists (select 1 from rail_consequences where reference = p_subject and closed_at is null)
     and not exists (select 1 from store_state where p_subject = any (open_findings)) then
    return false;
  end if;
  insert into reconcile_decisions (subject, decided_by, reason) values (p_subject, p_by, p_reason) on conflict do nothing;
  delete from runs_without_row where workflow_id = p_subject;
  delete from unknown_rail_notices where reference = p_subject;
  update rail_consequences set closed_at = service_now(), closed_by = p_by, closed_why = p_reason
    where reference = p_subject and closed_at is null;
  return true;
end $$;

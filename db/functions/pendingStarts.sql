-- What is to be started, or signalled, in Temporal once a decision has committed. The API hands it over by itself; a worker
-- takes what is still here when it is due. Instants are of real time: the test clock moves no message.

-- The subject of a pending start; null if it is closed, and needs none.
create or replace function pending_subject(p_kind text, p_id uuid, p_number integer default 1) returns jsonb language sql stable as $$
  select case when needs_workflow(p_kind, p_id, p_number) then start_row(p_kind, p_id, p_number) end;
$$;

-- Adds a start of a subject's workflow, or, with its name, a signal. Where the caller hands it over by itself it
-- is due after the deadline of that call and of the deletion afterwards.
create or replace function add_pending_start(p_platform uuid, p_kind text, p_id uuid, p_number integer, p_is_due boolean,
  p_signal text default null, p_payload jsonb default null, p_worth_until timestamptz default null)
returns bigint language sql volatile as $$
  insert into pending_starts (platform_id, kind, subject_id, number, due_at, signal, payload, worth_until)
  values (coalesce(p_platform, '00000000-0000-0000-0000-000000000000'), p_kind, p_id, p_number, clock_timestamp() + case when p_is_due then interval '0' else interval '8 seconds' end,
    p_signal, p_payload, p_worth_until)
  returning id;
$$;

-- The start of an open subject, as the caller has it by start_row: its row in pending_starts, and what it is started
-- with. Null for none.
create or replace function start_later(p_row jsonb, p_is_due boolean default false, p_worth_until timestamptz default 'infinity')
returns jsonb language sql volatile strict as $$
  select jsonb_build_object('id', add_pending_start((p_row ->> 'platform_id')::uuid, p_row ->> 'kind',
    (p_row ->> 'id')::uuid, (p_row ->> 'number')::integer, p_is_due, null, null, p_worth_until), 'row', p_row);
$$;

-- Like start_later, but of a subject whose start was written by an earlier decision: writes nothing. A repeat waits for
-- the result of that run. Null if the subject is closed.
create or replace function running_start(p_kind text, p_id uuid, p_number integer default 1) returns jsonb language sql stable as $$
  select jsonb_build_object('row', start_row(p_kind, p_id, p_number)) where needs_workflow(p_kind, p_id, p_number);
$$;

-- Has a worker send a signal to the workflow of a subject, which is started where it does not run.
create or replace function signal_later(p_platform uuid, p_kind text, p_id uuid, p_signal text, p_payload jsonb default null)
returns void language sql volatile as $$
  select add_pending_start(p_platform, p_kind, p_id, 1, true, p_signal, p_payload);
$$;

-- The answer of a decision with its start, if there is one.
create or replace function with_start(p_answer jsonb, p_start jsonb) returns jsonb language sql immutable as $$
  select p_answer || case when p_start is null then '{}' else jsonb_build_object('start', p_start) end;
$$;

-- Claims what is due for p_lease_seconds: longer than all calls about it take, so that a slow Temporal is not sent
-- everything twice. Platforms take turns, each with its oldest first: one with thousands makes no other one wait.
-- A start of a closed subject is deleted; the row of a signal says isClosed then: only a run that still waits gets it,
-- and none is started. A one-time code past its `worth_until` is given up. A payment about which an operator has decided is
-- left to the job of the decision, which is run now. Each: {id, row, signal?, payload?}.
create or replace function claim_pending_starts(p_max integer, p_lease_seconds integer) returns jsonb
language plpgsql as $$
declare
  v_all jsonb;
begin
  with recursive platforms as (
    (select platform_id as id from pending_starts order by platform_id limit 1)
    union all
    select (select s.platform_id from pending_starts s where s.platform_id > p.id order by s.platform_id limit 1)
    from platforms p where p.id is not null),
  due as materialized (
    select s.id from platforms p cross join lateral (
      select s.id, row_number() over (order by s.id) as turn from pending_starts s
      where s.platform_id = p.id and s.due_at <= clock_timestamp() order by s.id limit p_max) s
    order by s.turn, s.id limit p_max),
  locked as materialized (
    select id from pending_starts where id in (select id from due) and due_at <= clock_timestamp()
    order by id for update skip locked),
  claimed as (
    update pending_starts s set due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
    from locked where s.id = locked.id returning s.*)
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', c.id, 'signal', c.signal, 'payload', c.payload,
      'decision', case c.kind when 'PAYMENT' then ordered_decision(c.subject_id) end))
      || jsonb_build_object('row', case when c.worth_until < service_now() then null
        when c.signal is null then pending_subject(c.kind, c.subject_id, c.number)
        else start_row(c.kind, c.subject_id, c.number)
          || case when needs_workflow(c.kind, c.subject_id, c.number) then '{}' else '{"isClosed": true}'::jsonb end end) order by c.id), '[]')
    into v_all from claimed c;
  perform give_up_otp_issuance(s.subject_id, s.number) from pending_starts s
    join jsonb_array_elements(v_all) x on s.id = (x ->> 'id')::bigint
    where x -> 'row' = 'null' and s.kind = 'OTP_ISSUANCE' and s.worth_until < service_now();
  delete from pending_starts where id in (select (s ->> 'id')::bigint from jsonb_array_elements(v_all) s
    where s -> 'row' = 'null');
  perform order_decision(d) from (
    select distinct (s ->> 'decision')::uuid as d from jsonb_array_elements(v_all) s where s -> 'row' <> 'null' and s ? 'decision') x;
  return (select coalesce(jsonb_agg(s order by (s ->> 'id')::bigint), '[]') from jsonb_array_elements(v_all) s
    where s -> 'row' <> 'null' and not s ? 'decision');
end $$;

-- What was claimed and could not be started is due again after p_seconds.
create or replace function release_pending_starts(p_ids bigint[], p_seconds integer) returns void language sql as $$
  update pending_starts set due_at = clock_timestamp() + make_interval(secs => p_seconds) where id = any (p_ids);
$$;

-- What has been started, or signalled.
create or replace function delete_pending_starts(p_ids bigint[]) returns void language sql as $$
  delete from pending_starts where id = any (p_ids);
$$;

-- Starts that have waited for p_seconds, by subject: `waits_for` is START, or the signal that comes after it.
create or replace function late_pending_starts(p_seconds integer) returns table (kind text, subject_id uuid,
  platform_id uuid, since timestamptz, waits_for text) language sql stable as $$
  select kind, subject_id, platform_id, min(created_at), coalesce((array_agg(signal order by id))[1], 'START')
  from pending_starts where created_at < clock_timestamp() - make_interval(secs => p_seconds) group by 1, 2, 3;
$$;

-- The subject of a pending start as operators see it.
create or replace function pending_subject_id(p_kind text, p_id uuid) returns text language sql stable as $$
  select case p_kind when 'PAYMENT' then 'Transaction:' || (select transaction_id from payments where id = p_id)
    when 'AGENT_ACTION' then 'AgentAction:' || p_id
    when 'CUSTOMER' then 'Customer:' || p_id
    when 'OTP_ISSUANCE' then 'AuthMethod:' || p_id
    when 'CUSTOMER_VERIFICATION' then 'Verification:' || p_id
    when 'VERIFICATION_NOTICE' then 'Customer:' || (select customer_id from verification_notices where id = p_id)
    when 'SCA_RESET' then 'ScaReset:' || p_id
    when 'BULK_IMPORT' then 'Job:' || p_id
    when 'CARD' then 'Card:' || p_id
    when 'CARD_CHANGE' then 'Card:' || p_id
    when 'CARD_PULL' then 'Transaction:' || p_id
    when 'STABLECOIN_OPERATION' then 'StablecoinOperation:' || p_id
    when 'ACCOUNT_VALIDATION' then 'ExternalAccount:' || p_id
    when 'DEPOSIT_RETURN' then 'Deposit:' || p_id
    else 'Request:' || p_id end;
$$;

-- For how long the oldest one waits, in seconds; 0: none does.
create or replace function oldest_pending_start_seconds() returns double precision language sql stable as $$
  select coalesce(greatest(extract(epoch from clock_timestamp() - min(created_at)), 0), 0)::double precision from pending_starts;
$$;

-- The clock of a whole sandbox stack, which may be moved ahead of the machine's. `service_now()` is replaced by the first
-- move, and reads `test_clock` from then on: a store whose clock was never moved pays nothing.

-- When the machine's clock shows what the service's clock shows at p. Later by what passes between its two readings.
create or replace function machine_instant(p timestamptz) returns timestamptz language sql volatile as $$
  select p - (service_now() - clock_timestamp());
$$;

-- How far it is to be ahead of the machine's to show p_to, which may be over meanwhile: never less than it is. By a
-- millisecond more than needed: what is due at p_to is due.
create or replace function clock_ahead_at(p_to timestamptz) returns double precision language sql volatile as $$
  select greatest(ceil(extract(epoch from p_to - clock_timestamp()) * 1000) + 1, (select ahead_ms from test_clock));
$$;

-- Sets the clock p_ahead_ms ahead of the machine's, and moves waiting jobs with it; it never goes back. The
-- processes are notified, with the jobs that are due then.
create or replace function move_clock(p_ahead_ms bigint) returns void language plpgsql as $$
declare
  v_before bigint;
  v_ahead bigint := p_ahead_ms;
begin
  insert into test_clock (ahead_ms) values (0) on conflict do nothing;
  select ahead_ms into v_before from test_clock for update;
  if v_ahead <= v_before then return; end if;
  -- Who has written by the time before, and not committed yet, is waited for: the instant of a job is the machine's, and the
  -- roll-ups of the ledger go up to an instant. For a moment at a time: another one may have one table, and wait for the other.
  perform set_config('lock_timeout', '200ms', true);
  loop
    begin
      lock table ledger_transfers, graphile_worker._private_jobs in share row exclusive mode;
      exit;
    exception when lock_not_available then null;
    end;
  end loop;
  update test_clock set ahead_ms = v_ahead;
  if v_before = 0 then
    execute format('create or replace function %I() returns timestamptz language sql volatile as $f$
      select clock_timestamp() + (select ahead_ms from test_clock) * interval %L $f$', 'service_now', '1 millisecond');
  end if;
  update graphile_worker._private_jobs set run_at = run_at - (v_ahead - v_before) * interval '1 millisecond'
    where attempts < max_attempts and run_at > now();
  perform pg_notify('test_clock', json_build_object('aheadMs', v_ahead, 'due', due_jobs(50))::text);
end $$;

-- Moves the clock to p_to. @returns how far it is ahead then
create or replace function move_clock_to(p_to timestamptz) returns double precision language plpgsql as $$
declare v_ahead double precision := clock_ahead_at(p_to);
begin
  -- One of hundreds of steps: it is on disk with the first job that it has made due, and the last one with the move's end.
  perform set_config('synchronous_commit', 'off', true);
  perform move_clock(v_ahead::bigint);
  return v_ahead;
end $$;

-- What is done at an instant by a job or a workflow, and not merely read by it, open now: by the service's clock. The
-- object is an id of the API, where it is about one thing; its events are of the subject.
create or replace function clock_waits() returns table (what text, object text, subject text, platform_id uuid, at timestamptz)
language sql stable as $$
  with jobs as (
    select t.identifier as task, j.payload, j.key, j.locked_by,
      j.run_at + coalesce((select ahead_ms from test_clock), 0) * interval '1 millisecond' as at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where (j.locked_at is not null or j.attempts < j.max_attempts) and t.identifier <> 'retention')
  select 'WEBHOOK_ATTEMPT', 'Webhook:' || d.event_id, 'Webhook:' || d.event_id, d.platform_id, j.at
    from jobs j join webhook_deliveries d on d.id = (j.payload ->> 'deliveryId')::uuid
    -- One that runs has lost its key when the outcome is recorded and the next one is queued. It may go on with others.
    where j.task = 'deliver_webhook' and d.status = 'PENDING'
      and (j.key is not null or exists (select 1 from webhook_slots s where s.pool_id = j.locked_by))
  union all select 'QUOTE_EXPIRY', 'Quote:' || p.id, 'Transaction:' || p.transaction_id, p.platform_id, j.at
    from jobs j join payments p on p.id = (j.payload ->> 'paymentId')::uuid
    -- The job of one that was executed finds nothing to do.
    where j.task = 'expire_payment' and p.status = 'PENDING'
  -- By a job, or by the payment's workflow.
  union all select 'AUTHORIZATION_EXPIRY', 'Quote:' || p.id, 'Transaction:' || p.transaction_id, p.platform_id, s.expires_at
    from payments p cross join lateral (
      select expires_at from sca_challenges where subject_id = p.id order by created_at desc limit 1) s
    where p.status = 'PENDING_AUTHORIZATION'
  union all select 'SWEEP', 'Deposit:' || (j.payload ->> 'depositId'), null, null, j.at from jobs j where j.task = 'sweep_deposit'
  union all select upper(j.task), null, null, null, j.at from jobs j
    where j.task not in ('deliver_webhook', 'expire_payment', 'end_authorization', 'sweep_deposit')
  union all select 'AGENT_ACTION_EXPIRY', 'AgentAction:' || a.id, 'AgentAction:' || a.id, a.platform_id, p.expires_at
    from agent_actions a join payments p on p.id = a.payment_id where is_unfinished(a) and isfinite(p.expires_at)
  union all select 'SCA_RESET_EXPIRY', 'ScaReset:' || r.id, 'ScaReset:' || r.id, r.platform_id, r.expires_at from sca_resets r where is_unfinished(r)
  union all select 'ACCOUNT_VALIDATION', 'ExternalAccount:' || e.id, 'ExternalAccount:' || e.id, e.platform_id, v.silent_until
    from account_validations v join external_accounts e on e.id = v.account_id where is_unfinished(v) and v.silent_until is not null
  union all select 'STABLECOIN_OPERATION_EXPIRY', 'StablecoinOperation:' || o.id, 'StablecoinOperation:' || o.id, o.platform_id, o.expires_at
    from stablecoin_operations o where o.status = 'PENDING_FUNDING' and o.expires_at is not null;
$$;

-- What is different after anything was done: the last event, timeline row and attempt of a webhook, and what is to start.
create or replace function clock_progress() returns text language sql stable as $$
  select concat_ws('/', (select max(id) from timeline), (select max(sequence) from events),
    (select max(updated_at) from webhook_deliveries), (select count(*) from pending_starts));
$$;

-- How things stand: the clock; whether one of the waits is due, or being done; whether something is to be started or
-- signalled in Temporal; the last event; when the next wait is due; what is due; and the next 200 waits until a minute after
-- the next one. Read at each of hundreds of steps: hundreds more that wait in the same minute are not listed each time.
create or replace function clock_state() returns jsonb language sql volatile as $$
  with clock as materialized (select service_now() as now),
  waits as materialized (select * from clock_waits() where isfinite(at)),
  later as materialized (select clock.now, (select min(at) from waits where at > clock.now) as at from clock)
  select jsonb_build_object('now', l.now, 'isBusy', exists (select 1 from waits where at <= l.now),
    'areStarts', exists (select 1 from pending_starts),
    'lastEvent', (select coalesce(max(sequence), 0)::text from events), 'next', l.at,
    'waits', (select coalesce(jsonb_agg(jsonb_build_object('what', what, 'object', object, 'subject', subject,
        'platformId', platform_id, 'at', at) order by at, object), '[]')
      from (select * from waits where at <= l.now
        union all (select * from waits where at > l.now and at <= l.at + interval '1 minute' order by at limit 200)) w))
  from later l;
$$;

-- Ids of the runs that wait for a payer until an instant of clock_waits(), or for a signal; and for no party.
create or replace function clock_sleeping_runs() returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(object), '[]') from clock_waits() where what = 'AUTHORIZATION_EXPIRY';
$$;

-- Notes who moves it, from when to when. It goes on with the last call for the same end, where that one has not ended.
-- @returns the number of the move, what was done by it so far, what waited next and the last event that there was then; null
-- where it may not be moved
create or replace function begin_clock_move(p_to timestamptz, p_by text) returns jsonb language plpgsql as $$
declare
  v_before clock_moves;
  v_move clock_moves;
begin
  select * into v_before from clock_moves where to_at = p_to order by id desc limit 1;
  if v_before.ended_at is not null then v_before := null; end if;
  -- Waits for a production token that is being made. Who makes one later finds this row, and is refused.
  insert into clock_moves (moved_by, from_at, to_at, fired, last_event)
    values (p_by, service_now(), p_to, coalesce(v_before.fired, '[]'),
      coalesce(v_before.last_event, (select max(sequence) from events), 0))
    returning * into v_move;
  if clock_refusal() is null then
    return jsonb_build_object('id', v_move.id, 'fired', v_move.fired, 'waiting', coalesce(v_before.waiting, '[]'),
      'lastEvent', v_move.last_event::text);
  end if;
  delete from clock_moves where id = v_move.id;
  return null;
end $$;

-- The move has ended. The nightly clean-up runs by the machine's clock: where a night was passed, it runs now; also one
-- that was passed by a move before it that did not end.
create or replace function end_clock_move(p_id integer) returns void language sql as $$
  select queue_job('retention', '{}', 'retention') where date_trunc('day', service_now() at time zone 'UTC' - interval '3 hours 17 minutes')
    > (select date_trunc('day', min(from_at) at time zone 'UTC' - interval '3 hours 17 minutes') from clock_moves
       where id > coalesce((select max(id) from clock_moves where ended_at is not null), 0));
  update clock_moves set ended_at = service_now() where id = p_id;
$$;

-- Why the clock may not be moved here, in words; null where it may.
create or replace function clock_refusal() returns text language sql stable as $$
  select 'This store has API tokens of production platforms.' where exists (
    select 1 from tokens t join platforms p on p.id = t.platform_id where p.environment = 'PRODUCTION');
$$;

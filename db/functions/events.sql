-- The events that one transaction emits for one endpoint share one job: that of the first delivery.
-- The others are queued behind it in order; the pool that attempts the first continues with them.
create or replace function emit_event(p_platform uuid, p_type text, p_subject text, p_snapshot jsonb)
returns void language plpgsql as $$
declare
  v_event uuid := gen_random_uuid();
  v_delivery uuid := gen_random_uuid();
  v_endpoint text := (select webhook_endpoint from platforms where id = p_platform);
  -- Platforms with the same endpoint have queues of their own.
  v_queue text := p_platform || ' ' || v_endpoint;
  v_notified_endpoints jsonb := coalesce(nullif(current_setting('payments.notified_endpoints', true), ''), '[]')::jsonb;
begin
  insert into events (id, platform_id, type, subject, snapshot, is_unsent)
  values (v_event, p_platform, p_type, p_subject, p_snapshot, v_endpoint is null);
  if v_endpoint is null then return; end if;
  insert into webhook_deliveries (id, event_id, platform_id, endpoint, is_queued)
  values (v_delivery, v_event, p_platform, v_endpoint, v_notified_endpoints ? v_queue);
  if not v_notified_endpoints ? v_queue then
    perform add_webhook_job(v_delivery, null);
    perform set_config('payments.notified_endpoints', (v_notified_endpoints || to_jsonb(v_queue))::text, true);
  end if;
end $$;

-- Emits many events of one platform: [{type, subject, snapshot}].
create or replace function emit_events(p_platform uuid, p_events jsonb) returns void language plpgsql as $$
declare
  v_endpoint text := (select webhook_endpoint from platforms where id = p_platform);
  v_queue text := p_platform || ' ' || v_endpoint;
  v_notified_endpoints jsonb := coalesce(nullif(current_setting('payments.notified_endpoints', true), ''), '[]')::jsonb;
  v_first uuid;
begin
  if p_events is null then return; end if;
  with event as materialized (
    select gen_random_uuid() as id, gen_random_uuid() as delivery, e.type, e.subject, e.snapshot, e.place
    from rows from (jsonb_to_recordset(p_events) as (type text, subject text, snapshot jsonb))
      with ordinality e(type, subject, snapshot, place)),
  written as (insert into events (id, platform_id, type, subject, snapshot, is_unsent)
    select id, p_platform, type, subject, snapshot, v_endpoint is null from event order by place),
  delivery as (insert into webhook_deliveries (id, event_id, platform_id, endpoint, is_queued)
    select delivery, id, p_platform, v_endpoint, place > 1 or v_notified_endpoints ? v_queue
    from event where v_endpoint is not null order by place)
  select delivery into v_first from event where place = 1 and v_endpoint is not null
    and not v_notified_endpoints ? v_queue;
  if v_first is null then return; end if;
  perform add_webhook_job(v_first, null);
  perform set_config('payments.notified_endpoints', (v_notified_endpoints || to_jsonb(v_queue))::text, true);
end $$;

-- Incoming payments have fewer events than outgoing ones: other changes show in the status only. Their PENDING is the
-- request for an approval, which is sent elsewhere.
create or replace function emit_transaction_event(p_transaction uuid, p_event text) returns void language sql as $$
  select emit_event(t.platform_id,
    case t.type when 'INCOMING' then 'INCOMING_PAYMENT.' else 'OUTGOING_PAYMENT.' end || p_event,
    'Transaction:' || t.id, to_jsonb(t))
  from transactions t where t.id = p_transaction
    and (t.type = 'OUTGOING' or p_event not in ('PENDING', 'PENDING_AUTHORIZATION', 'EXPIRED'));
$$;

-- Records what happened to a payment or an operation, which party must act next, and why.
-- Codes and parameters only: contract/present/timeline.ts has the sentences.
create or replace function add_timeline(p_platform uuid, p_subject text, p_code text, p_attempt integer,
  p_waiting_party text, p_waiting_reason text, p_parameters jsonb default '{}') returns void language sql as $$
  insert into timeline (platform_id, subject, code, parameters, attempt, waiting_party, waiting_reason)
  values (p_platform, p_subject, p_code, p_parameters, p_attempt, p_waiting_party, p_waiting_reason);
$$;

-- The same of what changes nothing about who must act: whom the entry before it names.
create or replace function add_timeline_remark(p_platform uuid, p_subject text, p_code text, p_parameters jsonb default '{}')
returns void language sql as $$
  select add_timeline(p_platform, p_subject, p_code, null, (x.last).waiting_party, (x.last).waiting_reason, p_parameters)
  from (select (select l from timeline l where subject = p_subject order by id desc limit 1) as last) x;
$$;

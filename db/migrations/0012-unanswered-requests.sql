-- Requests that were answered 503 because their outcome was unknown. The same request, sent again,
-- asks for the outcome of this very attempt: without an Idempotency-Key it is recognized by the hash
-- of its body, with one by the key.
create table unanswered_requests (
  -- the payment or the customer that the request creates
  resource_id uuid primary key,
  -- a platform's row belongs to one environment
  platform_id uuid not null,
  operation text not null,
  key text,
  request_hash bytea not null,
  attempt integer not null,
  -- all that the attempt is started with
  terms jsonb not null,
  -- after this instant the decision refuses
  decide_before timestamptz not null,
  -- until then another request is asking for the outcome
  asked_until timestamptz,
  created_at timestamptz not null default service_now()
);
create index unanswered_requests_same on unanswered_requests (platform_id, operation, request_hash, created_at)
  where key is null;
create index unanswered_requests_key on unanswered_requests (platform_id, operation, key) where key is not null;
create index unanswered_requests_age on unanswered_requests (created_at);

-- The columns stay for one release: processes of the previous one write them.
insert into unanswered_requests (resource_id, platform_id, operation, key, request_hash, attempt, terms,
  decide_before, created_at)
select r.payment_id, p.id, unknown_order ->> 'operation', unknown_order ->> 'key',
  decode(unknown_order ->> 'requestHash', 'hex'), unknown_attempt,
  unknown_order || jsonb_build_object('environment', p.environment),
  (unknown_order ->> 'expiresAt')::timestamptz, r.created_at
from rejected_executions r join platforms p on p.id = (unknown_order ->> 'platformId')::uuid
where unknown_attempt = attempt;

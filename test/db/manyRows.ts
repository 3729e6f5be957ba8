/** Rows of the tables that the lists do not fill, about what `fillLists` has made. */
import type { Database } from '../../db/database.ts'

/** @param count of each table; the tables about payments get as many as there are transactions */
export async function fillRest(database: Database, count: number): Promise<void> {
  for (const text of statements) {
    await database.query({ text, values: text.includes('$1') ? [count] : [] })
  }
  await database.query({ text: 'analyze' })
}

/** $1 rows each; `n` numbers the wallets, whose ids are taken in turn. */
const wallets = `(select row_number() over () as n, id, platform_id from internal_accounts
  where type = 'EMBEDDED_WALLET') w`
const some = `generate_series(1, $1::integer) i
  join ${wallets} on w.n = i % (select count(*) from internal_accounts where type = 'EMBEDDED_WALLET') + 1`

const statements: readonly string[] = [
  `insert into platforms (id, name, environment, uma_domain, supported_currencies)
   select md5('platform/' || i)::uuid, 'platform ' || i, 'SANDBOX', i || '.example', '[]'
   from generate_series(1, $1::integer / 5) i`,
  `insert into tokens (id, platform_id, client_id, secret_hash, permissions, name)
   select id, id, id::text, decode(repeat('ab', 32), 'hex'), '{VIEW}', 'x' from platforms`,
  `insert into webhook_platform_endpoints (platform_id, endpoint)
   select id, 'http://127.0.0.1:1/' from platforms`,
  `insert into wallets (account_id) select id from internal_accounts where type = 'EMBEDDED_WALLET'`,
  `insert into receiver_lookups (id, platform_id, kind, receiver, expires_at)
   select gen_random_uuid(), w.platform_id, 'UMA', 'x', service_now() from ${some}`,
  `insert into external_account_challenges (id, account_id, method, state, expires_at)
   select gen_random_uuid(), id, 'LIVENESS', 'FAILED', service_now() from external_accounts`,
  `insert into webhook_attempts (delivery_id, number, at)
   select id, 1, service_now() from webhook_deliveries`,
  `insert into ledger_accounts (id, kind, currency, has_floor)
   values ('00000000-0000-0000-0000-000000000001', 'SUSPENSE', 'USDB', false)`,
  `insert into credentials (id, platform_id, account_id, type, nickname, contact)
   select md5('credential/' || i)::uuid, w.platform_id, w.id,
     case when row_number() over (partition by w.id) = 1 then 'EMAIL_OTP' else 'PASSKEY' end, 'x', i || '@example.com'
   from ${some}`,
  `insert into otp_issuances (credential_id, number, status, expires_at)
   select md5('credential/' || i)::uuid, 1, 'SETTLED', service_now() from generate_series(1, $1::integer) i`,
  `insert into otp_verifications (id, platform_id, credential_id, issuance_number, status, request_path,
     request_hash, encrypted_bundle)
   select gen_random_uuid(), w.platform_id, md5('credential/' || i)::uuid, 1, 'SETTLED', '/', '', '' from ${some}`,
  `insert into sessions (id, platform_id, account_id, credential_id, type, nickname, public_key, api_key_id, expires_at)
   select md5('session/' || i)::uuid, w.platform_id, w.id, md5('credential/' || i)::uuid, 'PASSKEY', 'x', i::text, 'x',
     service_now() - interval '1 hour' from ${some}`,
  `insert into requests (id, platform_id, account_id, credential_id, session_id, operation, method, path, body_hash,
     payload_to_sign, status, expires_at)
   select gen_random_uuid(), w.platform_id, w.id, md5('credential/' || i)::uuid, md5('session/' || i)::uuid,
     'OTP_LOGIN', 'POST', '/', '', '', 'SUCCEEDED', service_now() from ${some}`,
  `insert into timeline (platform_id, subject, code)
   select w.platform_id, 'Transaction:' || md5('t/' || i)::uuid, 'SUBMITTED' from ${some}`,
  `insert into idempotency_keys (platform_id, operation, key, request_hash, resource_id)
   select w.platform_id, 'createQuote', i::text, '', w.id from ${some}`,
  `insert into payments (id, platform_id, customer_id, transaction_id, kind, steps, status, source, destination,
     source_type, source_account_id, sending_currency, receiving_currency, sending_amount, receiving_amount,
     service_fee, platform_fee, exchange_rate, locked_side, funding_reference, expires_at)
   select t.id, t.platform_id, t.customer_id, t.id, 'QUOTE', '{PAY_OUT}', 'COMPLETED', t.source, t.destination,
     'EMBEDDED_WALLET', substr(t.source ->> 'accountId', 17)::uuid, 'USDB', 'USD', 1, 1, 0, 0, '1', 'SENDING',
     'P' || t.id, service_now() from transactions t where t.type = 'OUTGOING' limit $1`,
  `update payments set status = 'PENDING' where id::text like '7%'`,
  `insert into incoming_approvals (transaction_id, payment_id, platform_id, event_id, status)
   select transaction_id, id, platform_id, id, 'APPROVED' from payments`,
  `insert into rail_orders (payment_id, kind, attempt, reference, state, workflow)
   select id, 'PAYOUT', 1, id::text, 'SETTLED', 'PAYMENT' from payments`,
  `insert into ledger_transfers (id, kind, debit_account_id, credit_account_id, currency, amount, reference)
   select 'Quote:' || id || '/hold', 'POSTED', source_account_id, '00000000-0000-0000-0000-000000000001', 'USDB', 1,
     'Transaction:' || id from payments where source_account_id is not null`,
  `insert into unanswered_requests (resource_id, platform_id, operation, request_hash, attempt, terms, decide_before)
   select gen_random_uuid(), w.platform_id, 'createQuote', decode(md5(i::text), 'hex'), 1, '{}', service_now() from ${some}`,
  `insert into rejected_executions (payment_id, attempt, refusals)
   select gen_random_uuid(), 1, '{}' from generate_series(1, $1::integer) i`,
  `insert into deposits (id, funding_reference, amount, currency, outcome)
   select i::text, 'nobody', 1, 'USD', 'UNAPPLIED' from generate_series(1, $1::integer) i`,
  `insert into agent_device_codes (id, agent_id, code_hash, expires_at)
   select gen_random_uuid(), id, sha256(id::text::bytea), service_now() from agents`,
  `insert into agent_actions (id, platform_id, environment, agent_id, customer_id, payment_id, type, status,
     policy_version, amount, currency, limit_amount, limit_currency, rate_numerator, rate_denominator, counted_day,
     count_state, request_key, stamp)
   select p.id, p.platform_id, p.environment, a.id, a.customer_id, p.id, 'EXECUTE_QUOTE',
     case when p.id::text like '7%' then 'PENDING_APPROVAL' else 'APPROVED' end, 1, 1, 'USDB', 1, 'USDB', '1', '1',
     current_date, 'SPENT', p.id::text, case when p.id::text like '7%' then 'x' end
   from (select *, row_number() over () as n from payments where environment is not null) p
   join (select *, row_number() over () as n, count(*) over () as all_of_them from agents) a
     on a.n = p.n % a.all_of_them + 1 and a.environment = p.environment`,
  `insert into agent_usage (agent_id, period, currency, reserved, spent, count)
   select id, 'D:' || current_date - i, 'USDB', 0, 1, 1 from agents, generate_series(1, 10) i`,
  `insert into agent_intents (agent_id, intent_hash, key)
   select id, sha256(i::text::bytea), gen_random_uuid() from agents, generate_series(1, 10) i`,
  `insert into submitted_stamps (id, action_id, stamp)
   select gen_random_uuid(), gen_random_uuid(), 'x' from generate_series(1, $1::integer) i`,
  `insert into authentication_failures (bucket, failures, window_started_at)
   select i::text, 1, service_now() from generate_series(1, $1::integer) i`,
]

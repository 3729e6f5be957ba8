/** Rows of the tables that the lists do not fill, about what `fillLists` has made. */
import type { Database } from '../../db/database.ts'

/**
 * From now on only `analyze` makes statistics: what the planner chooses does not depend on when the
 * server last looked.
 */
export async function stopAutovacuum(database: Database): Promise<void> {
  await database.query({
    text: `do $$ declare t regclass; begin
        for t in select oid from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace
        loop execute format('alter table %s set (autovacuum_enabled = off)', t); end loop;
      end $$`,
  })
}

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
  `insert into currency_requirements (platform_id, currency, customer_fields)
   select id, 'USD', '{EMAIL}' from platforms`,
  `insert into retired_uma_addresses (platform_id, address_hash)
   select (select id from platforms limit 1), sha256(convert_to(i::text, 'UTF8')) from generate_series(1, $1::integer) i`,
  `insert into webhook_platform_endpoints (platform_id, endpoint)
   select id, 'http://127.0.0.1:1/' from platforms`,
  `insert into wallets (account_id) select id from internal_accounts where type = 'EMBEDDED_WALLET'`,
  `insert into receiver_lookups (id, platform_id, kind, receiver, expires_at)
   select gen_random_uuid(), w.platform_id, 'UMA', 'x', service_now() from ${some}`,
  `insert into external_account_challenges (id, account_id, method, state, expires_at)
   select gen_random_uuid(), id, 'LIVENESS', 'FAILED', service_now() from external_accounts`,
  `insert into webhook_attempts (delivery_id, number, at)
   select id, 1, service_now() from webhook_deliveries`,
  `insert into ledger_accounts (id, kind, environment, currency, has_floor)
   values ('00000000-0000-0000-0000-000000000001', 'SUSPENSE', 'SANDBOX', 'USDB', false)`,
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
  `insert into payments (id, platform_id, environment, customer_id, transaction_id, kind, steps, status, source, destination,
     source_type, source_account_id, sending_currency, receiving_currency, sending_amount, receiving_amount,
     service_fee, platform_fee, exchange_rate, locked_side, funding_reference, expires_at)
   select t.id, t.platform_id, 'SANDBOX', t.customer_id, t.id, 'QUOTE', '{PAY_OUT}', 'COMPLETED', t.source, t.destination,
     'EMBEDDED_WALLET', substr(t.source ->> 'accountId', 17)::uuid, 'USDB', 'USD', 1, 1, 0, 0, '1', 'SENDING',
     'P' || t.id, service_now() from transactions t where t.type = 'OUTGOING' limit $1`,
  `update payments set status = 'PENDING' where id::text like '7%'`,
  `insert into incoming_approvals (transaction_id, payment_id, platform_id, event_id, status)
   select transaction_id, id, platform_id, id, 'APPROVED' from payments`,
  `insert into rail_orders (payment_id, kind, attempt, reference, state, workflow)
   select id, 'PAYOUT', 1, id::text, 'SETTLED', 'PAYMENT' from payments`,
  `insert into invoice_payments (environment, payment_hash, payment_id)
   select environment, md5(id::text), id from payments`,
  `insert into ledger_transfers (id, kind, environment, debit_account_id, credit_account_id, currency, amount,
     reference)
   select 'Quote:' || id || '/hold', 'POSTED', environment, source_account_id,
     '00000000-0000-0000-0000-000000000001', 'USDB', 1, 'Transaction:' || id from payments where source_account_id is not null`,
  `insert into deposits (environment, id, funding_reference, amount, currency, outcome)
   select 'SANDBOX', i::text, 'nobody', 1, 'USD', 'UNAPPLIED' from generate_series(1, $1::integer) i`,
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
  `insert into payment_usage (platform_id, counted, day, amount, payments)
   select (select id from platforms limit 1), 'PAYEE/' || md5(i::text), current_date - 1, 0, 1 from generate_series(1, $1::integer) i`,
  `insert into payment_usage_returns (platform_id, counted, day, currency, amount)
   select (select id from platforms limit 1), 'PAYEE/' || md5(i::text), current_date - 1, 'USD', 1 from generate_series(1, $1::integer) i`,
  `insert into agent_intents (agent_id, intent_hash, key)
   select id, sha256(i::text::bytea), gen_random_uuid() from agents, generate_series(1, 10) i`,
  `insert into pending_starts (platform_id, kind, subject_id, due_at)
   select gen_random_uuid(), 'PAYMENT', gen_random_uuid(), clock_timestamp() + interval '1 day' from generate_series(1, $1::integer) i`,
  `insert into invitations (id, code, platform_id, environment, inviter_id, url, expires_at)
   select c.id, c.id::text, p.id, p.environment, c.id, 'https://x.example', service_now()
   from customers c join platforms p on p.id = c.platform_id limit $1`,
  `insert into beneficial_owners (id, platform_id, customer_id, roles, ownership_percentage, personal_info)
   select gen_random_uuid(), platform_id, id, '{UBO}', 50, '{}' from customers`,
  `insert into verifications (id, platform_id, customer_id, status)
   select gen_random_uuid(), platform_id, id, 'APPROVED' from customers`,
  `insert into verification_applicants (holder_id, holder_kind, customer_id, environment, applicant_id)
   select id, 'CUSTOMER', id, 'SANDBOX', id::text from customers`,
  `insert into verification_notices (environment, applicant_id, type, correlation_id, sent_at, customer_id, is_open)
   select 'SANDBOX', id::text, 'applicantReviewed', 'x', 'x', id, false from customers`,
  `insert into verification_links (id, platform_id, customer_id, token_hash, expires_at)
   select gen_random_uuid(), platform_id, id, sha256(id::text::bytea), service_now() from customers`,
  `insert into bulk_imports (id, platform_id, environment, status, size, is_open, completed_at)
   select md5('import/' || i)::uuid, w.platform_id, 'SANDBOX', 'COMPLETED', 1, false, service_now() from ${some}`,
  `insert into bulk_import_errors (import_id, id, created_at, row_number, correlation_id, code, reason)
   select md5('import/' || i)::uuid, gen_random_uuid(), service_now(), 1, '1', 'CONFLICT', 'x'
   from generate_series(1, $1::integer) i`,
  `insert into unreferenced_objects (object_key, delete_after)
   select i::text, service_now() + interval '1 day' from generate_series(1, $1::integer) i`,
  `insert into documents (id, platform_id, environment, holder_kind, holder_id, customer_id, type, country, file_name,
     content_type, size, object_key, wrapped_key)
   select md5('document/' || i)::uuid, w.platform_id, 'SANDBOX', 'CUSTOMER', a.customer_id, a.customer_id,
     'TYPE ' || i, 'GB', 'x', 'image/png', 1, 'document/' || i, 'x'
   from ${some} join internal_accounts a on a.id = w.id`,
  `insert into cards (id, platform_id, environment, customer_id, platform_card_id, state, brand, funding_sources,
     currency, units_per_cent, card_token, version, sent_version)
   select gen_random_uuid(), w.platform_id, a.environment, a.customer_id, i::text,
     case when i % 7 = 0 then 'ACTIVE' else 'CLOSED' end, 'VISA', array[w.id], 'USDB', 10000, i::text, 1, 1
   from ${some} join internal_accounts a on a.id = w.id`,
  'insert into card_days (card_id) select id from cards',
  `insert into card_reveals (id, platform_id, card_id, token_id, expires_at)
   select gen_random_uuid(), platform_id, id, id, service_now() from cards`,
  `insert into card_codes (environment, event_token, card_id, claimed_until)
   select environment, id::text, id, service_now() from cards`,
  `insert into card_decisions (environment, token, cents, result)
   select 'SANDBOX', i::text, i, 'CARD_NOT_ACTIVE' from generate_series(1, $1::integer) i`,
  `insert into card_transactions (id, platform_id, environment, customer_id, card_id, account_id, currency, units_per_cent,
     token, merchant, held, is_reported)
   select gen_random_uuid(), platform_id, environment, customer_id, id, funding_sources[1], currency, units_per_cent,
     id::text, '{}', (abs(hashtext(id::text)) % 3 = 0)::integer, true from cards`,
  `insert into card_events (environment, token, transaction_id, issuer_token, type, is_approved, cents, at, ordinal)
   select environment, id::text, id, token, 'AUTHORIZATION', true, 1, service_now(), 1 from card_transactions`,
  `insert into card_disputes (id, environment, transaction_id, token, cents, status)
   select id, environment, id, token, 1, case when abs(hashtext(id::text)) % 50 = 0 then 'OPEN' else 'CLOSED' end
   from card_transactions`,
  `insert into card_dispute_events (environment, token, dispute_id, type, cents, at, ordinal)
   select environment, token, id, 'OPENED', 1, service_now(), 1 from card_disputes`,
  `insert into card_pulls (id, transaction_id, number, event_token, cents, state)
   select id, id, 1, id::text, 1, case when abs(hashtext(id::text)) % 3 = 0 then 'PENDING' else 'DONE' end from card_transactions`,
  `insert into card_return_intents (id, transaction_id, cents, is_taken) select id, id, 1, true from card_transactions`,
  `insert into delegated_keys (id, platform_id, environment, customer_id, card_id, account_id, nickname, public_key, status)
   select id, platform_id, environment, customer_id, id, funding_sources[1], 'x', 'x', 'REVOKED' from cards`,
  `insert into card_pull_signatures (pull_id, account_id, key_id, body) select id, account_id, id, '{}' from delegated_keys`,
  `insert into stablecoin_provider_accounts (id, platform_id, environment, provider_account_id, api_client_id,
     api_client_secret, status)
   select md5('link/' || i)::uuid, w.platform_id, 'SANDBOX', i::text, 'x', 'x',
     case when i % 7 = 0 then 'INVALID' else 'ACTIVE' end from ${some}`,
  `insert into stablecoin_tokens (environment, provider_token, network_token, name, symbol, decimals)
   select 'SANDBOX', i::text, i::text, 'x', i::text, 6 from generate_series(1, $1::integer) i`,
  `insert into stablecoins (id, platform_id, environment, link_id, provider_token, network_token, name, symbol,
     base_currency, decimals, issuance_status, service_status, currency)
   select md5('coin/' || i)::uuid, w.platform_id, 'SANDBOX', md5('link/' || i)::uuid, i::text, i::text, 'x', i::text,
     'USD', 6, 'PROVISIONED', case when i % 7 = 0 then 'ENABLED' else 'NOT_ENABLED' end,
     case when i % 7 = 0 then i::text end from ${some}`,
  `insert into stablecoin_decisions (stablecoin_id, moved_to, decided_by, reason)
   select id, 'ENABLED', 'x', 'x' from stablecoins`,
  `insert into stablecoin_addresses (link_id, external_account_id, purpose)
   select md5('link/' || i)::uuid, e.id, 'WALLET'
   from (select id, row_number() over () as i from external_accounts limit $1::integer) e
   where exists (select 1 from stablecoin_provider_accounts l where l.id = md5('link/' || e.i)::uuid)`,
  `insert into stablecoin_addresses (link_id, external_account_id, purpose, address_id)
   select link_id, external_account_id, 'DEBIT', external_account_id::text from stablecoin_addresses`,
  `insert into stablecoin_operations (id, platform_id, environment, stablecoin_id, link_id, operation_type, status,
     amount, cents, source_type, destination_account_id)
   select gen_random_uuid(), s.platform_id, 'SANDBOX', s.id, s.link_id, 'MINT', 'COMPLETED', 10000, 1, 'WIRE', a.external_account_id
   from stablecoin_addresses a join stablecoins s on s.link_id = a.link_id where a.purpose = 'WALLET'`,
  `insert into authentication_failures (bucket, failures, window_started_at)
   select i::text, 1, service_now() from generate_series(1, $1::integer) i`,
  `update customers set region = 'DE', phone_number = '+491700000000', phone_verified_at = service_now()
   where id::text like '7%'`,
  `insert into sca_challenges (id, platform_id, customer_id, purpose, factor, subject_id, expires_at, created_at)
   select gen_random_uuid(), c.platform_id, c.id, (array['VERIFY_EMAIL', 'VERIFY_PHONE', 'LOGIN', 'PAYOUT'])[i % 4 + 1],
     'SMS_OTP', gen_random_uuid(), service_now() - interval '1 day', service_now() - interval '1 day'
   from customers c, generate_series(1, 4) i`,
  `insert into sca_factors (id, platform_id, customer_id, type, status, secret, expires_at)
   select gen_random_uuid(), c.platform_id, c.id, 'TOTP', case when c.id::text like '7%' then 'PENDING' else 'ACTIVE' end,
     'x', service_now() from customers c`,
  `insert into sca_recovery_codes (customer_id, code_hash)
   select id, sha256((id::text || i)::bytea) from customers, generate_series(1, 4) i`,
  `insert into sca_lockouts (customer_id) select id from customers`,
  `insert into person_counts (kind, person) select 'GUESS', customer_key(id) from customers`,
  `insert into sca_sessions (id, platform_id, customer_id, factor, expires_at)
   select gen_random_uuid(), platform_id, id, 'TOTP', service_now() from customers`,
  `insert into account_validations (account_id, method, provider, state)
   select id, 'BANK', 'BANK', case when id::text like '7%' then 'OPEN' else 'PASSED' end from external_accounts`,
  `insert into micro_entries (account_id, number, environment, reference, state, amount, provider)
   select id, n, 'SANDBOX', micro_entry_reference(id, n), 'SETTLED', n, 'RAIL' from external_accounts, generate_series(1, 2) n`,
  `insert into sca_resets (id, platform_id, customer_id, factor, status, expires_at)
   select gen_random_uuid(), platform_id, id, 'TOTP', case when id::text like '7%' then 'INITIATED' else 'COMPLETED' end,
     service_now() from customers`,
]

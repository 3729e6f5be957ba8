/** The nightly clean-up: what is kept how long. `docs/operating.md` repeats these numbers. */

import pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectionCheck } from '../../db/epochCheck.ts'

export const IDEMPOTENCY_KEYS_KEPT_HOURS = 24
export const REQUESTS_KEPT_DAYS = 7
export const OTP_KEPT_DAYS = 7
export const SESSIONS_KEPT_DAYS = 7
export const LOOKUPS_KEPT_DAYS = 1
export const DEVICE_CODES_KEPT_DAYS = 7
export const INVITATIONS_KEPT_DAYS = 365
export const EVENTS_KEPT_DAYS = 30
export const AUTHENTICATION_FAILURES_KEPT_DAYS = 1
export const VERIFICATION_NOTICES_KEPT_DAYS = 30
export const VERIFICATION_LINKS_KEPT_DAYS = 7
export const IMPORTS_KEPT_DAYS = 30
export const DELETED_DOCUMENTS_KEPT_DAYS = 30
export const SCA_KEPT_DAYS = 7
export const REQUEST_LOG_KEPT_DAYS = 7
export const RATES_KEPT_DAYS = 400
/** Nothing is counted on a day that has passed. */
export const USAGE_KEPT_DAYS = 40

/** At night, UTC; a run missed without a worker is backfilled at the next start. */
export const RETENTION_CRONTAB = '17 3 * * * retention ?fill=1d&max=5&jobKey=retention'

const STATEMENT_TIMEOUT_MS = 15 * 60_000

type Step = { readonly what: string; readonly text: string; readonly values: readonly unknown[] }

/** Referencing rows first. Each step is its own transaction and idempotent. */
const steps: readonly Step[] = [
  {
    what: 'idempotency keys',
    text: 'delete from idempotency_keys where created_at < service_now() - make_interval(hours => $1)',
    values: [IDEMPOTENCY_KEYS_KEPT_HOURS],
  },
  {
    what: 'card decisions',
    // Much longer than the issuer repeats a question.
    text: 'delete from card_decisions where created_at < service_now() - make_interval(days => $1)',
    values: [REQUESTS_KEPT_DAYS],
  },
  {
    what: 'codes of cards',
    // Much longer than the issuer repeats an event.
    text: 'delete from card_codes where created_at < service_now() - make_interval(days => $1)',
    values: [REQUESTS_KEPT_DAYS],
  },
  {
    what: 'requests',
    // A claimed request is an operation in progress, however old.
    text: `delete from requests where
      coalesce(answered_at, expires_at) < service_now() - make_interval(days => $1)
      and updated_at < service_now() - make_interval(days => $1)
      and (answered_at is not null or status <> 'CLAIMED')`,
    values: [REQUESTS_KEPT_DAYS],
  },
  {
    what: 'sessions',
    // After its requests: each names the session whose key stamped it.
    text: `delete from sessions s where expires_at < service_now() - make_interval(days => $1)
      and not exists (select 1 from requests r where r.session_id = s.id)`,
    values: [SESSIONS_KEPT_DAYS],
  },
  {
    what: 'one-time code attempts',
    text: `delete from otp_verifications where status <> 'PENDING'
      and updated_at < service_now() - make_interval(days => $1)`,
    values: [OTP_KEPT_DAYS],
  },
  {
    what: 'one-time codes',
    text: `delete from otp_issuances i where status <> 'PENDING'
      and updated_at < service_now() - make_interval(days => $1)
      and not exists (select 1 from otp_verifications v
        where v.credential_id = i.credential_id and v.issuance_number = i.number)`,
    values: [OTP_KEPT_DAYS],
  },
  {
    what: 'receiver lookups',
    text: 'delete from receiver_lookups where expires_at < service_now() - make_interval(days => $1)',
    values: [LOOKUPS_KEPT_DAYS],
  },
  {
    what: 'device codes',
    text: 'delete from agent_device_codes where expires_at < service_now() - make_interval(days => $1)',
    values: [DEVICE_CODES_KEPT_DAYS],
  },
  {
    what: 'invitations',
    text: `delete from invitations where coalesce(claimed_at, cancelled_at, expires_at)
      < service_now() - make_interval(days => $1)`,
    values: [INVITATIONS_KEPT_DAYS],
  },
  {
    what: 'webhook deliveries',
    text: `delete from webhook_deliveries where status <> 'PENDING'
      and created_at < service_now() - make_interval(days => $1)`,
    values: [EVENTS_KEPT_DAYS],
  },
  {
    what: 'events',
    text: `delete from events e where created_at < service_now() - make_interval(days => $1)
      and not exists (select 1 from webhook_deliveries d where d.event_id = e.id)`,
    values: [EVENTS_KEPT_DAYS],
  },
  {
    what: 'webhook endpoints',
    text: `delete from webhook_platform_endpoints where (platform_id, endpoint) in (
      select platform_id, endpoint from webhook_platform_endpoints e where not exists (
        select 1 from webhook_deliveries d
        where d.platform_id = e.platform_id and d.endpoint = e.endpoint and d.status = 'PENDING')
      for update skip locked)`,
    values: [],
  },
  {
    what: 'spent webhook jobs',
    text: `select graphile_worker.complete_jobs(array(
      select j.id from graphile_worker.jobs j where j.task_identifier = 'deliver_webhook'
      and j.locked_at is null and j.attempts >= j.max_attempts and not exists (
        select 1 from webhook_deliveries d where j.key = 'webhook/' || d.id and d.status = 'PENDING')))`,
    values: [],
  },
  {
    what: 'authentication failures',
    text: `delete from authentication_failures
      where window_started_at < service_now() - make_interval(days => $1)`,
    values: [AUTHENTICATION_FAILURES_KEPT_DAYS],
  },
  {
    what: 'notices of the verification vendor',
    text: `delete from verification_notices where not is_open
      and received_at < service_now() - make_interval(days => $1)`,
    values: [VERIFICATION_NOTICES_KEPT_DAYS],
  },
  {
    what: 'links to the verification vendor',
    text: 'delete from verification_links where expires_at < service_now() - make_interval(days => $1)',
    values: [VERIFICATION_LINKS_KEPT_DAYS],
  },
  {
    what: 'challenges of strong authentication',
    text: 'delete from sca_challenges where expires_at < service_now() - make_interval(days => $1)',
    values: [SCA_KEPT_DAYS],
  },
  {
    what: 'counts of messages and wrong codes',
    text: `delete from person_counts where updated_at < service_now() - interval '1 hour'`,
    values: [],
  },
  {
    what: 'enrolments that were not confirmed',
    text: `delete from sca_factors where status = 'PENDING' and expires_at < service_now()`,
    values: [],
  },
  {
    what: 'sessions of strong authentication',
    text: `delete from sca_sessions
      where coalesce(ended_at, expires_at) < service_now() - make_interval(days => $1)`,
    values: [SCA_KEPT_DAYS],
  },
  {
    what: 'errors of imports',
    text: `delete from bulk_import_errors e using bulk_imports i where i.id = e.import_id
      and i.completed_at < service_now() - make_interval(days => $1)`,
    values: [IMPORTS_KEPT_DAYS],
  },
  {
    what: 'imports',
    text: `delete from bulk_imports i where completed_at < service_now() - make_interval(days => $1)
      and not is_open and not exists (select 1 from bulk_import_errors e where e.import_id = i.id)`,
    values: [IMPORTS_KEPT_DAYS],
  },
  {
    what: 'deleted documents',
    text: 'delete from documents where deleted_at < service_now() - make_interval(days => $1)',
    values: [DELETED_DOCUMENTS_KEPT_DAYS],
  },
  {
    what: 'request log',
    text: 'delete from request_log where at < service_now() - make_interval(days => $1)',
    values: [REQUEST_LOG_KEPT_DAYS],
  },
  {
    what: 'observations of exchange rates',
    // What is priced by one keeps its facts.
    text: `delete from exchange_rate_observations o where fetched_at < service_now() - make_interval(days => $1)
      and not exists (select 1 from exchange_rates r where r.environment = o.environment and r.currency = o.currency
        and o.id in (r.observation_id, r.waiting_id))`,
    values: [RATES_KEPT_DAYS],
  },
  {
    what: 'what counted against limits of a day',
    text: 'delete from payment_usage where day < (service_now() - make_interval(days => $1))::date',
    values: [USAGE_KEPT_DAYS],
  },
  {
    what: 'what was given back of it',
    text: 'delete from payment_usage_returns where day < (service_now() - make_interval(days => $1))::date',
    values: [USAGE_KEPT_DAYS],
  },
  {
    what: 'ordered faults',
    text: 'delete from sandbox_faults where ends_at < service_now() - make_interval(days => $1)',
    values: [REQUESTS_KEPT_DAYS],
  },
  {
    what: 'sessions of operators',
    text: `delete from operator_sessions where created_at < service_now() - make_interval(days => 1)`,
    values: [],
  },
  { what: 'ledger roll-up', text: 'select ledger_roll_up()', values: [] },
]

/**
 * Deletes expired rows, erases the personal data of customers who were deleted `customerErasureDays` ago and
 * advances the ledger's roll-ups, on a connection of its own.
 *
 * @param check of that connection
 * @throws the first error, after all other steps have run
 */
export async function retain(
  databaseUrl: string,
  customerErasureDays: number,
  log: Logger,
  check?: ConnectionCheck,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'payments-retention',
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  // A lost connection fails the statement too; without a listener the event would end the process.
  client.on('error', () => undefined)
  let failure: unknown
  try {
    await client.connect()
    await check?.(client)
    for (const { what, text, values } of steps) {
      try {
        const { rowCount } = await client.query(text, [...values])
        log.info({ what, rows: rowCount }, 'retention')
      } catch (error) {
        failure ??= error
        log.error({ err: error, what }, 'retention failed')
      }
    }
    try {
      const erased = await eraseCustomers(client, customerErasureDays)
      log.info({ what: 'personal data of deleted customers', rows: erased }, 'retention')
    } catch (error) {
      failure ??= error
      log.error({ err: error, what: 'personal data of deleted customers' }, 'retention failed')
    }
  } finally {
    await client.end().catch(() => undefined)
  }
  if (failure !== undefined) throw failure
}

/** A transaction for a few at a time: each has all its payments in it. */
const ERASED_AT_ONCE = 10

async function eraseCustomers(client: pg.Client, days: number): Promise<number> {
  let erased = 0
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      'select erase_customers($1, $2) as count',
      [days, ERASED_AT_ONCE],
    )
    const count = rows[0]?.count ?? 0
    erased += count
    if (count < ERASED_AT_ONCE) return erased
  }
}

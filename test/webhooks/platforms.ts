/** Platforms with an endpoint, events of them, and job runners with short durations. */

import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { Environment } from '../../contract/outsideParties.ts'
import { systemClock } from '../../contract/time.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { type Config, parseConfig } from '../../runtime/config.ts'
import { type WebhookKey, webhookKeyOf, webhookKeyring } from '../../runtime/webhookKeys.ts'
import { type HeartbeatTimes, heartbeatTimes } from '../../worker/jobs/heartbeat.ts'
import { createJobRunner, type JobRunner } from '../../worker/jobs/index.ts'
import type { WebhookPolicy } from '../../worker/webhooks/policy.ts'

export const masterKey = '11'.repeat(32)
/** A key of nobody. */
export const keys = webhookKeyOf('33'.repeat(32))

/** The key that signs for a platform of these tests. */
export function keyOf(platformId: string, environment: Environment = 'SANDBOX'): WebhookKey {
  return webhookKeyring(testConfig()).of({ platformId, environment }).signing
}

export function testConfig(
  environment: 'development' | 'production' = 'development',
  settings: Readonly<Record<string, string>> = {},
): Config {
  return parseConfig({ ENVIRONMENT: environment, WEBHOOK_MASTER_KEYS: masterKey, ...settings })
}

export const quickPolicy: WebhookPolicy = {
  timeoutMs: 400,
  retryBaseMs: 100,
  retryMaxMs: 1_000,
  retryAskedMaxMs: 5_000,
  giveUpAfterMs: 60_000,
}
export const fastHeartbeat: HeartbeatTimes = { beatMs: 200, deadAfterMs: 1_000 }

export type WebhookFixture = {
  readonly url: string
  readonly database: Database
  runner(options?: {
    policy?: Partial<WebhookPolicy>
    environment?: 'development' | 'production'
    settings?: Readonly<Record<string, string>>
    /** The service's own heartbeat, not the quick one. */
    isPatient?: boolean
    /** As in `JobRunnerOptions`. */
    pollMs?: number
  }): Promise<JobRunner>
  close(): Promise<void>
}

export function aWebhookFixture(url: string): WebhookFixture {
  const database = openDatabase(url)
  const runners: JobRunner[] = []
  return {
    url,
    database,
    async runner({ policy, environment, settings, isPatient, pollMs = 500 } = {}) {
      const runner = await createJobRunner({
        database,
        databaseUrl: url,
        config: testConfig(environment, settings),
        log: pino({ level: 'silent' }),
        policy: { ...quickPolicy, ...policy },
        heartbeat: isPatient ? heartbeatTimes : fastHeartbeat,
        pollMs,
      })
      let stopped: Promise<void> | undefined
      const once = { ...runner, stop: () => (stopped ??= runner.stop()) }
      runners.push(once)
      return once
    },
    async close() {
      await Promise.all(runners.map((runner) => runner.stop()))
      await database.close()
    },
  }
}

export type TestPlatform = {
  readonly id: string
  /** Credits the platform's own account: one INCOMING_PAYMENT.COMPLETED event each. */
  fund(count?: number): Promise<void>
  /** One event of that type about a transaction. */
  emit(type: string): Promise<void>
  deliveries(): Promise<Delivery[]>
}

export type Delivery = {
  readonly id: string
  readonly event_id: string
  readonly status: string
  readonly attempts: number
  readonly last_status: number | null
  readonly last_error: string | null
  readonly is_queued: boolean
  /** Seconds from the last write to the next attempt. */
}

export async function aPlatform(
  { url, database }: Pick<WebhookFixture, 'url' | 'database'>,
  endpoint: string,
  environment: Environment = 'SANDBOX',
): Promise<TestPlatform> {
  const name = `test ${randomUUID()}`
  await createPlatform(url, { name, environment })
  const [row] = await database.query<{ id: string; account: string }>({
    text: `update platforms p set webhook_endpoint = $2 where name = $1 returning id,
      (select a.id from internal_accounts a where a.platform_id = p.id and currency = 'USD') account`,
    values: [name, endpoint],
  })
  if (row === undefined) throw new Error('no platform')
  return {
    id: row.id,
    async fund(count = 1) {
      const part = 500
      for (let done = 0; done < count; done += part) {
        await database.query({
          text: `select fund_account(jsonb_build_object('transactionId', gen_random_uuid(),
            'platformId', $1::uuid, 'accountId', $2::uuid, 'amount', '5'))
            from generate_series(1, $3::integer)`,
          values: [row.id, row.account, Math.min(part, count - done)],
        })
      }
    },
    async emit(type) {
      await database.query({
        text: `select emit_event($1, $2, 'Transaction:' || t.id, to_jsonb(t))
          from jsonb_populate_record(null::transactions, $3) t`,
        values: [row.id, type, JSON.stringify(aTransaction(row.id))],
      })
    },
    deliveries: () =>
      database.query<Delivery>({
        text: `select id, event_id, status, attempts, last_status, last_error, is_queued
          from webhook_deliveries where platform_id = $1 order by created_at`,
        values: [row.id],
      }),
  }
}

function aTransaction(platformId: string): object {
  const now = systemClock.now().toISOString()
  return {
    id: randomUUID(),
    platform_id: platformId,
    type: 'INCOMING',
    direction: 'CREDIT',
    status: 'PENDING',
    source: { sourceType: 'REALTIME_FUNDING' },
    destination: { destinationType: 'ACCOUNT' },
    created_at: now,
    updated_at: now,
  }
}

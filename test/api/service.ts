/** One running stack for the tests of all operations, and their helpers. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Client, Connection } from '@temporalio/client'
import { describe, expect } from 'vitest'
import type { Permission } from '../../contract/permissions.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform, type PlatformCredentials } from '../../db/platforms.ts'
import { hashSecret, newSecret } from '../../db/secrets.ts'
import {
  type Answer,
  type ApiClient,
  createApiClient,
} from '../../scripts/serviceDriver/apiClient.ts'
import {
  aLoggedInWallet,
  aPlatform,
  apiOf,
  type LoggedInWallet,
  loggedIn,
} from '../support/builders.ts'
import { aDnsServer, type TestDnsServer } from '../support/dnsServer.ts'
import { anIssuer, type TestIssuer } from '../support/issuer.ts'
import { openRows } from '../support/openRows.ts'
import { oneTestIn } from '../support/sampledTests.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

type Service = {
  readonly stack: TestStack
  readonly database: Database
  readonly api: ApiClient
  /** A customer of the stack's own platform, whose device has a session. */
  readonly mine: LoggedInWallet
  /** Another platform of the same stack, with a customer of its own. */
  readonly other: PlatformCredentials
  readonly theirs: LoggedInWallet
  readonly production: PlatformCredentials
  readonly temporal: Client
  /** Stand where Google and Apple publish their keys. */
  readonly google: TestIssuer
  readonly apple: TestIssuer
  /** Stands where the records of UMA domains are looked up. */
  readonly dns: TestDnsServer
}

/** No quote of an earlier test expires while a later one counts rows. */
export const QUOTE_LIFETIME_SECONDS = 3_600

/** A session lives for 15 minutes, and a module of tests for less than the rest of them. */
const LOGGED_IN_AGAIN_MS = 5 * 60_000

let running: Service | undefined
let loggedInAtMs = 0
let connection: Connection | undefined

export function service(): Service {
  if (running === undefined) throw new Error('the service is not running')
  return running
}

/** Every response is validated against its declaration: an undeclared one becomes a 500. */
export async function startService(): Promise<void> {
  const [google, apple, dns] = [await anIssuer(), await anIssuer(), await aDnsServer()]
  const keys = [
    `https://accounts.google.com=${google.keysUrl}`,
    `https://appleid.apple.com=${apple.keysUrl}`,
  ]
  const stack = await aRunningStack({
    production: true,
    env: {
      CHECK_RESPONSES: 'true',
      // A busy machine must not decline purchases.
      CARD_DECISION_TIMEOUT_MS: '5000',
      STABLECOIN_POLL_SECONDS: '1',
      QUOTE_LIFETIME_SECONDS: String(QUOTE_LIFETIME_SECONDS),
      OIDC_KEYS_URLS: keys.join(','),
      OIDC_KEYS_COOLDOWN_SECONDS: '1',
      DNS_SERVERS: dns.address,
      // What a test sends from an address of its own counts for no other test.
      TRUSTED_PROXY_HOPS: '1',
    },
  })
  const other = await aPlatform(stack)
  connection = await Connection.connect({ address: stack.env.TEMPORAL_ADDRESS ?? '' })
  const [mine, theirs, production] = await Promise.all([
    aLoggedInWallet(stack),
    aLoggedInWallet(stack, { platform: other }),
    createPlatform(stack.databaseUrl, { name: `live ${randomUUID()}`, environment: 'PRODUCTION' }),
  ])
  loggedInAtMs = performance.now()
  running = {
    stack,
    database: openDatabase(stack.databaseUrl, { poolMax: 4 }),
    api: apiOf(stack),
    mine,
    other,
    theirs,
    production,
    temporal: new Client({ connection }),
    google,
    apple,
    dns,
  }
}

/** Before each module: on a slow machine the sessions of the two wallets end before its tests are through. */
export async function keepLoggedIn(): Promise<void> {
  if (performance.now() - loggedInAtMs < LOGGED_IN_AGAIN_MS) return
  const { stack, mine, theirs } = service()
  loggedInAtMs = performance.now()
  running = {
    ...service(),
    mine: await loggedIn(stack, mine),
    theirs: await loggedIn(stack, theirs),
  }
}

export async function stopService(): Promise<void> {
  await running?.database.close()
  await connection?.close()
  await running?.stack.stop()
  running?.google.stop()
  running?.apple.stop()
  running?.dns.stop()
  running = undefined
}

/**
 * A test of what an operation does beyond its success that takes wallets, logins or payments of its
 * own: `npm test` runs one in three, by the run's seed. None leaves anything that a later one needs.
 */
export const sampled = oneTestIn(3)

const described = new Set<string>()

/** The tests of one operation. */
export function describeOperation(id: string, tests: () => void): void {
  described.add(id)
  describe(id, tests)
}

/** Ids of the operations that have tests. */
export function describedOperations(): string[] {
  return [...described]
}

/** @param path as the operations declare it, without version */
export function call(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string | undefined>,
): Promise<Answer> {
  return service().api.call(method, path, body, headers)
}

/** A client of another sandbox platform, without customers. */
export async function aFreshPlatform(): Promise<ApiClient> {
  const { stack } = service()
  return apiOf(stack, await aPlatform(stack))
}

/** A client whose token may do only this. */
export async function aTokenWith(...permissions: readonly Permission[]): Promise<ApiClient> {
  const { stack, database } = service()
  const [clientId, clientSecret] = [randomUUID(), newSecret()]
  await database.query({
    text: `insert into tokens (id, platform_id, client_id, secret_hash, permissions, name)
      select $1, platform_id, $2, $3, $4, 'test' from tokens where client_id = $5`,
    values: [
      randomUUID(),
      clientId,
      hashSecret(clientSecret),
      permissions,
      stack.platform.clientId,
    ],
  })
  return createApiClient(stack.apiUrls[0] ?? '', { clientId, clientSecret })
}

/** A refusal in the envelope, and nothing in it that only we should see. */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer.body).toMatchObject({ code, status, reason: expect.any(String) })
  expect(answer.body.message).toBe(answer.body.reason)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('X-Request-Id')).toBeTruthy()
  expect(JSON.stringify(answer.body)).not.toMatch(/\.ts:\d|node_modules|\bat .*\(|select |\$\d/)
}

/** The invalid fields of a `400 INVALID_INPUT`, each with the constraint that failed. */
export function fieldsOf(answer: Answer): Record<string, string> {
  expectRefusal(answer, 400, 'INVALID_INPUT')
  const { errors } = answer.body.details as {
    errors: { field: string; constraint: string; message: string }[]
  }
  for (const { message } of errors) expect(message).toBeTruthy()
  return Object.fromEntries(errors.map(({ field, constraint }) => [field, constraint]))
}

/** The same call again is the first answer, marked as replayed. */
export function expectReplay(first: Answer, again: Answer): void {
  expect(again.status).toBe(first.status)
  expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  expect(first.headers.get('Idempotent-Replayed')).toBeNull()
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
}

/** Counters and heartbeats: what a refused request may change, and what changes independently. */
const uncounted = [
  'authentication_failures',
  'job_pools',
  'webhook_slots',
  // A worker reads the feeds all the time.
  'exchange_rate_observations',
  // Every request is noted there, the refused ones too.
  'request_log',
  // Endpoints that earlier tests made up are tried again and again.
  'webhook_attempts',
  // What refused uploads had stored is deleted by the next sweep.
  'unreferenced_objects',
  '_private_jobs',
  'migrations',
]
const QUIET_MS = 100
const RUNS_MAX = 3
const REST_LOOKS_MAX = 100
const REST_LOOK_MS = 50

/**
 * Runs refused requests, and fails if they left a row anywhere or started a workflow. Waits first
 * until what earlier tests began has come to rest; an outside party may still report about that meanwhile, so
 * the requests are sent up to three times: what they leave they leave each time.
 */
export async function leavesNothing(work: () => Promise<void>, more = RUNS_MAX - 1): Promise<void> {
  for (let look = 0; look < REST_LOOKS_MAX && !(await isAtRest()); look += 1) {
    await sleep(REST_LOOK_MS)
  }
  const before = await inventory()
  await work()
  await sleep(QUIET_MS)
  const after = await inventory()
  if (more > 0 && !isDeepStrictEqual(after, before)) await leavesNothing(work, more - 1)
  else expect(after).toEqual(before)
}

/** Whether nothing is in progress: no open row that machines are to finish, no due job. */
async function isAtRest(): Promise<boolean> {
  const rows = await service().database.query({
    // A card may be late on purpose. Others wait for a person, for ever where none comes; what changed a second ago may be moving.
    text: `select 1 from ${openRows()} where cursor not in
          ('AGENT_ACTION', 'AUTHORIZATION', 'CUSTOMER_VERIFICATION', 'SCA_RESET', 'CARD')
      union all (select 1 from ${openRows('o')}
        where o.kind in ('CUSTOMER_VERIFICATION', 'SCA_RESET')
          and not exists (select 1 from ${openRows('quiet', 1)} where quiet.kind = o.kind and quiet.id = o.id))
      union all select 1 from graphile_worker._private_jobs
        where run_at <= now() and attempts < max_attempts`,
  })
  return rows.length === 0
}

/** Rows of every table, events of each type, and the workflows of this stack. */
async function inventory(): Promise<Record<string, string>> {
  const { database, temporal, stack } = service()
  const tables = await database.query<{ name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' or tablename = '_private_jobs' order by 1`,
  })
  const counted = tables.filter(({ name }) => !uncounted.some((table) => name.includes(table)))
  const [rows] = await database.query<Record<string, bigint>>({
    text: `select ${counted.map(({ name }) => `(select count(*) from ${name}) as "${name}"`).join(', ')},
      (select count(*) from graphile_worker.jobs
        where task_identifier <> 'deliver_webhook') as jobs`,
  })
  const events = await database.query<{ type: string; count: number }>({
    text: 'select type, count(*)::integer as count from events group by type',
  })
  const workflows = await temporal.workflow.count(`TaskQueue = '${stack.env.TASK_QUEUE}'`)
  const all = Object.entries({ ...rows, workflows: workflows.count })
  for (const { type, count } of events) all.push([type, count])
  return Object.fromEntries(all.map(([name, count]) => [name, String(count)]))
}

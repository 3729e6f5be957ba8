/**
 * Receivers that take a webhook and answer a byte at a time, without an end, or never, or a gigabyte: an
 * attempt ends at one deadline, and deliveries to others do not wait behind them.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aSlowServer, type Slowness } from '../support/slowServer.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aPlatform, aWebhookFixture, type WebhookFixture } from './platforms.ts'
import { aReceiver, until } from './receiver.ts'

/** Of a worker: as many jobs as it runs at once (worker/jobs/runner.ts). */
const CONCURRENCY = 50
/** Longer than the turn of a job, which is then one attempt. */
const TIMEOUT_MS = 2_500
/** What is read of a response, and what lies in the buffers of two sockets. */
const TAKEN_MAX = 16_000_000

let database: TestDatabase
let fixture: WebhookFixture

beforeAll(async () => {
  database = await aDatabase()
  fixture = aWebhookFixture(database.url)
})
beforeEach(async () => {
  await fixture.database.query({ text: 'update platforms set webhook_endpoint = null' })
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})

async function timeoutsInARow(endpoint: string): Promise<number | undefined> {
  const row = await fixture.database.maybeOne<{ timeouts: number }>({
    text: 'select timeouts_in_a_row as timeouts from webhook_platform_endpoints where endpoint = $1',
    values: [endpoint],
  })
  return row?.timeouts
}

const ends: Readonly<Record<Slowness, { status: string; last_status: number | null }>> = {
  'never answers': { status: 'PENDING', last_status: null },
  'drips its headers': { status: 'PENDING', last_status: null },
  // The status is the answer.
  'drips its body': { status: 'DELIVERED', last_status: 200 },
  'drips its body in chunks': { status: 'DELIVERED', last_status: 200 },
  'sends a gigabyte': { status: 'DELIVERED', last_status: 200 },
}

test.each(Object.entries(ends) as [Slowness, object][])('one that %s', async (slowness, end) => {
  const runner = await fixture.runner({ policy: { timeoutMs: 500, retryBaseMs: 3_600_000 } })
  const server = await aSlowServer(slowness)
  const endpoint = `${server.url}/hooks`
  const platform = await aPlatform(fixture, endpoint)
  await platform.fund()
  await until(async () => (await timeoutsInARow(endpoint)) !== undefined && server.open === 0)
  await until(async () => (await platform.deliveries())[0]?.attempts === 1)
  await until(async () => {
    const [row] = await fixture.database.query<{ used: number }>({
      text: 'select count(*)::integer as used from webhook_slots',
    })
    return row?.used === 0
  })
  expect(await platform.deliveries()).toMatchObject([end])
  // Too much is not too slow; what holds a slot to its deadline is.
  expect(await timeoutsInARow(endpoint)).toBe(slowness === 'sends a gigabyte' ? 0 : 1)
  expect(server.taken).toBeLessThan(TAKEN_MAX)
  await server.stop()
  await runner.stop()
})

test('many that never answer, with a backlog each: a good one waits for the first free job', async () => {
  const slow = await Promise.all(
    Array.from({ length: 3 * CONCURRENCY }, () => aSlowServer('never answers')),
  )
  for (const { url } of slow) await (await aPlatform(fixture, `${url}/hooks`)).fund(2)
  const good = await aReceiver()
  const platform = await aPlatform(fixture, good.url)
  // As after three attempts of each: those may have one slot each.
  await fixture.database.query({
    text: `insert into webhook_platform_endpoints
      select distinct platform_id, endpoint, 3 from webhook_deliveries
      on conflict (platform_id, endpoint) do update set timeouts_in_a_row = 3`,
  })
  const begun = (): number => slow.reduce((sum, { accepted }) => sum + accepted, 0)
  await fixture.runner({ policy: { timeoutMs: TIMEOUT_MS } })
  // Every slow one has had a turn, and its jobs wait for the next.
  await until(async () => begun() >= slow.length + CONCURRENCY)
  const before = begun()
  await platform.fund(20)
  await good.waitFor(1)
  // Those that a worker takes in the same moment may be faster.
  expect(begun() - before).toBeLessThanOrEqual(2 * CONCURRENCY)
  await until(async () => (await platform.deliveries()).every((d) => d.status === 'DELIVERED'))
  expect((await platform.deliveries()).map(({ attempts }) => attempts)).toEqual(
    Array.from({ length: 20 }, () => 1),
  )
  await Promise.all([good, ...slow].map((server) => server.stop()))
}, 300_000)

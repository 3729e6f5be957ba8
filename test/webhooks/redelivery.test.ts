/** Sending events again, down where it is decided: slots, retries, dead workers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aPlatform, aWebhookFixture, type TestPlatform, type WebhookFixture } from './platforms.ts'
import { aJobProcess, kill } from './processes.ts'
import { aReceiver, until } from './receiver.ts'

/** A starved receiver is no failing one. */
const patient = { timeoutMs: 10_000 }

let database: TestDatabase
let fixture: WebhookFixture

beforeAll(async () => {
  database = await aDatabase()
  fixture = aWebhookFixture(database.url)
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})

type Part = { readonly accepted: number; readonly next: { created_at: string; id: string } | null }

async function redeliver(
  { id }: TestPlatform,
  range: Readonly<Record<string, unknown>> = {},
): Promise<Part> {
  const order = { platformId: id, failedOnly: true, limit: 1_000, ...range }
  const [row] = await fixture.database.query<{ part: Part }>({
    text: 'select redeliver_webhooks($1) as part',
    values: [JSON.stringify(order)],
  })
  if (row === undefined) throw new Error('no answer')
  return row.part
}

const statuses = async (platform: TestPlatform): Promise<string[]> =>
  (await platform.deliveries()).map(({ status }) => status).sort()

async function set(platform: TestPlatform, status: string): Promise<void> {
  await fixture.database.query({
    text: `update webhook_deliveries set status = $2, attempts = 1 where platform_id = $1`,
    values: [platform.id, status],
  })
}

test('an event delivered by a redelivery is not retried by the schedule', async () => {
  const runner = await fixture.runner({
    policy: { ...patient, retryBaseMs: 60_000, retryMaxMs: 60_000 },
  })
  const receiver = await aReceiver(500)
  const platform = await aPlatform(fixture, receiver.url)
  await platform.fund(3)
  await until(async () => (await platform.deliveries()).every((d) => d.last_status === 500))
  receiver.behave(200)
  expect(await redeliver(platform)).toEqual({ accepted: 3, next: null })
  await until(
    async () =>
      (await statuses(platform)).join() ===
      `${'DELIVERED,'.repeat(3)}${'STOPPED,'.repeat(3)}`.slice(0, -1),
  )
  expect(receiver.received).toHaveLength(6)
  expect((await redeliver(platform)).accepted).toBe(0)
  await receiver.stop()
  await runner.stop()
})

test('a redelivery whose worker died is made again, and tried once as far as anybody saw', async () => {
  const receiver = await aReceiver(() => undefined)
  const platform = await aPlatform(fixture, receiver.url)
  await platform.fund(4)
  await set(platform, 'STOPPED')
  const child = await aJobProcess(database.url)
  expect((await redeliver(platform)).accepted).toBe(4)
  await receiver.waitFor(4)
  await kill(child)
  receiver.behave(500)
  const runner = await fixture.runner({ policy: patient })
  const ended = async (): Promise<boolean> =>
    (await platform.deliveries()).slice(4).every(({ status }) => status === 'STOPPED')
  await until(ended)
  await sleep(1_500)
  expect((await platform.deliveries()).slice(4).map(({ attempts }) => attempts)).toEqual([
    2, 2, 2, 2,
  ])
  const log = await fixture.database.query<{ error: string; ms: number | null }>({
    text: `select a.error, a.duration_ms as ms from webhook_attempts a
      join webhook_deliveries d on d.id = a.delivery_id where d.platform_id = $1 and d.is_manual
      order by a.number`,
    values: [platform.id],
  })
  expect(log.map(({ error }) => error)).toEqual([
    ...Array(4).fill('lost with its worker'),
    ...Array(4).fill('answered 500'),
  ])
  expect(log.map(({ ms }) => ms !== null)).toEqual([
    ...Array(4).fill(false),
    ...Array(4).fill(true),
  ])
  await receiver.stop()
  await runner.stop()
})

test('what has just happened goes before a long range that is sent again', async () => {
  const many = isLong ? 2_000 : 200
  const receiver = await aReceiver((response) => {
    void sleep(20).then(() => response.writeHead(200).end())
  })
  const platform = await aPlatform(fixture, receiver.url)
  await platform.fund(many)
  await set(platform, 'STOPPED')
  const runner = await fixture.runner({ policy: patient })
  for (let part = await redeliver(platform); part.next !== null; ) {
    const { created_at: afterCreatedAt, id: afterId } = part.next
    part = await redeliver(platform, { afterCreatedAt, afterId })
  }
  await receiver.waitFor(20)
  await platform.fund(1)
  const fresh = (await platform.deliveries()).at(-1)?.event_id
  const has = (): number =>
    receiver.received.findIndex(({ body }) => body.id === `Webhook:${fresh}`)
  const asked = receiver.received.length
  await until(() => has() >= 0, 120_000)
  // At most what was under way, and what was let in between our look and its commit.
  expect(has() - asked).toBeLessThan(many / 2)
  await until(async () => (await statuses(platform)).every((s) => s !== 'PENDING'), 120_000)
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(many + 1)
  await receiver.stop()
  await runner.stop()
})

test('a range is taken in parts of bounded size, none of them twice at once', async () => {
  const platform = await aPlatform(fixture, 'http://127.0.0.1:1/')
  await platform.fund(25)
  await set(platform, 'STOPPED')
  const parts = await Promise.all(
    Array.from({ length: 50 }, () => redeliver(platform, { limit: 10 })),
  )
  expect(Math.max(...parts.map(({ accepted }) => accepted))).toBe(10)
  const byHand = (await platform.deliveries()).slice(25).map(({ event_id }) => event_id)
  expect(new Set(byHand).size).toBe(byHand.length)
  // Each caller went on where the others had been: nothing is left that nobody tries.
  expect(byHand.length).toBe(25)
  const all = { failedOnly: false, limit: 10 }
  const first = await redeliver(platform, all)
  const { created_at: afterCreatedAt, id: afterId } = first.next ?? {}
  const second = await redeliver(platform, { ...all, limit: 100, afterCreatedAt, afterId })
  const never = await redeliver(platform, { startDate: '2001-01-01', endDate: '2001-01-02' })
  expect([first.accepted, second, never]).toEqual([
    10,
    { accepted: 15, next: null },
    { accepted: 0, next: null },
  ])
})

type Ended = { readonly changed?: number; readonly hasMore?: boolean }

async function endWaiting(
  { id: platformId }: TestPlatform,
  from: string,
  action: 'MOVE' | 'DROP',
  limit = 1_000,
): Promise<Ended | null> {
  return fixture.database.call('end_waiting_webhooks', { platformId, from, action, limit })
}

async function renameEndpoint({ id }: TestPlatform, endpoint: string): Promise<void> {
  await fixture.database.query({
    text: 'update platforms set webhook_endpoint = $2 where id = $1',
    values: [id, endpoint],
  })
}

test('what waits for a dead address moves to the corrected one, each once, under fifty calls at once', async () => {
  const many = isLong ? 2_000 : 60
  const dead = await aReceiver(() => undefined)
  const good = await aReceiver()
  const other = await aPlatform(fixture, dead.url)
  const platform = await aPlatform(fixture, dead.url)
  const runner = await fixture.runner()
  await platform.fund(many)
  await other.fund(2)
  await dead.waitFor(5)
  await renameEndpoint(platform, good.url)
  const left = async (): Promise<number> => {
    const found = await fixture.database.call('waiting_webhooks', platform.id, 10_000)
    expect(found.map(({ isPresent }) => isPresent).filter(Boolean)).toHaveLength(1)
    return found.find(({ endpoint }) => endpoint === dead.url)?.waiting ?? 0
  }
  expect(await left()).toBe(many)
  // What an attempt holds while it is asked for stays at the dead address until the next call.
  while ((await left()) > 0) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => endWaiting(platform, dead.url, 'MOVE', 7)),
    )
    expect(Math.max(...answers.map((answer) => answer?.changed ?? 0))).toBeLessThanOrEqual(7)
    await sleep(50)
  }
  await until(
    async () => (await platform.deliveries()).every(({ status }) => status === 'DELIVERED'),
    120_000,
  )
  const arrived = good.received.map(({ body }) => body.id)
  expect(new Set(arrived).size).toBe(many)
  expect(await platform.deliveries()).toHaveLength(many)
  // Another platform of the same address keeps what is its own.
  expect((await statuses(other)).join()).toBe('PENDING,PENDING')
  await runner.stop()
  await Promise.all([dead.stop(), good.stop()])
})

test('what is dropped is not sent, and its events can be sent again', async () => {
  const dead = await aReceiver(500)
  const good = await aReceiver()
  const platform = await aPlatform(fixture, dead.url)
  const runner = await fixture.runner({
    policy: { ...patient, retryBaseMs: 60_000, retryMaxMs: 60_000 },
  })
  await platform.fund(3)
  await until(async () => (await platform.deliveries()).every((d) => d.last_status === 500))
  expect(await endWaiting(platform, dead.url, 'MOVE')).toEqual({})
  expect(await endWaiting(platform, dead.url, 'DROP', 2)).toEqual({ changed: 2, hasMore: true })
  expect(await endWaiting(platform, dead.url, 'DROP')).toEqual({ changed: 1, hasMore: false })
  expect((await platform.deliveries()).map((d) => [d.status, d.last_error])).toEqual(
    Array(3).fill(['STOPPED', 'dropped by the platform']),
  )
  await renameEndpoint(platform, good.url)
  expect((await redeliver(platform)).accepted).toBe(3)
  await good.waitFor(3)
  await runner.stop()
  await Promise.all([dead.stop(), good.stop()])
})

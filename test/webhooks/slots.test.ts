import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aPlatform, aWebhookFixture, quickPolicy, type WebhookFixture } from './platforms.ts'
import { aReceiver, type Behaviour, until } from './receiver.ts'

let database: TestDatabase
let fixture: WebhookFixture

beforeAll(async () => {
  database = await aDatabase()
  fixture = aWebhookFixture(database.url)
  await Promise.all([fixture.runner(), fixture.runner()])
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})

const after =
  (ms: number): Behaviour =>
  (response) =>
    void sleep(ms).then(() => response.writeHead(200).end())

async function slots(): Promise<number> {
  const [row] = await fixture.database.query<{ used: number }>({
    text: 'select count(*)::integer as used from webhook_slots',
  })
  return row?.used ?? 0
}

async function timeoutsInARow(endpoint: string): Promise<number> {
  const [row] = await fixture.database.query<{ timeouts: number }>({
    text: 'select timeouts_in_a_row as timeouts from webhook_platform_endpoints where endpoint = $1',
    values: [endpoint],
  })
  return row?.timeouts ?? 0
}

test('over two workers an endpoint gets at most four at once, and all of them', async () => {
  const receiver = await aReceiver(after(60))
  const platform = await aPlatform(fixture, receiver.url)
  await platform.fund(60)
  await receiver.waitFor(60)
  expect(receiver.openMax).toBeLessThanOrEqual(4)
  expect(receiver.openMax).toBeGreaterThan(1)
  await until(async () => (await platform.deliveries()).every((d) => d.status === 'DELIVERED'))
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(60)
  // Waiting for a slot is no attempt: each one was a request.
  const attempts = (await platform.deliveries()).reduce((sum, d) => sum + d.attempts, 0)
  expect(attempts).toBe(receiver.received.length)
  await until(async () => (await slots()) === 0)
  await receiver.stop()
})

test('a dead endpoint delays nobody else, and is asked one at a time', async () => {
  const dead = await aReceiver(() => undefined)
  const healthy = await aReceiver()
  const bad = await aPlatform(fixture, dead.url)
  const good = await aPlatform(fixture, healthy.url)
  await bad.fund(120)
  await dead.waitFor(4)
  await until(async () => (await slots()) <= 1 && (await timeoutsInARow(dead.url)) >= 3)
  const before = dead.received.length
  const startedMs = performance.now()
  await good.fund(20)
  await healthy.waitFor(20)
  // The good ones came last and were through while most of the bad ones had not had their turn.
  expect(new Set(dead.received.map(({ body }) => body.id)).size).toBeLessThan(60)
  await sleep(1_000)
  const attemptMs = quickPolicy.timeoutMs
  const attemptsMax = Math.ceil((performance.now() - startedMs) / attemptMs) + 1
  expect(dead.received.length - before).toBeLessThanOrEqual(attemptsMax)
  dead.behave(200)
  await until(
    async () => (await bad.deliveries()).every((d) => d.status === 'DELIVERED'),
    15_000,
    () => `${new Set(dead.received.map(({ body }) => body.id)).size} of 120 came`,
  )
  await until(async () => (await slots()) === 0)
  await Promise.all([dead.stop(), healthy.stop()])
})

test('two platforms with one endpoint have four slots each: neither delays the other', async () => {
  const receiver = await aReceiver(after(200))
  const first = await aPlatform(fixture, receiver.url)
  const second = await aPlatform(fixture, receiver.url)
  await first.fund(40)
  await receiver.waitFor(4)
  await second.fund(4)
  await until(async () => (await second.deliveries()).every((d) => d.status === 'DELIVERED'))
  const left = (await first.deliveries()).filter(({ status }) => status === 'PENDING')
  expect(left.length).toBeGreaterThan(20)
  expect(receiver.openMax).toBeLessThanOrEqual(8)
  await until(async () => (await first.deliveries()).every((d) => d.status === 'DELIVERED'))
  await until(async () => (await slots()) === 0)
  await receiver.stop()
})

test('a platform that names endpoint after endpoint has eight slots at all of them', async () => {
  const receivers = await Promise.all(Array.from({ length: 5 }, () => aReceiver(after(200))))
  const platform = await aPlatform(fixture, receivers[0]?.url ?? '')
  for (const { url } of receivers) {
    await fixture.database.query({
      text: 'update platforms set webhook_endpoint = $2 where id = $1',
      values: [platform.id, url],
    })
    await platform.fund(6)
  }
  let most = 0
  await until(async () => {
    most = Math.max(most, await slots())
    return (await platform.deliveries()).every(({ status }) => status === 'DELIVERED')
  }, 60_000)
  expect(most).toBeGreaterThan(4)
  expect(most).toBeLessThanOrEqual(8)
  await Promise.all(receivers.map((receiver) => receiver.stop()))
})

test('time-outs of one platform leave the slots of another at the same endpoint', async () => {
  const endpoint = 'https://same.example/'
  const slow = await aPlatform(fixture, endpoint)
  const quick = await aPlatform(fixture, endpoint)
  await fixture.database.query({
    text: 'insert into webhook_platform_endpoints values ($1, $2, 3)',
    values: [slow.id, endpoint],
  })
  const allowed = await fixture.database.query({
    text: `select webhook_slots_allowed(lock_platform_endpoint(platform, $3)) as slots
      from unnest(array[$1, $2]::uuid[]) platform`,
    values: [slow.id, quick.id, endpoint],
  })
  expect(allowed).toEqual([{ slots: 1 }, { slots: 4 }])
})

test('what one transaction sends an endpoint is one job, and all of it comes', async () => {
  const receiver = await aReceiver()
  const platform = await aPlatform(fixture, receiver.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('begin')
    for (let sent = 0; sent < 5; sent += 1) {
      await client.query("select emit_event($1, 'TEST', 'PlatformConfig:' || $1::uuid, '{}')", [
        platform.id,
      ])
    }
    const { rows } = await client.query(
      `select count(*)::integer as jobs from graphile_worker.jobs j
        join webhook_deliveries d on j.key = 'webhook/' || d.id where d.platform_id = $1`,
      [platform.id],
    )
    expect(rows).toEqual([{ jobs: 1 }])
    await client.query('commit')
  } finally {
    await client.end()
  }
  await receiver.waitFor(5)
  await until(async () => (await platform.deliveries()).every((d) => d.status === 'DELIVERED'))
  expect((await platform.deliveries()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
  await receiver.stop()
})

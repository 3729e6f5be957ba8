/** Many deliveries in processes of their own: one is killed in the middle, one is weighed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aPlatform, aWebhookFixture, type TestPlatform, type WebhookFixture } from './platforms.ts'
import { aJobProcess, kill, residentMb } from './processes.ts'
import { aReceiver, until } from './receiver.ts'

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

const KILLED_IN = isLong ? 1_000 : 100
/** The promise: all is delivered within this time after another worker is there. */
const RECOVERY_MS = 60_000

async function undelivered(platforms: readonly TestPlatform[]): Promise<number> {
  const [row] = await fixture.database.query<{ left: number }>({
    text: `select count(*)::integer as left from webhook_deliveries
      where platform_id = any ($1) and status <> 'DELIVERED'`,
    values: [platforms.map(({ id }) => id)],
  })
  return row?.left ?? 0
}

test(`kill -9 in the middle of ${KILLED_IN} deliveries: all arrive, none is held by a lock`, async () => {
  const receiver = await aReceiver((response) => {
    void sleep(20).then(() => response.writeHead(200).end())
  })
  const platforms = await Promise.all(
    Array.from({ length: 5 }, (_, n) => aPlatform(fixture, `${receiver.url}/${n}`)),
  )
  // The service's own heartbeat and silence: what is measured is what the design promises.
  const first = await aJobProcess(database.url, 'patient')
  for (const platform of platforms) await platform.fund(KILLED_IN / platforms.length)
  await receiver.waitFor(KILLED_IN / 2, 300_000)
  await kill(first)
  const arrived = new Set(receiver.received.map(({ body }) => body.id)).size
  expect(arrived).toBeLessThan(KILLED_IN)
  const second = await aJobProcess(database.url, 'patient')
  const recoveredAt = performance.now()
  await until(
    async () => (await undelivered(platforms)) === 0,
    RECOVERY_MS,
    () => `${receiver.received.length} came`,
  )
  const tookMs = Math.round(performance.now() - recoveredAt)
  const came = receiver.received.map(({ body }) => body.id)
  expect(new Set(came).size).toBe(KILLED_IN)
  // What the dead one had locked is unlocked with its silence; spent jobs go with the night.
  await until(
    async () => {
      const [left] = await fixture.database.query<{ held: number }>({
        text: `select (select count(*) from webhook_slots)::integer
          + (select count(*) from graphile_worker.jobs where task_identifier = 'deliver_webhook'
            and (locked_at is not null or attempts < max_attempts))::integer as held`,
      })
      return left?.held === 0
    },
    RECOVERY_MS,
    () => 'something is still locked',
  )
  await kill(second)
  await receiver.stop()
  console.log(
    `${KILLED_IN} deliveries, killed after ${arrived}: all there ${tookMs} ms after the next worker, ` +
      `${came.length - KILLED_IN} came twice`,
  )
})

test.runIf(isLong)(
  '10,000 deliveries weigh no more than 1,000',
  async () => {
    const receiver = await aReceiver()
    const platforms = await Promise.all(
      Array.from({ length: 10 }, (_, n) => aPlatform(fixture, `${receiver.url}/${n}`)),
    )
    const child = await aJobProcess(database.url)
    const weights: number[] = []
    for (const total of [1_000, 10_000]) {
      const before = receiver.received.length
      for (const platform of platforms) await platform.fund((total - before) / platforms.length)
      await until(async () => (await undelivered(platforms)) === 0, 600_000)
      weights.push(residentMb(child))
    }
    await kill(child)
    await receiver.stop()
    const [first = 0, last = 0] = weights
    console.log(`resident after 1,000: ${first} MB, after 10,000: ${last} MB`)
    expect(receiver.received.length).toBe(10_000)
    expect(last / first).toBeLessThanOrEqual(1.25)
  },
  1_200_000,
)

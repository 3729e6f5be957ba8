import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '../set.ts'
import { aPlatform, aWorld, type World } from './platforms.ts'
import { aReceiver, type Behaviour, until } from './receiver.ts'

let database: TestDatabase
let world: World

beforeAll(async () => {
  database = await aDatabase()
  world = aWorld(database.url)
  await Promise.all([world.runner(), world.runner()])
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const after =
  (ms: number): Behaviour =>
  (response) =>
    void sleep(ms).then(() => response.writeHead(200).end())

async function slots(): Promise<number> {
  const [row] = await world.database.query<{ used: number }>({
    text: 'select count(*)::integer as used from webhook_slots',
  })
  return row?.used ?? 0
}

test('over two workers an endpoint gets at most four at once, and all of them', async () => {
  const receiver = await aReceiver(after(60))
  const platform = await aPlatform(world, receiver.url)
  await platform.fund(60)
  await receiver.waitFor(60)
  expect(receiver.openMax).toBeLessThanOrEqual(4)
  expect(receiver.openMax).toBeGreaterThan(1)
  await until(async () => (await platform.deliveries()).every((d) => d.status === 'DELIVERED'))
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(60)
  // Waiting for a slot is no attempt.
  expect((await platform.deliveries()).filter((d) => d.attempts !== 1)).toEqual([])
  await until(async () => (await slots()) === 0)
  await receiver.stop()
})

test('a dead endpoint delays nobody else, and is asked one at a time', async () => {
  const dead = await aReceiver(() => undefined)
  const healthy = await aReceiver()
  const bad = await aPlatform(world, dead.url)
  const good = await aPlatform(world, healthy.url)
  await bad.fund(120)
  await dead.waitFor(4)
  await sleep(600)
  const openBefore = dead.received.length
  const startedMs = performance.now()
  await good.fund(20)
  await healthy.waitFor(20)
  const tookMs = performance.now() - startedMs
  expect(tookMs).toBeLessThan(2_000)
  await sleep(1_000)
  // One at a time, 400 ms each: the two workers would have made twenty in this time with four.
  expect(dead.received.length - openBefore).toBeLessThanOrEqual(
    Math.ceil((tookMs + 1_000) / 400) + 1,
  )
  dead.behave(200)
  await until(
    async () => (await bad.deliveries()).every((d) => d.status === 'DELIVERED'),
    15_000,
    () => `${new Set(dead.received.map(({ body }) => body.id)).size} of 120 came`,
  )
  await until(async () => (await slots()) === 0)
  await Promise.all([dead.stop(), healthy.stop()])
})

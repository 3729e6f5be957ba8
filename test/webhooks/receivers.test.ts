/**
 * Receivers of every bad kind, beside a good one: what they get arrives at least once, and the
 * good one does not notice them. An hour passes by moving what is due, not by waiting.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookPolicy } from '../../worker/webhooks/policy.ts'
import { isLong } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aPlatform, aWebhookFixture, type TestPlatform, type WebhookFixture } from './platforms.ts'
import { aReceiver, type Behaviour, type Receiver, until } from './receiver.ts'

const EVENTS = isLong ? 500 : 20
const TIMEOUT_MS = 1_000

let database: TestDatabase
let fixture: WebhookFixture

beforeAll(async () => {
  database = await aDatabase()
  fixture = aWebhookFixture(database.url)
  // The service's own waits; only the receiver's ten seconds are shorter.
  const policy = { ...webhookPolicy, timeoutMs: TIMEOUT_MS }
  await Promise.all([fixture.runner({ policy }), fixture.runner({ policy })])
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})

/** As if `minutes` had passed: what was due by then is due now. */
async function pass(minutes: number): Promise<void> {
  const values = [minutes]
  await fixture.database.query({
    text: `update webhook_deliveries set created_at = created_at - make_interval(mins => $1),
      next_attempt_at = next_attempt_at - make_interval(mins => $1) where status = 'PENDING'`,
    values,
  })
  await fixture.database.query({
    text: `update graphile_worker._private_jobs set run_at = run_at - make_interval(mins => $1)
      where locked_at is null and key like 'webhook/%'`,
    values,
  })
}

/** Until nothing of it is due now. */
async function rest(platform: TestPlatform): Promise<void> {
  await until(
    async () => {
      const [row] = await fixture.database.query<{ due: number }>({
        text: `select count(*)::integer as due from webhook_deliveries where platform_id = $1
          and status = 'PENDING' and (is_queued or next_attempt_at <= service_now())`,
        values: [platform.id],
      })
      return row?.due === 0
    },
    300_000,
    () => 'attempts are still due',
  )
}

const statusesOf = async (platform: TestPlatform): Promise<string[]> => [
  ...new Set((await platform.deliveries()).map(({ status }) => status)),
]
const idsAt = (receiver: Receiver): number =>
  new Set(receiver.received.map(({ body }) => body.id)).size

/** Each fails the first attempt of every event in its way, then takes it. */
function failingFirst(fail: Exclude<Behaviour, number>): Behaviour {
  const seen = new Set<string>()
  return (response, received) => {
    if (seen.has(received.body.id)) response.writeHead(200).end()
    else fail(response, received)
    seen.add(received.body.id)
  }
}

const bad: Readonly<Record<string, Behaviour>> = {
  'answers 500': failingFirst((response) => response.writeHead(500).end()),
  redirects: failingFirst((response) => response.writeHead(302, { location: '/other' }).end()),
  'closes before an answer': failingFirst((response) => response.destroy()),
  'closes in the middle of one': failingFirst((response) => {
    response.writeHead(500, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 5)
  }),
  'is too slow': failingFirst(
    (response) => void sleep(TIMEOUT_MS + 300).then(() => response.end()),
  ),
}

test('bad receivers beside a good one: each event is delivered, the good one is not delayed', async () => {
  const receivers = await Promise.all(Object.values(bad).map((behaviour) => aReceiver(behaviour)))
  const platforms = await Promise.all(receivers.map(({ url }) => aPlatform(fixture, url)))
  const knowing = await aReceiver(409)
  const done = await aPlatform(fixture, knowing.url)
  const healthy = await aReceiver()
  const good = await aPlatform(fixture, healthy.url)
  // Time-outs hold a slot the longest: a few of them say as much as many.
  for (const [index, platform] of platforms.entries()) {
    await platform.fund(index === platforms.length - 1 ? 6 : EVENTS)
  }
  await done.fund(EVENTS)
  await good.fund(EVENTS)

  await healthy.waitFor(EVENTS, 300_000)
  await until(async () => (await statusesOf(good)).join() === 'DELIVERED')
  expect((await good.deliveries()).filter(({ attempts }) => attempts !== 1)).toEqual([])
  await until(async () => (await statusesOf(done)).join() === 'DELIVERED', 300_000)
  expect(idsAt(knowing)).toBe(EVENTS)
  // Nobody of the bad ones has been given up for it.
  for (const platform of platforms) expect(await statusesOf(platform)).not.toContain('STOPPED')

  await Promise.all(platforms.map(rest))
  for (let turn = 0; turn < 5; turn += 1) {
    await pass(2)
    await Promise.all(platforms.map(rest))
  }
  for (const [index, name] of Object.keys(bad).entries()) {
    const [platform, receiver] = [platforms[index], receivers[index]]
    if (platform === undefined || receiver === undefined) throw new Error('no such receiver')
    expect(await statusesOf(platform), name).toEqual(['DELIVERED'])
    expect(idsAt(receiver), name).toBe((await platform.deliveries()).length)
    const bodies = new Set(receiver.received.map(({ raw }) => raw.toString())).size
    expect(bodies, name).toBe(idsAt(receiver))
  }
  await Promise.all([...receivers, knowing, healthy].map((receiver) => receiver.stop()))
}, 1_200_000)

test('a receiver that is down for an hour gets everything once it is up; the others get theirs at once', async () => {
  const address = await aFreeAddress()
  const dead = await aPlatform(fixture, address.url)
  const healthy = await aReceiver()
  const good = await aPlatform(fixture, healthy.url)
  await dead.fund(EVENTS)
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await good.fund(2)
    await healthy.waitFor((minutes / 5 + 1) * 2)
    await rest(dead)
    await pass(5)
  }
  await rest(dead)
  const before = await dead.deliveries()
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['PENDING']))
  // An hour of doubling waits: never a flood.
  expect(Math.max(...before.map(({ attempts }) => attempts))).toBeLessThanOrEqual(12)
  const alive = await aReceiver(200, address.port)
  // The longest wait is half an hour.
  await pass(30)
  await until(async () => (await statusesOf(dead)).join() === 'DELIVERED', 120_000)
  expect(idsAt(alive)).toBe(EVENTS)
  expect((await good.deliveries()).filter(({ attempts }) => attempts !== 1)).toEqual([])
  await Promise.all([alive.stop(), healthy.stop()])
}, 1_200_000)

async function aFreeAddress(): Promise<{ readonly url: string; readonly port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return { url: `http://127.0.0.1:${port}/hooks`, port }
}

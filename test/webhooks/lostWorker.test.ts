import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aPlatform, aWebhookFixture, type WebhookFixture } from './platforms.ts'
import { aJobProcess, kill } from './processes.ts'
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

async function lockedJobs(): Promise<number> {
  const [row] = await fixture.database.query<{ locked: number }>({
    text: 'select count(*)::integer as locked from graphile_worker.jobs where locked_at is not null',
  })
  return row?.locked ?? 0
}

test('deliveries of a killed worker are made by another one, after the heartbeat timeout', async () => {
  const receiver = await aReceiver(() => undefined)
  const platforms = await Promise.all(
    [1, 2, 3].map((n) => aPlatform(fixture, `${receiver.url}/${n}`)),
  )
  const child = await aJobProcess(database.url)
  for (const platform of platforms) await platform.fund(10)
  await receiver.waitFor(12)
  await until(async () => (await lockedJobs()) === 12)
  await kill(child)
  receiver.behave(200)
  await fixture.runner()
  const deliveries = async () =>
    (await Promise.all(platforms.map((platform) => platform.deliveries()))).flat()
  await until(
    async () => (await deliveries()).every(({ status }) => status === 'DELIVERED'),
    10_000,
  )
  const all = await deliveries()
  expect(all).toHaveLength(30)
  // The attempts that died were attempts.
  expect(all.filter(({ attempts }) => attempts > 1).length).toBeGreaterThanOrEqual(12)
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(30)
  // The last job ends just after its delivery.
  await until(async () => (await lockedJobs()) === 0)
  const [left] = await fixture.database.query<{ slots: number; pools: number; jobs: number }>({
    text: `select (select count(*)::integer from webhook_slots) slots,
      (select count(*)::integer from job_pools) pools,
      (select count(*)::integer from graphile_worker.jobs where task_identifier = 'deliver_webhook') jobs`,
  })
  // Webhooks, sweeps, all else.
  expect(left).toEqual({ slots: 0, pools: 3, jobs: 0 })
  await receiver.stop()
})

test('a TEST whose only attempt died with its worker is not sent twice', async () => {
  const receiver = await aReceiver(200)
  const platform = await aPlatform(fixture, receiver.url)
  await fixture.database.query({
    text: `insert into events (id, platform_id, type, subject, snapshot) values (gen_random_uuid(), $1, 'TEST', '', '{}')`,
    values: [platform.id],
  })
  // As a dead worker leaves it: one attempt counted, no job.
  await fixture.database.query({
    text: `insert into webhook_deliveries (id, event_id, platform_id, endpoint, attempts)
      select gen_random_uuid(), id, platform_id, $2, 1 from events where platform_id = $1 and type = 'TEST'`,
    values: [platform.id, receiver.url],
  })
  await until(async () => (await platform.deliveries())[0]?.status === 'STOPPED')
  expect(receiver.received).toHaveLength(0)
  await receiver.stop()
})

test('lost connections and refused ones cost nothing but time', async () => {
  const receiver = await aReceiver(200)
  const platform = await aPlatform(fixture, receiver.url)
  for (let round = 0; round < 4; round += 1) {
    await platform.fund(10)
    await fixture.database.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'payments-jobs' and datname = current_database()`,
    })
    await sleep(150)
  }
  await until(
    async () => (await platform.deliveries()).every(({ status }) => status === 'DELIVERED'),
    25_000,
    () => `${receiver.received.length} came`,
  )
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(40)
  await receiver.stop()
})

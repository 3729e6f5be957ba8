import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { type RunningStack, startStack } from '../../scripts/devstack/stack.ts'
import { aDataDir, bareEnvironment, removeDataDir } from '../support/stack.ts'
import { aPlatform, aWebhookFixture, type WebhookFixture } from './platforms.ts'
import { aReceiver, until } from './receiver.ts'

let server: RunningStack
let fixture: WebhookFixture
const dataDir = aDataDir()

beforeAll(async () => {
  server = await startStack({ env: bareEnvironment(), dataDir, roles: ['postgres'] })
  const url = server.env.DATABASE_URL ?? ''
  await migrate(url)
  fixture = aWebhookFixture(url)
  await fixture.runner()
})
afterAll(async () => {
  await fixture.close()
  await server.stop()
  removeDataDir(dataDir, server.postgresDirectory)
})

test('PostgreSQL is killed and comes back: every webhook arrives, the runner lives', async () => {
  const receiver = await aReceiver((response) => {
    void sleep(100).then(() => response.writeHead(200).end())
  })
  const platforms = await Promise.all(
    [1, 2, 3].map((n) => aPlatform(fixture, `${receiver.url}/${n}`)),
  )
  for (const absenceMs of [0, 2_500]) {
    const before = receiver.received.length
    for (const platform of platforms) await platform.fund(15)
    await receiver.waitFor(before + 8)
    server.hold('postgres')
    await server.kill('postgres')
    await sleep(absenceMs)
    server.release('postgres')
    await server.waitReady('postgres')
    await until(
      async () =>
        (await Promise.all(platforms.map((platform) => platform.deliveries())))
          .flat()
          .every(({ status }) => status === 'DELIVERED'),
      30_000,
      () => `${receiver.received.length} came`,
    )
  }
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(90)
  const [left] = await fixture.database.query<{ slots: number }>({
    text: 'select count(*)::integer as slots from webhook_slots',
  })
  expect(left?.slots).toBe(0)
  await receiver.stop()
})

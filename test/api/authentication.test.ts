import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authenticate, authentication } from '../../api/middleware/authentication.ts'
import { CREDENTIAL_REMEMBERED_MS } from '../../api/middleware/credentialCache.ts'
import { addressBucket, failureCounter } from '../../api/middleware/failures.ts'
import type { Context } from '../../api/middleware/state.ts'
import { instant, systemClock } from '../../contract/time.ts'
import type { Statement } from '../../db/connection.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let databases: Database[]
beforeAll(async () => {
  server = await aDatabase()
  databases = [openDatabase(server.url), openDatabase(server.url)]
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await server.drop()
})

/** The authentication of one more API process. */
const aProcess = (database: Database): Authenticate =>
  authentication({
    ...{ database, clock: systemClock, log: createLogger('silent', 'test') },
    // Limits count the addresses that a proxy of ours reports.
    config: parseConfig({ TRUSTED_PROXY_HOPS: '1' }),
  })

const request = (clientId: string, secret: string, ip = '192.0.2.1'): Context => {
  const header = `Basic ${btoa(`${clientId}:${secret}`)}`
  return { get: () => header, ip, state: {} } as unknown as Context
}
const [first, second] = [0, 1].map((index) => () => databases[index] as Database) as [
  () => Database,
  () => Database,
]

test('a token of the table authenticates until it is deleted, in every process', async () => {
  const name = randomUUID()
  const { clientId, clientSecret } = await createPlatform(server.url, { name })
  const processes = [aProcess(first()), aProcess(second())]
  for (const authenticate of processes) {
    const platform = await authenticate(request(clientId, clientSecret))
    expect(platform).toMatchObject({ name, environment: 'SANDBOX' })
    expect(platform.permissions).toEqual(['VIEW', 'TRANSACT', 'MANAGE'])
    await expect(authenticate(request(clientId, 'wrong'))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  }
  await first().query({ text: 'delete from tokens where client_id = $1', values: [clientId] })
  await delay(200)
  for (const authenticate of processes) {
    await expect(authenticate(request(clientId, clientSecret))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  }
})

/** A database whose first token arrives late, and whose notifications never do. */
function aSlowDatabase(database: Database, delayMs: number): Database {
  let isFirst = true
  return {
    ...database,
    listen: () => Promise.reject(new Error('no notifications')),
    async query<Row>(statement: Statement) {
      const rows = await database.query<Row>(statement)
      const isLate = isFirst && statement.name === 'token-by-client-id'
      if (isLate) isFirst = false
      if (isLate) await delay(delayMs)
      return rows
    },
  }
}

test('without notifications a token is forgotten, counted from before it was read', async () => {
  const { clientId, clientSecret } = await createPlatform(server.url, { name: randomUUID() })
  const [quick, slow, slowest] = [
    aProcess(first()),
    aProcess(aSlowDatabase(first(), CREDENTIAL_REMEMBERED_MS / 2)),
    aProcess(aSlowDatabase(first(), CREDENTIAL_REMEMBERED_MS)),
  ]
  const all = [quick, slow, slowest]
  const ask = (authenticate: Authenticate): Promise<unknown> =>
    authenticate(request(clientId, clientSecret))
  // Each has read the row before it is deleted.
  const reading = all.map(ask)
  await reading[0]
  await delay(CREDENTIAL_REMEMBERED_MS / 4)
  await first().query({ text: 'delete from tokens where client_id = $1', values: [clientId] })
  await Promise.all(reading)
  // What was read for longer than anything is remembered is not remembered at all.
  await expect(ask(slowest)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  for (const authenticate of all) {
    await expect(ask(authenticate)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }
})

test('the last use is noted once a minute, by whichever process', async () => {
  const { clientId, clientSecret } = await createPlatform(server.url, { name: randomUUID() })
  const lastUse = (): Promise<{ at: Date | null; updated_at: Date }> =>
    first().one({
      text: 'select last_used_at as at, updated_at from tokens where client_id = $1',
      values: [clientId],
    })
  const unused = await lastUse()
  expect(unused.at).toBeNull()
  await expect(aProcess(first())(request(clientId, 'wrong'))).rejects.toThrow()
  const use = async (): Promise<void> => {
    const authenticate = aProcess(second())
    for (let turn = 0; turn < 3; turn += 1) await authenticate(request(clientId, clientSecret))
    await delay(100)
  }
  await use()
  const used = await lastUse()
  expect(used.at).not.toBeNull()
  expect(used.updated_at).toEqual(unused.updated_at)
  await use()
  expect(await lastUse()).toEqual(used)
  await first().query({
    text: `update tokens set last_used_at = last_used_at - interval '1 minute' where client_id = $1`,
    values: [clientId],
  })
  await use()
  expect((await lastUse()).at?.getTime()).toBeGreaterThan(used.at?.getTime() ?? Number.NaN)
})

test('failures at once in two processes are all counted', async () => {
  const counters = [first(), second()].map((database) =>
    failureCounter({ database, clock: systemClock }),
  )
  const client = randomUUID()
  const counts = await Promise.all(
    Array.from({ length: 24 }, (_, i) => counters[i % 2]?.count(client, '198.51.100.7')),
  )
  expect(counts.filter((seconds) => seconds === undefined).length).toBe(10)
  const waits = counts.filter((seconds) => seconds !== undefined)
  expect(waits.every((seconds) => seconds > 55 && seconds <= 60)).toBe(true)
})

test('a window that is over starts again', async () => {
  const client = randomUUID()
  for (let i = 0; i < 11; i += 1)
    await failureCounter({ database: first(), clock: systemClock }).count(client, '203.0.113.5')
  await first().query({
    text: "update authentication_failures set window_started_at = now() - interval '61 seconds'",
  })
  expect(
    await failureCounter({ database: first(), clock: systemClock }).count(client, '203.0.113.5'),
  ).toBeUndefined()
})

test('a limit that is remembered ends with its window, by the clock that may be moved', async () => {
  let now = systemClock.now()
  const counter = failureCounter({ database: first(), clock: { now: () => now } })
  const client = randomUUID()
  const failures = async (): Promise<number | undefined> => counter.count(client, '203.0.113.6')
  for (let i = 0; i < 11; i += 1) await failures()
  expect(await failures()).toBeGreaterThan(50)
  await first().query({
    text: "update authentication_failures set window_started_at = now() - interval '61 seconds'",
  })
  expect(await failures()).toBeGreaterThan(50)
  now = instant(now.getTime() + 61_000)
  // LRU caches remember the time for a millisecond.
  await delay(5)
  expect(await failures()).toBeUndefined()
})

test('addresses of one caller share a bucket', () => {
  expect(addressBucket('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(addressBucket('2001:db8:1:2:3::4')).toBe(addressBucket('2001:db8:1:2:ffff::1'))
  expect(addressBucket('2001:db8:1:3::1')).not.toBe(addressBucket('2001:db8:1:2::1'))
  expect(addressBucket('')).toBe('unknown')
})

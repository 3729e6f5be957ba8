/** A job of ours is the one that the library's own function would have added, but for its notification. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitUntil } from '../support/builders.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aWebhookFixture } from '../webhooks/platforms.ts'

/** Of the three kinds of a process. */
const PLACES = 64
const SOME_LOOKS_MS = 400

let made: TestDatabase
let client: Client
let notified = 0

beforeAll(async () => {
  made = await aDatabase()
  client = new Client({ connectionString: made.url })
  await client.connect()
  client.on('notification', () => {
    notified += 1
  })
  await client.query('listen "jobs:insert"')
})
afterAll(async () => {
  await client.end()
  await made.drop()
})
beforeEach(async () => {
  await client.query('delete from graphile_worker._private_jobs')
  notified = 0
})

const ways = {
  theirs: `select graphile_worker.add_job('nothing', $2, run_at := $3, job_key := $1, max_attempts := 3, priority := 1)`,
  ours: `select queue_job('nothing', $2, $1, $3, 3, 1)`,
}
type Way = keyof typeof ways
const both = Object.keys(ways) as Way[]

const add = (way: Way, key: string, payload: object, runAt: string): Promise<unknown> =>
  client.query(ways[way], [key, JSON.stringify(payload), runAt])

/** What distinguishes jobs, but for what is new each time. */
async function jobs(): Promise<unknown[]> {
  const { rows } = await client.query(
    `select to_jsonb(j) - '{id,key,created_at,updated_at,locked_at}'::text[] || jsonb_build_object('isKeyed', key is not null,
       'isLocked', locked_at is not null) as job from graphile_worker._private_jobs j order by id`,
  )
  return rows.map(({ job }) => job)
}

const later = '2100-01-01T00:00:00Z'
const before: Readonly<Record<string, (way: Way, key: string) => Promise<unknown>>> = {
  'is new': async () => undefined,
  'waits already': (way, key) => add(way, key, { a: 1 }, later),
  'has failed': async (way, key) => {
    await add(way, key, { a: 1 }, later)
    await client.query(`update graphile_worker._private_jobs set attempts = 3, last_error = 'x'`)
  },
  runs: async (way, key) => {
    await add(way, key, { a: 1 }, later)
    await client.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x'`,
    )
  },
}

describe.each(Object.entries(before))('a job that %s', (_, prepare) => {
  test('is added as the library adds it, and notifies nobody', async () => {
    const made: unknown[][] = []
    for (const way of both) {
      await client.query('delete from graphile_worker._private_jobs')
      const key = randomUUID()
      await prepare(way, key)
      notified = 0
      await add(way, key, { b: 2 }, '2100-02-01T00:00:00Z')
      await client.query('select 1')
      expect(notified).toBe(way === 'ours' ? 0 : 1)
      made.push(await jobs())
    }
    expect(made[1]).toEqual(made[0])
  })
})

const due = async (max = 50): Promise<unknown> =>
  (await client.query('select due_jobs($1) as due', [max])).rows[0].due

test('what is due is counted by its task, without a notification', async () => {
  const past = '2020-01-01T00:00:00Z'
  await add('ours', randomUUID(), {}, later)
  expect(await due()).toEqual({})
  for (let made = 0; made < 3; made += 1) await add('ours', randomUUID(), {}, past)
  await client.query(`select queue_job('other', '{}', 'other', $1)`, [past])
  expect(await due()).toEqual({ nothing: 3, other: 1 })
  // Not all of them were read: there may be more of each.
  expect(await due(4)).toMatchObject({ nothing: 4, other: 4 })
  expect(notified).toBe(0)
})

test('a job that was made due is looked for by the places that have its task alone', async () => {
  const lookedFor: string[] = []
  const usual = Client.prototype.query
  const spied = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const { name = '' } = (args[0] ?? {}) as { name?: string }
    if (name.startsWith('get_job')) lookedFor.push(name)
    return (usual as (...given: unknown[]) => unknown).apply(this, args)
  } as typeof usual)
  const fixture = aWebhookFixture(made.url)
  try {
    const runner = await fixture.runner({ isPatient: true, pollMs: 60_000 })
    await waitUntil('all places have looked', async () => lookedFor.length >= PLACES)
    await sleep(SOME_LOOKS_MS)
    lookedFor.length = 0
    await sleep(SOME_LOOKS_MS)
    expect(lookedFor).toEqual([])
    let idle = 0
    const payload = JSON.stringify({ deliveryId: randomUUID() })
    await client.query(`select queue_job('deliver_webhook', $1, 'webhook/x')`, [payload])
    runner.wake({ deliver_webhook: 1 }, () => {
      idle += 1
    })
    await waitUntil('it has ended', async () => idle > 0)
    await sleep(SOME_LOOKS_MS)
    expect(idle).toBe(1)
    // Its own place looks for it and for the next; another one may, where the periodic look has seen it first.
    expect(lookedFor.length).toBeGreaterThan(0)
    expect(lookedFor.length).toBeLessThanOrEqual(3)
  } finally {
    await fixture.close()
    spied.mockRestore()
  }
})

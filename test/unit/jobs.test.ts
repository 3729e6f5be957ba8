/** A job of ours is the one that the library's own function would have added, but for its notification. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

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

test('workers are woken for what is due, and for nothing else', async () => {
  await add('ours', randomUUID(), {}, later)
  await client.query('select notify_due_jobs(50)')
  await client.query('select 1')
  expect(notified).toBe(0)
  await add('ours', randomUUID(), {}, '2020-01-01T00:00:00Z')
  await client.query('select notify_due_jobs(50)')
  await client.query('select 1')
  expect(notified).toBe(1)
})

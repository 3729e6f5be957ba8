/**
 * Everything that waits for an instant, from the code: a new wait is not on a list here, and this test fails until
 * somebody has said how it follows a clock that is moved.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSources } from '../../scripts/imports/graph.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { done, machine, ofParties, read } from './instants.ts'

let store: TestDatabase
let client: Client
beforeAll(async () => {
  store = await aDatabase()
  client = new Client({ connectionString: store.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await store?.drop()
})

/** What has been: `created_at`, `settled_at`, `since`. */
const past = /[._](at|since|to)$/
/** Of them, those whose name says that they are still to come. */
const later = /expires|next|due|until|after|arrival|locked/

test('every instant that a row waits for is on one of the lists', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type like 'timestamp%' order by 1`,
  )
  const unknown = rows
    .map(({ name }) => name)
    .filter((name) => ![...read, ...done, ...machine].includes(name))
    .filter((name) => !past.test(name) || later.test(name.split('.')[1] ?? ''))
  expect(unknown).toEqual([])
})

/** By file: how a workflow's waits follow. Some have no time; those of a few seconds stay on the machine's clock. */
const timers: Readonly<Record<string, string>> = {
  'workflows/accountValidation.ts': 'isMoved',
  'workflows/agentAction.ts': 'isMoved',
  'workflows/authorization.ts': 'isMoved',
  'workflows/bulkImport.ts': '10 seconds',
  'workflows/card.ts': 'isMoved',
  'workflows/earlyReturn.ts': 'allHandlersFinished',
  'workflows/operatorDecisions.ts': 'decisions.length > 0',
  'workflows/quoteExecution.ts': '5 seconds',
  'workflows/scaReset.ts': 'isMoved',
  'workflows/stablecoinOperation.ts': 'isMoved',
  'workflows/verification.ts': 'isMoved',
}

test('every wait of a workflow follows', () => {
  const timer = /\bsleep\(|\bcondition\(/
  const found = [...readSources()].filter(
    ([file, source]) =>
      file.startsWith('workflows/') && timer.test(source.replaceAll(/^import.*$/gm, '')),
  )
  expect(found.map(([file]) => file).sort()).toEqual(Object.keys(timers))
  for (const [file, source] of found) expect(source, file).toContain(timers[file])
})

test('every job is known to the waits of the clock, and waits by the machine', async () => {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_functiondef('clock_waits'::regproc) as text`,
  )
  // Others are listed by their name.
  expect(rows[0]?.text).toContain('upper(j.task)')
  const folder = new URL('../../db/functions/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const writers = files.filter(
    (file) =>
      file.endsWith('.sql') &&
      /insert into graphile_worker|graphile_worker\.add_job/.test(
        readFileSync(new URL(file, folder), 'utf8'),
      ),
  )
  expect(writers).toEqual(['jobs.sql'])
})

test('a clock that is ahead takes the jobs that wait with it, and no production platform', async () => {
  await client.query(
    `select queue_job('send_code', '{}', 'test', service_now() + interval '2 days')`,
  )
  const waits = async () =>
    (
      await client.query<{ what: string; seconds: number }>(
        `select what, round(extract(epoch from at - service_now()))::integer as seconds from clock_waits()`,
      )
    ).rows
  expect(await waits()).toEqual([{ what: 'SEND_CODE', seconds: 172_800 }])
  await client.query(`select move_clock(86400000)`)
  await client.query(`select move_clock(3600000)`)
  expect(await waits()).toEqual([{ what: 'SEND_CODE', seconds: 86_400 }])
  const { rows } = await client.query<{ days: number }>(
    `select round(extract(epoch from j.run_at - now()) / 86400)::integer as days from graphile_worker.jobs j`,
  )
  expect(rows).toEqual([{ days: 1 }])
  await client.query(`insert into platforms (id, name, environment, uma_domain, supported_currencies)
    values ('00000000-0000-0000-0000-000000000001', 'real', 'PRODUCTION', 'real.example', '[]')`)
  const token =
    client.query(`insert into tokens (id, platform_id, client_id, secret_hash, permissions, name) values
    (gen_random_uuid(), '00000000-0000-0000-0000-000000000001', 'c', sha256('s'), '{VIEW}', 't')`)
  await expect(token).rejects.toThrow('takes no production platforms')
})

/** Two sessions of a store of one's own, whose clock was never moved. */
async function twoSessions(use: (one: Client, other: Client) => Promise<void>): Promise<void> {
  const own = await aDatabase()
  const sessions = [1, 2].map(() => new Client({ connectionString: own.url }))
  const [one, other] = sessions as [Client, Client]
  try {
    await Promise.all(sessions.map((session) => session.connect()))
    await use(one, other)
  } finally {
    await Promise.all(sessions.map((session) => session.end()))
    await own.drop()
  }
}
const valueIn = async (session: Client, expression: string): Promise<unknown> =>
  (await session.query<{ value: unknown }>(`select ${expression} as value`)).rows[0]?.value
/** Until the statement waits for the other session; it has not been answered then. */
const isBlocked = async (session: Client, statement: string): Promise<void> =>
  expect
    .poll(async () => {
      // A transaction goes on seeing the activity that it has seen first.
      await session.query('select pg_stat_clear_snapshot()')
      return valueIn(
        session,
        `(select count(*)::integer from pg_stat_activity where query like '${statement}%'
          and datname = current_database() and wait_event_type = 'Lock')`,
      )
    })
    .toBe(1)

test('a job that is being queued while the clock is moved is moved with the others', async () => {
  await twoSessions(async (one, other) => {
    await one.query('begin')
    await one.query(`select queue_job('send_code', '{}', 'late', service_now() + interval '1 day')`)
    const moving = other.query('select move_clock(2 * 86400000)')
    await isBlocked(one, 'select move_clock')
    await one.query('commit')
    await moving
    expect(await valueIn(one, `clock_state() -> 'isBusy'`)).toBe(true)
  })
})

test('money that is being booked while the clock is moved is in the sums of the ledger', async () => {
  await twoSessions(async (one, other) => {
    const [from, to] = ['LIQUIDITY', 'FEES'].map(
      (kind) => `service_account('SANDBOX', '${kind}', 'USD')`,
    )
    await one.query(`select ${from}, ${to}`)
    await one.query('begin')
    await one.query(
      `select ledger_transfer('booked', 'POSTED', ${from}, ${to}, 'USD', 100, null, 'late')`,
    )
    const moved = other
      .query('select move_clock(86400000)')
      .then(() => other.query('select ledger_roll_up()'))
    await Promise.race([moved, sleep(500)])
    await one.query('commit')
    await moved
    expect(await valueIn(one, `ledger_sum(${to})::integer`)).toBe(100)
  })
})

test('who has one of the tables, and waits for the other, is not in the way of a move', async () => {
  await twoSessions(async (one, other) => {
    await one.query('begin')
    await one.query(`select queue_job('send_code', '{}', 'first')`)
    const moving = other.query('select move_clock(86400000)')
    await isBlocked(one, 'select move_clock')
    await one.query('lock table ledger_transfers in row exclusive mode')
    await one.query('commit')
    await moving
  })
})

test('a production token and the first move do not meet', async () => {
  const platform = `insert into platforms (id, name, environment, uma_domain, supported_currencies)
    values ('00000000-0000-0000-0000-000000000001', 'real', 'PRODUCTION', 'real.example', '[]')`
  const token = `insert into tokens (id, platform_id, client_id, secret_hash, permissions, name) values
    (gen_random_uuid(), '00000000-0000-0000-0000-000000000001', 'c', sha256('s'), '{VIEW}', 't')`
  const begin = `select (begin_clock_move(service_now() + interval '1 day', 'test') ->> 'id')::integer as id`
  await twoSessions(async (one, other) => {
    await one.query(platform)
    await one.query('begin')
    await one.query(token)
    const beginning = other.query<{ id: number | null }>(begin)
    await isBlocked(one, 'select (begin_clock_move')
    await one.query('commit')
    expect((await beginning).rows).toEqual([{ id: null }])
    expect(await valueIn(one, '(select count(*)::integer from clock_moves)')).toBe(0)
  })
  await twoSessions(async (one, other) => {
    await one.query(platform)
    await one.query('begin')
    expect((await one.query<{ id: number | null }>(begin)).rows).toEqual([{ id: 1 }])
    const making = other.query(token)
    const refused = expect(making).rejects.toThrow('takes no production platforms')
    await isBlocked(one, 'insert into tokens')
    await one.query('commit')
    await refused
  })
})

test('an instant that is over by then is not asked for', async () => {
  await twoSessions(async (one) => {
    await one.query('select move_clock(5000)')
    const ahead = `clock_ahead_at(service_now() - interval '2 milliseconds')`
    expect(await valueIn(one, ahead)).toBe(5_000)
  })
})

test('the clean-up of a night that a move passed which did not end runs when the next one ends', async () => {
  await twoSessions(async (one) => {
    const begin = () => valueIn(one, `begin_clock_move(service_now(), 'test') ->> 'id'`)
    const jobs = `(select count(*)::integer from graphile_worker.jobs where task_identifier = 'retention')`
    await begin()
    await one.query('select move_clock(86400000)')
    const goesOn = await begin()
    await one.query(`select end_clock_move(${goesOn})`)
    expect(await valueIn(one, jobs)).toBe(1)
    await one.query('delete from graphile_worker._private_jobs')
    await one.query(`select end_clock_move(${await begin()})`)
    expect(await valueIn(one, jobs)).toBe(0)
  })
})

test('what the parties do later is on the list', () => {
  const source = readSources().get('sandbox/sandbox.ts') ?? ''
  const steps = [...source.matchAll(/what: '([A-Z_]+)'/g)].map(([, what]) => what)
  expect(steps).toEqual(ofParties)
})

test('the parties have one clock: their statements read no other', () => {
  const wrong = [...readSources()].filter(
    ([file, source]) =>
      file.startsWith('sandbox/') &&
      file !== 'sandbox/store/clock.ts' &&
      /(?<![\w.])(now\(\)|clock_timestamp\(\)|current_timestamp)(?! \{)/i.test(
        source.replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, ''),
      ),
  )
  expect(wrong.map(([file]) => file)).toEqual([])
})

/** A process that ran before the store was set back writes nothing to it afterwards. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { oneAtATime } from '../../cli/admin/restore/oneAtATime.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkEpoch, StoreWasSetBack } from '../../db/epochCheck.ts'
import { createPlatform } from '../../db/platforms.ts'
import { beginRestore, endConnections } from '../../db/storeState.ts'
import { openJobPool } from '../../worker/jobs/pool.ts'
import { retain } from '../../worker/jobs/retention.ts'
import { argumentsOf } from '../support/programs.ts'
import { isLong } from '../support/seed.ts'
import { aFixedPort, bareEnvironment } from '../support/stack.ts'
import { useLedgerFixture } from './ledgerFixture.ts'

let url: string

useLedgerFixture((given) => {
  ;({ url } = given)
})
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})
beforeEach(() =>
  withCommand(async (command) => {
    await command.query({ text: 'create table if not exists written (by text)' })
    await command.query({ text: `update store_state set state = 'OPEN'` })
  }),
)

/** The one connection of an operator's command. */
async function withCommand<Result>(work: (command: Database) => Promise<Result>): Promise<Result> {
  const command = openDatabase(url, { poolMax: 1 })
  try {
    return await work(command)
  } finally {
    await command.close()
  }
}

const setBack = (): Promise<number> =>
  withCommand(async (command) => {
    await beginRestore(command, new Date())
    return endConnections(command)
  })

/** All pools of the service, of a process that wakes when the store has been set back. */
function aProcess() {
  const onOther = vi.fn()
  const check = checkEpoch(onOther)
  const database = openDatabase(url, { applicationName: 'payments-worker', check })
  const decisions = openDatabase(url, {
    ...{ poolMax: 2, applicationName: 'payments-card-decisions', check },
    ...{ statementTimeoutMs: 5_000, poolWaitMs: 5_000 },
  })
  const jobs = openJobPool(url, pino({ level: 'silent' }), check)
  const insert = { text: 'insert into written values ($1)', values: ['a process of before'] }
  const writes: Record<string, () => Promise<unknown>> = {
    database: () => database.query(insert),
    transaction: () => database.transaction((tx) => tx.query(insert)),
    decisions: () => decisions.query(insert),
    jobs: () => jobs.database.query(insert),
  }
  const close = (): Promise<unknown> =>
    Promise.all([database.close(), decisions.close(), jobs.close()])
  return { onOther, writes, close }
}

const written = (): Promise<number> =>
  withCommand(async (command) => (await command.query({ text: 'select from written' })).length)

test.each(['database', 'transaction', 'decisions', 'jobs'])(
  'no connection of before writes, nor does a new one: %s',
  async (which) => {
    const one = aProcess()
    const write = one.writes[which] ?? (() => Promise.resolve())
    await write()
    const before = await written()
    expect(await setBack()).toBeGreaterThan(0)
    // The connection that was ended may be noticed by the first statement only.
    for (let tries = 0; one.onOther.mock.calls.length === 0 && tries < 20; tries += 1) {
      await expect(write()).rejects.toThrow()
      await sleep(10)
    }
    await expect(write()).rejects.toThrow(StoreWasSetBack)
    expect(one.onOther).toHaveBeenCalled()
    expect(await written()).toBe(before)
    await one.close()

    const anew = aProcess()
    await anew.writes[which]?.()
    expect(await written()).toBe(before + 1)
    expect(anew.onOther).not.toHaveBeenCalled()
    await anew.close()
  },
)

test('a statement that a process of before has sent does not outlive the beginning', async () => {
  const one = aProcess()
  await withCommand(async (command) => {
    const lock = new pg.Client({ connectionString: url, application_name: 'a person' })
    await lock.connect()
    await lock.query('begin; lock table written')
    const waiting = one.writes.database?.().catch((error: unknown) => error)
    await vi.waitFor(async () => {
      const rows = await command.query({
        text: `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      })
      expect(rows).toHaveLength(1)
    })
    await beginRestore(command, new Date())
    await endConnections(command)
    expect(await waiting).toBeInstanceOf(Error)
    // A person's session is left alone.
    await lock.query('rollback')
    await lock.end()
  })
  await one.close()
})

test('a process that closes its connections when the first of them is ended is no failure', async () => {
  const clients = Array.from(
    { length: 8 },
    () => new pg.Client({ connectionString: url, application_name: 'payments-worker' }),
  )
  for (const client of clients) {
    client.on('error', () => {
      for (const { connection } of clients) connection.stream.destroy()
    })
    await client.connect()
  }
  expect(await setBack()).toBeGreaterThanOrEqual(clients.length)
})

test('a role that may not end them gets an error that says so', async () => {
  const [role, password] = [`role_${randomUUID().replaceAll('-', '')}`, 'a password']
  await withCommand((command) =>
    command.query({ text: `create role ${role} login password '${password}'` }),
  )
  const ofTheService = new pg.Client({ connectionString: url, application_name: 'payments-api' })
  await ofTheService.connect()
  const command = openDatabase(Object.assign(new URL(url), { username: role, password }).href, {
    poolMax: 1,
  })
  await expect(endConnections(command)).rejects.toThrow('permission denied')
  await command.close()
  await ofTheService.end()
  await withCommand((owner) => owner.query({ text: `drop role ${role}` }))
})

test('retention, which has a connection of its own, is not done in another epoch', async () => {
  const onOther = vi.fn()
  const check = checkEpoch(onOther)
  await withCommand((command) =>
    command.query({
      text: `insert into authentication_failures values ('old', 3, service_now() - interval '1 year')`,
    }),
  )
  const failures = (): Promise<unknown[]> =>
    withCommand((command) => command.query({ text: 'select from authentication_failures' }))
  const retention = (): Promise<void> => retain(url, 1_825, pino({ level: 'silent' }), check)
  const one = openDatabase(url, { check })
  await one.ping()
  await setBack()
  await expect(retention()).rejects.toThrow(StoreWasSetBack)
  expect(onOther).toHaveBeenCalled()
  expect(await failures()).toHaveLength(1)
  await one.close()
})

test('the command that begins a restore keeps its own connections', async () => {
  await oneAtATime(url, async () => {
    await setBack()
    await expect(oneAtATime(url, async () => undefined)).rejects.toThrow('let it end')
  })
})

/** A process of the service, once it is at work; what it has logged. */
async function started(program: string, more: Record<string, string>) {
  const child = spawn(process.execPath, argumentsOf(program), {
    env: {
      ...bareEnvironment(),
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS ?? '',
      TASK_QUEUE: `epoch-${program}`,
      CODEC_KEYS: 'ab'.repeat(32),
      RECORD_KEYS: 'cd'.repeat(32),
      WEBHOOK_MASTER_KEYS: 'ef'.repeat(32),
      SANDBOX_RAIL_URL: 'http://127.0.0.1:1/rail',
      SANDBOX_WALLET_PROVIDER_URL: 'http://127.0.0.1:1',
      SANDBOX_WALLET_API_PRIVATE_KEY: '1'.repeat(64),
      ...more,
    },
  })
  children.push(child)
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (log += part))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const begun = vi.waitFor(() => expect(log).toMatch(/"(listening|working)"/), { timeout: 60_000 })
  await Promise.race([begun, ended.then((code) => Promise.reject(new Error(`${code}: ${log}`)))])
  return { child, ended, log: () => log }
}

test('an API that stood still meanwhile ends when it wakes, with the request that it was sent', async () => {
  const { clientId, clientSecret } = await createPlatform(url, { name: 'a platform' })
  const port = String(await aFixedPort())
  const operatorPort = String(await aFixedPort())
  const api = await started('api/main', { PORT: port, OPERATOR_PORT: operatorPort })
  const change = (umaDomain: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/2025-10-13/config`, {
      method: 'PATCH',
      headers: {
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ umaDomain }),
    })
  expect((await change('before.example')).status).toBe(200)
  api.child.kill('SIGSTOP')
  const sent = change('after.example').then(
    ({ status }) => status,
    () => 'no answer',
  )
  await setBack()
  // As after `restore end`: nothing but the epoch is in its way.
  await withCommand((command) => command.query({ text: `update store_state set state = 'OPEN'` }))
  api.child.kill('SIGCONT')
  expect(await api.ended).toBe(1)
  expect(api.log()).toContain('the store was set back')
  expect(await sent).toBe('no answer')
  expect(
    await withCommand((command) =>
      command.query({ text: `select from platforms where uma_domain = 'after.example'` }),
    ),
  ).toEqual([])
})

test.runIf(isLong)('so does a worker', async () => {
  const worker = await started('worker/main', {
    ...{ WORKER_PORT: String(await aFixedPort()), WORKER_ROLES: 'outside' },
  })
  worker.child.kill('SIGSTOP')
  await setBack()
  worker.child.kill('SIGCONT')
  expect(await worker.ended).toBe(1)
  expect(worker.log()).toContain('the store was set back')
})

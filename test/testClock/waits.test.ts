/**
 * Everything that waits for an instant, from the code: a new wait is not on a list here, and this test fails until
 * somebody has said how it follows a clock that is moved.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSources } from '../../scripts/imports/graph.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

/** They end by being read: everybody who reads them compares them with `service_now()`. */
const read = [
  'agent_device_codes.expires_at',
  'card_reveals.expires_at',
  'credentials.otp_arrival_at',
  'external_accounts.invoice_expires_at',
  'external_account_challenges.expires_at',
  'invitations.expires_at',
  'otp_issuances.expires_at',
  'payments.expires_at',
  'receiver_lookups.expires_at',
  'requests.expires_at',
  'sca_challenges.expires_at',
  'sca_factors.expires_at',
  'sca_lockouts.locked_until',
  'pending_starts.worth_until',
  'sandbox_faults.ends_at',
  'sca_sessions.expires_at',
  'sessions.expires_at',
  'transactions.expires_at',
  'unreferenced_objects.delete_after',
  'verification_links.expires_at',
]
/** They are done by somebody at their instant: `clock_waits()` has them, by themselves or by the job that waits for them. */
const done = [
  'sca_resets.expires_at',
  'stablecoin_operations.expires_at',
  'webhook_deliveries.next_attempt_at',
]

/** The life of processes and of calls: the machine's clock. Cursors: what has been read. */
const machine = [
  'card_codes.claimed_until',
  'card_list_cursors.read_until',
  'pending_starts.due_at',
  'sweep_cursors.after_at',
]

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

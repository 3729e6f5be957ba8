/** More runs than one page of Temporal's list holds: all are ended, and all are found. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { type Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOpenRuns } from '../../cli/admin/restore/openRuns.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { type Config, need, parseConfig } from '../../runtime/config.ts'
import { closedRuns, runsWithoutRow } from '../../worker/runsWithoutRow.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { waitUntil } from '../support/builders.ts'
import { argumentsOf } from '../support/programs.ts'
import { countOf } from '../support/seed.ts'
import { aDatabase, bareEnvironment, type TestDatabase } from '../support/stack.ts'

/** A page of the listing has 1,000; one of the comparison with the database has 500. */
const COUNT = countOf(0, 1_203)
const AT_ONCE = 50

const settings = {
  TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
  CODEC_KEYS: 'ab'.repeat(32),
}

let server: TestDatabase
let database: Database
let connection: Connection
let client: Client
let config: Config

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 1 })
  config = parseConfig({
    ...settings,
    TASK_QUEUE: `many-${randomUUID()}`,
  })
  connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  client = createClient(connection, config)
})
afterAll(async () => {
  await connection?.close()
  await database?.close()
  await server?.drop()
})

test.runIf(COUNT > 0)('more than a page of lost runs', async () => {
  const ids = Array.from({ length: COUNT }, () => `Quote:${randomUUID()}`)
  for (let first = 0; first < COUNT; first += AT_ONCE) {
    await Promise.all(
      ids.slice(first, first + AT_ONCE).map((workflowId) =>
        client.workflow.start('quoteExecution', {
          ...{ workflowId, taskQueue: config.TASK_QUEUE, args: [{}] },
        }),
      ),
    )
  }
  let checks = 0
  const ended = await endOpenRuns(client, config, 'the store was set back', async () => {
    checks += 1
  })
  expect(ended).toBe(COUNT)
  expect(checks).toBeGreaterThanOrEqual(COUNT / 20)

  const found = async (): Promise<string[]> => {
    const all = []
    for await (const { workflowId, state } of runsWithoutRow(
      database,
      client,
      closedRuns(config, 'Terminated'),
    )) {
      expect(state).toBe('MISSING')
      all.push(workflowId)
    }
    return all
  }
  // Temporal lists a run a moment after it has closed.
  await waitUntil('all are listed', async () => (await found()).length === COUNT)
  expect((await found()).sort()).toEqual(ids.sort())

  const [closedAt, state] = [new Date(), 'MISSING'] as const
  const runs = ids.map((workflowId) => ({ workflowId, runId: randomUUID(), state, closedAt }))
  await database.call('report_run_window', closedAt.toISOString(), { runs })
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...argumentsOf('cli/main'), 'admin', 'reconcile', '--list'],
    { env: { ...bareEnvironment(), ...settings, DATABASE_URL: server.url } },
  )
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(1_001)
  expect(lines.at(-1)).toBe(`and ${COUNT - 1_000} more`)
})

/** The alarm of the periodic check of the ledger. */
import type { Client } from '@temporalio/client'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { type Alarms, createAlarms } from '../../worker/alarms.ts'
import type { Connections } from '../../worker/connections.ts'
import { startRounds } from '../../worker/rounds.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 2 })
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

/** Runs every periodic task of a worker once. */
async function roundsOf(patientDatabase: Database, alarms: Alarms): Promise<void> {
  const log = pino({ level: 'silent' })
  const dependencies = { config: { SWEEP_SECONDS: 3_600 }, log, outside: { configured: [] } }
  const connections = { dependencies, patientDatabase } as unknown as Connections
  await startRounds(connections, {} as Client, alarms).stop()
}

test('a check that runs out of time raises the alarm, and the next that finishes ends it', async () => {
  const alarms = createAlarms(database)
  const shown = async (): Promise<number | undefined> =>
    (await alarms.ledgerOk.get()).values[0]?.value
  await roundsOf(database, alarms)
  expect(await shown()).toBe(1)
  const hurried = openDatabase(server.url, { poolMax: 3, statementTimeoutMs: 1 })
  await roundsOf(hurried, alarms)
  await hurried.close()
  expect(await shown()).toBe(0)
  await roundsOf(database, alarms)
  expect(await shown()).toBe(1)
})

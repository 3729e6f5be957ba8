/** The alarm of the periodic check of the ledger. */
import type { Client } from '@temporalio/client'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { DatabaseBusy } from '../../db/pool.ts'
import { type Alarms, createAlarms } from '../../worker/alarms.ts'
import type { Connections } from '../../worker/connections.ts'
import { ledgerProof } from '../../worker/proveLedger.ts'
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
  expect(await shown()).toBeNaN()
  await roundsOf(database, alarms)
  expect(await shown()).toBe(1)
  const hurried = openDatabase(server.url, { poolMax: 3, statementTimeoutMs: 1 })
  await roundsOf(hurried, alarms)
  await hurried.close()
  expect(await shown()).toBe(0)
  await roundsOf(database, alarms)
  expect(await shown()).toBe(1)
})

test('a check that finds no connection free is tried again seconds later, and says nothing of the ledger', async () => {
  const alarms = createAlarms(database)
  const shown = async (): Promise<number | undefined> =>
    (await alarms.ledgerOk.get()).values[0]?.value
  let isBusy = false
  const sometimes = new Proxy(database, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) =>
        isBusy ? Promise.reject(new DatabaseBusy('none is free')) : member.apply(target, given)
    },
  })
  let now = 0
  const check = ledgerProof(sometimes, alarms, pino({ level: 'silent' }), () => now)
  await check()
  expect(await shown()).toBe(1)
  isBusy = true
  now += 600_000
  await check()
  expect(await shown()).toBe(1)
  now += 600_000
  await check()
  expect(await shown()).toBe(0)
  isBusy = false
  await check()
  expect(await shown()).toBe(1)
})

/** `restore end` is killed before it has opened the store: it is run again, and opens it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { oneAtATime } from '../../cli/admin/restore/oneAtATime.ts'
import type { Database } from '../../db/database.ts'
import {
  beginRestore,
  changeStoreState,
  comparisonBegins,
  keepOpenFindings,
} from '../../db/storeState.ts'
import { argumentsOf } from '../support/programs.ts'
import { bareEnvironment } from '../support/stack.ts'
import { useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let url: string

useLedgerFixture((given) => {
  ;({ database, url } = given)
})

test('the store is opened, or is not, and the lock of the commands is free', async () => {
  const begun = await beginRestore(database, new Date())
  await changeStoreState(database, begun, 'RECONCILING')
  const comparison = { epoch: begun.epoch, begunAt: await comparisonBegins(database) }
  await keepOpenFindings(database, [], comparison)

  const lock = new pg.Client(url)
  await lock.connect()
  await lock.query('begin; select from store_state for update')
  const first = restoreEnd()
  await vi.waitFor(async () => expect(await blocked()).toBe(1), { timeout: 60_000 })
  first.child.kill('SIGKILL')
  expect(await first.ended).toBeNull()
  expect(first.printed()).toBe('')
  // PostgreSQL goes on with its last statement, although its client is gone.
  expect(await blocked()).toBe(1)
  await oneAtATime(url, async () => undefined)
  const second = restoreEnd()
  await vi.waitFor(async () => expect(await blocked()).toBe(2), { timeout: 60_000 })
  await lock.query('rollback')
  await lock.end()
  // One of the two has opened it: what the killed one had sent was the same.
  await second.ended
  expect(second.printed()).toMatch(/^OPEN: |^Another restore has begun since/)
  expect(await stateOf()).toEqual({ state: 'OPEN', epoch: begun.epoch })
  const third = restoreEnd()
  expect(await third.ended).toBe(3)
  expect(third.printed()).toBe('The store is open.\n')
})

function restoreEnd() {
  const child = spawn(process.execPath, [...argumentsOf('cli/main'), 'admin', 'restore', 'end'], {
    env: { ...bareEnvironment(), DATABASE_URL: url },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, printed: () => text }
}

/** Statements that wait for the row of the store's state. */
async function blocked(): Promise<number> {
  const rows = await database.query({
    text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'update store_state%'`,
  })
  return rows.length
}

function stateOf(): Promise<object> {
  return database.one({ text: 'select state, epoch from store_state' })
}

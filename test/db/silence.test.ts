/** What statements do when PostgreSQL does not answer, on a database of their own behind a relay. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isOutage } from '../../api/onerror.ts'
import { StatementUnanswered } from '../../db/connection.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { DatabaseBusy, DatabaseUnreachable } from '../../db/pool.ts'
import { aRelay, type Relay } from '../support/relay.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let made: TestDatabase
let relay: Relay
/** Nothing passes, as in a network that has fallen silent. */
let isSilent = false
let database: Database
let remainingMs = Infinity

beforeAll(async () => {
  made = await aDatabase()
  relay = await aRelay(made.url, { toServer: () => !isSilent, toClient: () => !isSilent })
})
afterAll(async () => {
  relay.stop()
  await made.drop()
})

/** One connection, whose statements may take half a second. */
function open(url = relay.url): Database {
  database = openDatabase(url, {
    ...{ poolMax: 1, poolWaitMs: 5_000, statementTimeoutMs: 500 },
    remainingMs: () => remainingMs,
  })
  return database
}
afterEach(async () => {
  isSilent = false
  remainingMs = Infinity
  await database.close()
})

const pid = { text: 'select pg_backend_pid() as pid' }

describe('a statement that is not answered', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['alone', () => database.query({ text: 'select 1' })],
    ['prepared', () => database.query({ name: 'one', text: 'select 1' })],
    ['of a model', () => database.models.Token.findByPk(randomUUID())],
    ['inside a transaction', () => database.transaction((tx) => tx.query({ text: 'select 1' }))],
  ])('is an outage, and its connection is not used again: %s', async (_, send) => {
    const first = await open().one(pid)
    isSilent = true
    const error: unknown = await send().catch((thrown: unknown) => thrown)
    expect(isOutage(error), String(error)).toBe(true)
    isSilent = false
    const second = await database.one(pid)
    expect(second).not.toEqual(first)
    // One connection at most: the next statement finds it free.
    expect(await database.one(pid)).toEqual(second)
  })

  it('fails a transaction once, and rolls it back', async () => {
    const work = open().transaction(async (tx) => {
      await tx.query({ text: "update rail_cursors set position = '7'" })
      isSilent = true
      await tx.query({ text: 'select 1' })
    })
    await expect(work).rejects.toBeInstanceOf(StatementUnanswered)
    isSilent = false
    const cursor = await database.one({
      text: 'select max(position) as position from rail_cursors',
    })
    expect(cursor).toEqual({ position: '' })
  })

  it('is awaited for what is left of a request', async () => {
    await open().one(pid)
    isSilent = true
    remainingMs = 20
    await expect(database.one(pid)).rejects.toThrow('for 20 ms')
  })

  it('is read first when this process itself has stood still', async () => {
    await open(made.url).one(pid)
    remainingMs = 1_000
    const asked = database.one({ text: 'select 1 as one from pg_sleep(0.2)' })
    await sleep(50)
    const until = performance.now() + 1_500
    while (performance.now() < until);
    expect(await asked).toEqual({ one: 1 })
  })
})

describe('a connection', () => {
  it('that cannot be opened is an outage', async () => {
    isSilent = true
    const error: unknown = await open()
      .one(pid)
      .catch((thrown: unknown) => thrown)
    expect([DatabaseUnreachable, DatabaseBusy]).toContain((error as Error).constructor)
    expect(isOutage(error)).toBe(true)
  })

  it('is not awaited longer than a request may wait, and comes back to the pool', async () => {
    await open().one(pid)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let begins = (): void => undefined
    const begun = new Promise<void>((resolve) => {
      begins = resolve
    })
    const holding = database.transaction(() => {
      begins()
      return held
    })
    await begun
    remainingMs = 10
    await expect(database.one(pid)).rejects.toBeInstanceOf(DatabaseBusy)
    remainingMs = 0
    await expect(database.one(pid)).rejects.toBeInstanceOf(DatabaseBusy)
    remainingMs = Infinity
    release()
    await holding
    await database.one(pid)
    await database.one(pid)
  })
})

it('a connection that is lost fails its statement, not the process', async () => {
  await open().ping()
  const asked = database.query({ text: 'select pg_sleep(0.2)' })
  setTimeout(() => relay.cut(), 50)
  const error: unknown = await asked.catch((thrown: unknown) => thrown)
  expect(isOutage(error)).toBe(true)
  await database.ping()
  // Idle, too.
  relay.cut()
  await sleep(50)
  await database.ping()
})

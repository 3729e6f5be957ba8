/** `transaction` of db/database.ts on a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
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

test('a work that resolves after a statement of it has failed is an error: PostgreSQL rolls it back', async () => {
  const work = database.transaction(async (tx) => {
    await tx.query({ text: 'update rail_cursor set sequence = 7' })
    await tx.query({ text: 'select 1 / 0' }).catch(() => undefined)
    return 'done'
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  const cursor = await database.one({ text: 'select sequence from rail_cursor' })
  expect(cursor).toEqual({ sequence: 0n })
})

/** Deletion of tokens, by the SQL function alone. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '../../contract/permissions.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { createToken } from '../../db/tokens.ts'
import { countOf } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url)
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

const ROUNDS = countOf(5, 300)

type Owner = { readonly platformId: string; readonly first: string }

async function anOwner(): Promise<Owner> {
  const { clientId } = await createPlatform(server.url, { name: randomUUID() })
  return database.one<Owner>({
    text: `select platform_id as "platformId", id as first from tokens where client_id = $1`,
    values: [clientId],
  })
}

async function aToken(platformId: string, ...permissions: Permission[]): Promise<string> {
  const made = await database.transaction((tx) =>
    createToken(tx, { platformId, name: 'x', permissions }),
  )
  return made.token.id
}

async function idsOf(platformId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    text: 'select id from tokens where platform_id = $1',
    values: [platformId],
  })
  return rows.map(({ id }) => id)
}

test('two tokens that delete each other at once leave one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { platformId, first } = await anOwner()
    const second = await aToken(platformId, 'MANAGE')
    const answers = await Promise.all([
      database.call('delete_token', platformId, first, second),
      database.call('delete_token', platformId, second, first),
    ])
    expect(answers.sort()).toEqual(['CALLER_DELETED', 'DELETED'])
    expect(await idsOf(platformId)).toHaveLength(1)
  }
})

test('tokens that delete themselves at once leave one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { platformId, first } = await anOwner()
    const all = [first]
    for (let more = 0; more < 3; more += 1) all.push(await aToken(platformId, 'MANAGE'))
    // It may see, and not manage.
    const viewer = await aToken(platformId, 'VIEW', 'TRANSACT')
    const answers = await Promise.all(
      all.map((id) => database.call('delete_token', platformId, id, id)),
    )
    expect(answers.sort()).toEqual(['DELETED', 'DELETED', 'DELETED', 'LAST'])
    expect(await idsOf(platformId)).toHaveLength(2)
    expect(await idsOf(platformId)).toContain(viewer)
  }
})

test('tokens that delete the next one in a circle leave at least one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { platformId, first } = await anOwner()
    const all = [first, await aToken(platformId, 'MANAGE'), await aToken(platformId, 'MANAGE')]
    await Promise.all(
      all.map((id, index) =>
        database.call('delete_token', platformId, all[(index + 1) % all.length] ?? '', id),
      ),
    )
    expect((await idsOf(platformId)).length).toBeGreaterThanOrEqual(1)
  }
})

test('only a living token with MANAGE, of the same platform, deletes', async () => {
  const [mine, theirs] = [await anOwner(), await anOwner()]
  const viewer = await aToken(mine.platformId, 'VIEW')
  const call = (platformId: string, token: string, caller: string): Promise<string> =>
    database.call('delete_token', platformId, token, caller)
  expect(await call(mine.platformId, mine.first, viewer)).toBe('CALLER_DELETED')
  expect(await call(mine.platformId, mine.first, randomUUID())).toBe('CALLER_DELETED')
  expect(await call(mine.platformId, viewer, theirs.first)).toBe('CALLER_DELETED')
  expect(await call(mine.platformId, theirs.first, mine.first)).toBe('NOT_FOUND')
  expect(await call(mine.platformId, mine.first, mine.first)).toBe('LAST')
  expect(await call(mine.platformId, viewer, mine.first)).toBe('DELETED')
  expect(await call(mine.platformId, viewer, mine.first)).toBe('NOT_FOUND')
  expect(await idsOf(theirs.platformId)).toEqual([theirs.first])
})

/** The database's functions and the files that define them. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { functionFiles, migrate } from '../../db/migrate.ts'
import {
  calledFunctions,
  type FunctionSignature,
  readFunctions,
} from '../../db/releasedFunctions.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { aDatabase, databaseUrl, type TestDatabase } from '../support/stack.ts'

const folder = fileURLToPath(new URL('../../db/', import.meta.url))
const texts = [
  ...readdirSync(`${folder}migrations`).map((name) =>
    readFileSync(`${folder}migrations/${name}`, 'utf8'),
  ),
  ...functionFiles().map(({ text }) => text),
]
let made: TestDatabase
let database: Database

beforeAll(async () => {
  made = await aDatabase()
  database = openDatabase(made.url, { poolMax: 1 })
})
afterAll(async () => {
  await database.close()
  await made.drop()
})

/** Its definition in each file that has one, between the dollar signs. */
function bodiesOf(name: string): string[] {
  const definition = new RegExp(
    `create (?:or replace )?function ${name}\\(.*?as (\\$\\w*\\$)(.*?)\\1`,
    'gs',
  )
  return texts.flatMap((text) => [...text.matchAll(definition)].map((match) => match[2] ?? ''))
}

/** Which of a release's functions are gone, or not what they were. */
async function missing(released: readonly FunctionSignature[]): Promise<string[]> {
  const functions = new Map((await readFunctions(database)).map((one) => [one.name, one]))
  return released
    .filter((one) => !isDeepStrictEqual(functions.get(one.name), one))
    .map(({ name }) => name)
}

describe('the functions of a migrated database', () => {
  it('are those of the files, with the same bodies', async () => {
    const rows = await database.query<{ name: string; body: string }>({
      text: `select proname as name, prosrc as body from pg_proc
        where pronamespace = 'public'::regnamespace order by 1`,
    })
    const defined = texts.flatMap((text) =>
      [...text.matchAll(/create (?:or replace )?function (\w+)\(/g)].map((match) => match[1]),
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(defined.sort())
    const different = rows.filter(({ name, body }) => !bodiesOf(name).includes(body))
    expect(different.map(({ name }) => name)).toEqual([])
  })

  it('include every function that the released version calls, unchanged', async () => {
    const text = readFileSync(`${folder}releasedFunctions.json`, 'utf8')
    expect(await missing(JSON.parse(text))).toEqual([])
  })

  it('are missed where they are gone or take something else, as an invented one shows', async () => {
    const create = (parameters: string): Promise<unknown> =>
      database.query({
        text: `create function invented(${parameters}) returns text language sql as $$ select 'a' $$`,
      })
    await create('p_a text, p_b integer default 1')
    const released = await calledFunctions(database, [`database.call('invented', 'a')`])
    expect(released).toEqual([
      { name: 'invented', arguments: 'text, integer', defaults: 1, result: 'text' },
    ])
    expect(await missing(released)).toEqual([])
    await database.query({ text: 'drop function invented' })
    expect(await missing(released)).toEqual(['invented'])
    for (const parameters of ['p_a text, p_b bigint default 1', 'p_a text, p_b integer']) {
      await create(parameters)
      expect(await missing(released)).toEqual(['invented'])
      await database.query({ text: 'drop function invented' })
    }
  })

  it('give no warning of PL/pgSQL', async () => {
    const warnings: string[] = []
    await withClient(made.url, async (client) => {
      client.on('notice', ({ message }) => warnings.push(message ?? ''))
      await client.query(`set plpgsql.extra_warnings = 'all'`)
      for (const { text } of functionFiles()) await client.query(text)
    })
    expect(warnings).toEqual([])
  })
})

const checked = process.env.PLPGSQL_CHECK_DATABASE_URL

/** Where a server has the extension (Debian: postgresql-15-plpgsql-check). */
describe.skipIf(checked === undefined)('plpgsql_check', () => {
  const server = checked ?? ''
  const name = `plpgsql_check_${process.pid}`

  it('finds nothing', async () => {
    await withClient(server, (client) => client.query(`create database ${name}`))
    try {
      const url = databaseUrl(server, name)
      await migrate(url)
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query('create extension plpgsql_check')
      const { rows } = await client.query(
        `select p.proname || ' ' || coalesce(c.lineno::text, '') || ': ' || c.message as finding
         from pg_proc p
           join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
           left join pg_trigger t on t.tgfoid = p.oid,
           plpgsql_check_function_tb(p.oid, coalesce(t.tgrelid, 0::oid)::regclass) c
         where p.pronamespace = 'public'::regnamespace order by 1`,
      )
      await client.end()
      expect(rows.map(({ finding }) => finding)).toEqual([])
    } finally {
      await withClient(server, (client) => client.query(`drop database ${name} with (force)`))
    }
  })
})

/** `migrate` with made-up releases, on databases of their own. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { type Folders, migrate, pendingMigrations, releaseFolders } from '../../db/migrate.ts'
import { createDatabases, withClient } from '../../scripts/devstack/postgres.ts'
import { waitUntil } from '../support/builders.ts'
import { databaseUrl, type TestDatabase } from '../support/stack.ts'

const root = mkdtempSync(join(tmpdir(), 'payments-migrate-'))
let database: TestDatabase
let url: string
let releases = 0

beforeEach(async () => {
  database = await anEmptyDatabase()
  url = database.url
})
afterEach(() => database.drop())
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function anEmptyDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL ?? ''
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await createDatabases(server, [name])
  const drop = `drop database ${name} with (force)`
  return {
    url: databaseUrl(server, name),
    drop: async () => {
      await withClient(server, (client) => client.query(drop))
    },
  }
}

/** The folders of a release with these files. */
function aRelease(files: Readonly<Record<string, string>>): Folders {
  releases += 1
  const folder = join(root, String(releases))
  for (const kind of ['migrations', 'functions']) {
    mkdirSync(join(folder, kind), { recursive: true })
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return { migrations: join(folder, 'migrations'), functions: join(folder, 'functions') }
}

const table = 'create table things (id integer, name text);'
const made =
  /^this database was made by other files of db\/migrations \(another [\w.-]+\), .*: remove it .*`\.data`/
const first = { 'migrations/0001-things.sql': table }
const answering = (value: number): string =>
  `create or replace function answer() returns integer language sql as 'select ${value}';`
const buildIndex = '-- create index\ncreate index concurrently things_name on things (name);\n'

async function read<Row extends object>(text: string): Promise<Row[]> {
  return (await withClient(url, (client) => client.query<Row>(text))).rows
}

async function answer(): Promise<unknown> {
  return (await read<{ answer: number }>('select answer()'))[0]?.answer
}

/** The valid indexes of the table. */
async function indexes(): Promise<unknown[]> {
  const rows = await read<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = 'things'::regclass and indisvalid`,
  )
  return rows.map(({ name }) => name)
}

async function hold(text: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  // Keeps its snapshot to the end, as a long report does.
  await client.query('begin isolation level repeatable read')
  await client.query(text)
  return client
}

describe('this release', () => {
  it('is applied to an empty database, and to the same one again', async () => {
    await migrate(url)
    const state = `select name || hash as state from migrations
      union all select path || hash || applied_at from function_files order by 1`
    const before = await read(state)
    await migrate(url)
    expect(await read(state)).toEqual(before)
    const open = openDatabase(url, { poolMax: 1 })
    expect(await open.migrated()).toBe(true)
    await open.close()
  })

  it('is applied once by five that come at once', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => migrate(url)))
    const open = openDatabase(url, { poolMax: 1 })
    expect(await pendingMigrations(open, releaseFolders)).toEqual([])
    await open.close()
  })
})

describe('a concurrent index build', () => {
  const folders = (): Folders => aRelease({ ...first, 'migrations/0002-name.sql': buildIndex })

  it('does not wait for another migrate that waits for it', async () => {
    await migrate(url, { folders: aRelease(first) })
    const reader = await hold('select count(*) from things')
    const both = folders()
    const building = migrate(url, { folders: both })
    const waiting = migrate(url, { folders: both })
    await waitUntil('the build waits for the older transaction', async () => {
      const rows = await read(
        `select 1 from pg_stat_activity where datname = current_database()
         and query like 'create index concurrently%' and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await reader.query('commit')
    await reader.end()
    await Promise.all([building, waiting])
    expect(await indexes()).toEqual(['things_name'])
  })

  it('replaces the invalid index that a failed build has left behind', async () => {
    await migrate(url, { folders: aRelease(first) })
    await read(`insert into things values (1, 'same'), (2, 'same')`)
    const unique = buildIndex.replace('create index c', 'create unique index c')
    const both = aRelease({ ...first, 'migrations/0002-name.sql': unique })
    await expect(migrate(url, { folders: both })).rejects.toMatchObject({
      cause: { code: '23505' },
    })
    expect(await indexes()).toEqual([])
    expect(await read(`select 1 from pg_class where relname = 'things_name'`)).toHaveLength(1)
    await read('delete from things where id = 2')
    await migrate(url, { folders: both })
    expect(await indexes()).toEqual(['things_name'])
  })

  it('may be done without its note: the process died between the two', async () => {
    await migrate(url, { folders: folders() })
    await read(`delete from migrations where name = '0002-name.sql'`)
    await migrate(url, { folders: folders() })
    expect(await indexes()).toEqual(['things_name'])
    const drop = 'drop index concurrently things_name;'
    await migrate(url, {
      folders: aRelease({
        ...first,
        'migrations/0002-name.sql': buildIndex,
        'migrations/0003-no-name.sql': drop,
      }),
    })
    expect(await indexes()).toEqual([])
  })

  it.each([
    `${buildIndex} alter table things add column size integer;`,
    'create index concurrently on things (name);',
    'create index concurrently "Things" on things (name);',
  ])('is one statement with a plain name: %s', async (text) => {
    const folder = aRelease({ ...first, 'migrations/0002-name.sql': text })
    await expect(migrate(url, { folders: folder })).rejects.toThrow('is one statement')
    expect(await indexes()).toEqual([])
  })
})

describe('a numbered file', () => {
  it('is applied as a whole or not at all', async () => {
    const broken = `${table} select 1 / 0;`
    const folders = aRelease({ 'migrations/0001-things.sql': broken })
    await expect(migrate(url, { folders })).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await read('select name from migrations')).toEqual([])
    await migrate(url, { folders: aRelease(first) })
  })

  it('waits five seconds for a lock, and says so', async () => {
    await migrate(url, { folders: aRelease(first) })
    const reader = await hold('select count(*) from things')
    const alter = 'alter table things add column size integer;'
    const folders = aRelease({ ...first, 'migrations/0002-size.sql': alter })
    await expect(migrate(url, { folders })).rejects.toMatchObject({ cause: { code: '55P03' } })
    await reader.end()
    await migrate(url, { folders })
  })

  it('that this release does not have refuses it, before anything is changed', async () => {
    const newer = aRelease({ ...first, 'migrations/0002-more.sql': 'create table more ();' })
    await migrate(url, { folders: newer, version: '1.1.0' })
    const older = aRelease({ ...first, 'functions/a.sql': answering(1) })
    for (const allowOlderFunctions of [false, true]) {
      await expect(
        migrate(url, { folders: older, version: '1.0.0', allowOlderFunctions }),
      ).rejects.toThrow('belongs to a newer release (it has 0002-more.sql)')
    }
    expect(await read(`select 1 from pg_proc where proname = 'answer'`)).toEqual([])
  })

  it('with other statements refuses the database with one clear line, and changes nothing', async () => {
    const table = "-- Things.\ncreate table things (id integer, name text default 'a  b');"
    const functions = { 'functions/a.sql': answering(1) }
    await migrate(url, { folders: aRelease({ 'migrations/0001-things.sql': table }) })
    for (const text of [table.replace('integer', 'bigint'), table.replace('a  b', 'a')]) {
      const folders = aRelease({ 'migrations/0001-things.sql': text, ...functions })
      for (const allowOlderFunctions of [false, true]) {
        await expect(migrate(url, { folders, allowOlderFunctions })).rejects.toThrow(made)
      }
      expect(await read(`select 1 from pg_proc where proname = 'answer'`)).toEqual([])
      const open = openDatabase(url, { poolMax: 1 })
      expect(await pendingMigrations(open, folders)).toHaveLength(2)
      await open.close()
    }
    // A comment may be mended.
    const mended = `/* What there is. */\n${table.slice('-- Things.\n'.length)}\n`
    await migrate(url, {
      folders: aRelease({ 'migrations/0001-things.sql': mended, ...functions }),
    })
    expect(await answer()).toBe(1)
  })

  it.each(['0001-platforms.sql', '0001-schema.sql'])(
    'of a database from before texts were noted, %s for one, gives the same line',
    async (name) => {
      await read('create table migrations (name text primary key)')
      await read(`insert into migrations values ('${name}')`)
      await expect(migrate(url)).rejects.toThrow(made)
      expect(await read(`select 1 from pg_tables where tablename = 'releases'`)).toEqual([])
    },
  )
})

describe('a function file', () => {
  const release = (value: number): Folders =>
    aRelease({ ...first, 'functions/a.sql': answering(value) })

  it('is applied whenever its text has changed', async () => {
    await migrate(url, { folders: release(1), version: '1.0.0' })
    expect(await answer()).toBe(1)
    await migrate(url, { folders: release(2), version: '1.1.0' })
    expect(await answer()).toBe(2)
    // A newer release may say again what an older one said.
    await migrate(url, { folders: release(1), version: '1.2.0' })
    expect(await answer()).toBe(1)
  })

  it('of an older release is refused, also when this database never had it', async () => {
    await migrate(url, { folders: release(2), version: '1.10.0' })
    const older = { folders: release(1), version: '1.9.0' }
    await expect(migrate(url, older)).rejects.toThrow('release 1.10.0 has migrated this database')
    expect(await answer()).toBe(2)
    await migrate(url, { ...older, allowOlderFunctions: true })
    expect(await answer()).toBe(1)
    // Back on purpose, the older release is the current one, and the newer one may come again.
    await migrate(url, older)
    await migrate(url, { folders: release(2), version: '1.10.0' })
    expect(await answer()).toBe(2)
  })

  it('that was replaced within one version is refused too', async () => {
    await migrate(url, { folders: release(1), version: '1.0.0' })
    await migrate(url, { folders: release(2), version: '1.0.0' })
    const older = { folders: release(1), version: '1.0.0' }
    await expect(migrate(url, older)).rejects.toThrow('has replaced db/functions/a.sql')
    expect(await answer()).toBe(2)
    await migrate(url, { ...older, allowOlderFunctions: true })
    expect(await answer()).toBe(1)
  })

  it('that is gone leaves its functions, and is applied when it comes back', async () => {
    await migrate(url, { folders: release(1), version: '1.0.0' })
    await migrate(url, { folders: aRelease(first), version: '1.1.0' })
    expect(await answer()).toBe(1)
    await read('drop function answer()')
    await migrate(url, { folders: release(1), version: '1.2.0' })
    expect(await answer()).toBe(1)
  })

  it('may name functions of a later file, and fails as a whole', async () => {
    const calling = `create or replace function ask() returns integer language sql as 'select answer()';`
    const wrong = `create or replace function zero() returns integer language sql as 'select nothing()';`
    const files = { ...first, 'functions/a.sql': calling, 'functions/b.sql': answering(1) }
    const broken = aRelease({ ...files, 'functions/c.sql': wrong })
    await expect(migrate(url, { folders: broken })).rejects.toMatchObject({ code: '42883' })
    expect(await read(`select 1 from pg_proc where proname = 'answer'`)).toEqual([])
    await migrate(url, { folders: aRelease(files) })
    expect(await read('select ask()')).toEqual([{ ask: 1 }])
  })
})

it('a release is ready on a database that is ahead of it, and not on one behind', async () => {
  const older = aRelease({
    ...first,
    'functions/a.sql': answering(1),
    'functions/b.sql': answering(1).replace('answer', 'other'),
  })
  const newer = aRelease({
    ...first,
    'migrations/0002-more.sql': 'create table more ();',
    'functions/a.sql': answering(2),
  })
  const open = openDatabase(url, { poolMax: 1 })
  expect(await pendingMigrations(open, older)).toHaveLength(3)
  await migrate(url, { folders: older, version: '1.0.0' })
  expect(await pendingMigrations(open, older)).toEqual([])
  expect(await pendingMigrations(open, newer)).toHaveLength(2)
  await migrate(url, { folders: newer, version: '1.1.0' })
  expect(await pendingMigrations(open, newer)).toEqual([])
  expect(await pendingMigrations(open, older)).toEqual([])
  await open.close()
})

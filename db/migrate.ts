/**
 * Brings a database to this release: the job queue's own schema, the numbered files of
 * `migrations/` (tables, indexes, views, triggers), then every file of `functions/` whose text has
 * changed. Numbered files are forward-only and run once; function files hold the one current
 * definition of each function and are applied again whenever they change.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { Umzug, type UmzugStorage } from 'umzug'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
const functionsFolder = fileURLToPath(new URL('./functions', import.meta.url))

const ADVISORY_LOCK = 7_300_101
const LOCK_POLL_MS = 200
/**
 * Longest that a statement of a migration waits for a lock, with everybody behind it waiting too.
 */
const LOCK_TIMEOUT = '5s'
/** A file of the first development version: databases that old have no way forward. */
const BEFORE_BASELINE = '0003-records.sql'

const concurrentIndex =
  /create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i

export type MigrateOptions = {
  /** Replaces functions of a newer release by the older ones of this release. */
  readonly allowOlderFunctions?: boolean
}

/** The database can't be brought to this release; the message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/**
 * Applies what is pending. Safe to call from several processes at once: they take turns.
 *
 * @throws MigrationRefused when the database belongs to a newer release, or to a development
 *   version from before the baseline
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' })
  await client.connect()
  try {
    await takeTurn(client)
    await refuseUnknownMigrations(client)
    await runMigrations({ connectionString: databaseUrl })
    await umzugOf(client).up()
    await applyFunctions(client, options)
  } finally {
    // Ends the session, and with it the advisory lock.
    await client.end()
  }
}

/**
 * Waits until no other process migrates. Polled outside any transaction: a waiter that blocked on
 * the lock would keep a snapshot, and `create index concurrently` waits for every older snapshot.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [ADVISORY_LOCK],
    )
    if (rows[0]?.taken) return
    await sleep(LOCK_POLL_MS)
  }
}

async function refuseUnknownMigrations(client: pg.Client): Promise<void> {
  const known = new Set(migrationFiles())
  const unknown = (await appliedMigrations(client)).filter((name) => !known.has(name))
  if (unknown.includes(BEFORE_BASELINE)) {
    throw new MigrationRefused(
      'this database was made by a development version from before 0.2: remove it (for `npm start`, remove the data folder, `.data` unless DATA_DIR says otherwise)',
    )
  }
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `this database belongs to a newer release (it has ${unknown.join(', ')}): run migrate from that release`,
    )
  }
}

function umzugOf(client: pg.Client): Umzug<pg.Client> {
  return new Umzug({
    migrations: migrationFiles().map((name) => ({
      name,
      up: () => applyMigration(client, name),
    })),
    context: client,
    storage: storageOf(client),
    logger: undefined,
  })
}

/**
 * One file, in one transaction with the note that it has been applied. A file that builds an index
 * concurrently holds that statement alone and runs outside a transaction; what an earlier, failed
 * try left behind is an invalid index and is dropped first.
 */
async function applyMigration(client: pg.Client, name: string): Promise<void> {
  const text = readFileSync(join(migrationsFolder, name), 'utf8')
  const index = concurrentIndex.exec(text)?.[1]
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
  if (index === undefined) {
    await client.query('begin')
    try {
      await client.query(text)
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    return
  }
  const { rows } = await client.query(
    `select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
    [index],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`)
  await client.query(text.replace(/concurrently\s+(?!if)/i, 'concurrently if not exists '))
}

/** The note itself is written by `applyMigration`; umzug repeats it for concurrent index builds. */
function storageOf(client: pg.Client): UmzugStorage<pg.Client> {
  return {
    logMigration: async ({ name }) => {
      await client.query('insert into migrations (name) values ($1) on conflict do nothing', [name])
    },
    unlogMigration: async () => {
      throw new Error('migrations are forward-only')
    },
    executed: async () => {
      await client.query('create table if not exists migrations (name text primary key)')
      return appliedMigrations(client)
    },
  }
}

/**
 * Applies the function files whose text has changed, in one transaction. They are applied twice:
 * first without checks of their bodies, since functions name each other, then with them.
 */
async function applyFunctions(client: pg.Client, options: MigrateOptions): Promise<void> {
  await client.query(
    `create table if not exists function_files (
      path text not null,
      hash text not null,
      applied_at timestamptz not null default clock_timestamp(),
      primary key (path, hash))`,
  )
  const { rows } = await client.query<AppliedFile>(
    `select path, hash, applied_at = max(applied_at) over (partition by path) as "isCurrent"
     from function_files`,
  )
  const changed = functionFiles().filter(
    ({ path, hash }) =>
      !rows.some((row) => row.isCurrent && row.path === path && row.hash === hash),
  )
  // A text that was applied once and has been replaced since is an older release's.
  const older = changed.filter(({ path, hash }) =>
    rows.some((row) => row.path === path && row.hash === hash),
  )
  if (older.length > 0 && !options.allowOlderFunctions) {
    throw new MigrationRefused(
      `a newer release has replaced ${older.map(({ path }) => `db/functions/${path}`).join(', ')}: run migrate from that release, or with --allow-older-functions to go back on purpose`,
    )
  }
  if (changed.length === 0) return
  await client.query('begin')
  try {
    for (const checks of ['off', 'on']) {
      await client.query(`set local check_function_bodies = ${checks}`)
      for (const { text } of changed) await client.query(text)
    }
    for (const { path, hash } of changed) {
      await client.query(
        `insert into function_files (path, hash) values ($1, $2)
         on conflict (path, hash) do update set applied_at = excluded.applied_at`,
        [path, hash],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

type AppliedFile = { readonly path: string; readonly hash: string; readonly isCurrent: boolean }

type Queryable = {
  query<Row>(statement: { readonly text: string }): Promise<Row[]>
}

/**
 * What this release has and the database has never seen: numbered files, and function files in
 * their present text. Empty also where the database is ahead, at a newer release.
 */
export async function pendingMigrations(database: Queryable): Promise<string[]> {
  const names = await database
    .query<{ name: string }>({
      text: `select name from migrations union all select path || '#' || hash from function_files`,
    })
    .catch(() => [])
  const applied = new Set(names.map(({ name }) => name))
  return [
    ...migrationFiles(),
    ...functionFiles().map(({ path, hash }) => `${path}#${hash}`),
  ].filter((name) => !applied.has(name))
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(
    `select to_regclass('migrations') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return rows.map(({ name }) => name)
}

function migrationFiles(): string[] {
  return readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

export type FunctionFile = {
  /** From `db/functions/`. */
  readonly path: string
  readonly text: string
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string
}

/** The current definitions of all SQL functions that decide something. */
export function functionFiles(): FunctionFile[] {
  return readdirSync(functionsFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(functionsFolder, path), 'utf8')
      return { path, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

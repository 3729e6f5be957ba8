/**
 * Brings a database to this release: the job queue's own schema, the numbered files of
 * `migrations/` (tables, indexes, views, triggers), then every file of `functions/` whose text has
 * changed. Numbered files are forward-only and run once; until 1.0 they are edited in place, and a
 * database that was made from another text of one is refused. Function files hold the one current
 * definition of each function and are applied again whenever they change. A function whose file is
 * gone stays, for processes of the release before, until a numbered file drops it.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Umzug, UmzugStorage } from 'umzug'

const ADVISORY_LOCK = 7_300_101
const LOCK_POLL_MS = 200
/**
 * Longest that a statement of a migration waits for a lock, with everybody behind it waiting too.
 */
const LOCK_TIMEOUT = '5s'
/** A concurrent build waits for every older transaction; reads and writes do not wait for it. */
const CONCURRENT_LOCK_TIMEOUT = '60s'
/** Noted instead of a hash when a release no longer has the file. */
const GONE = 'gone'

/** A lower-case name, without quotes or a schema: what it is called in the catalogue. */
const concurrentBuild =
  /^(create\s+(?:unique\s+)?index\s+concurrently)\s+(?:if\s+not\s+exists\s+)?([a-z_][a-z0-9_]*)(\s+on\s.*)$/s
const concurrentDrop = /^(drop\s+index\s+concurrently)\s+(?:if\s+exists\s+)?([a-z_][a-z0-9_]*)$/

export type Folders = { readonly migrations: string; readonly functions: string }

/** The folders of this release. */
export const releaseFolders: Folders = {
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  functions: fileURLToPath(new URL('./functions', import.meta.url)),
}

const packageFile = fileURLToPath(new URL('../package.json', import.meta.url))

export type MigrateOptions = {
  readonly folders?: Folders
  /** `1.2.3`; the package's own without it. */
  readonly version?: string
  /** Replaces functions of a newer release by the older ones of this release. */
  readonly allowOlderFunctions?: boolean
}

/** The database can't be brought to this release; the message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/** What `migrate` has applied, by name. */
export type Applied = {
  readonly migrations: readonly string[]
  /** Files below `db/functions/`. */
  readonly functions: readonly string[]
}

/**
 * Applies what is pending. Safe to call from several processes at once: they take turns.
 *
 * @throws MigrationRefused when the database was made by other numbered files, or belongs to a newer
 *   release
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<Applied> {
  const release = readRelease(options)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' })
  // A connection lost between two statements: the next statement fails and says why.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await takeTurn(client)
    // Whatever is refused is refused before anything is changed.
    await refuseOtherMigrations(client, release)
    await createLedger(client)
    await refuseNewerRelease(client, release, options)
    // Loaded here: those who only ask what is pending need neither.
    const { runMigrations } = await import('graphile-worker')
    await runMigrations({ connectionString: databaseUrl })
    const applied = await (await umzugOf(client, release)).up()
    const functions = await applyFunctions(client, release)
    return { migrations: applied.map(({ name }) => name), functions }
  } finally {
    // Ends the session, and with it the advisory lock.
    await client.end()
  }
}

type Release = {
  readonly version: readonly number[]
  readonly migrations: readonly MigrationFile[]
  readonly functions: readonly FunctionFile[]
}

function readRelease({ folders = releaseFolders, version }: MigrateOptions): Release {
  const stated = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string }
  return {
    version: (version ?? stated.version).split('.').map(Number),
    migrations: migrationFiles(folders),
    functions: functionFiles(folders),
  }
}

/** What has been applied: the numbered files, the function files, and by which releases. */
async function createLedger(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists migrations (name text primary key, hash text not null);
     create table if not exists function_files (
       path text not null,
       hash text not null,
       applied_at timestamptz not null default clock_timestamp(),
       primary key (path, hash));
     create table if not exists releases (
       version integer[] primary key,
       migrated_at timestamptz not null default clock_timestamp())`,
  )
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

/**
 * Refuses a database of other numbered files: an applied one has another text here, or was applied
 * before texts were noted. Then one that has more of them: a newer release has migrated it.
 */
async function refuseOtherMigrations(client: pg.Client, release: Release): Promise<void> {
  const applied = await appliedMigrations(client)
  const ours = new Map(release.migrations.map(({ name, hash }) => [name, hash]))
  const other = applied.find(({ name, hash }) => hash !== (ours.get(name) ?? hash) || hash === null)
  if (other !== undefined) {
    throw new MigrationRefused(
      `this database was made by other files of db/migrations (another ${other.name}), which are edited in place until 1.0: remove it (for \`npm start\`, remove the data folder, \`.data\` unless DATA_DIR says otherwise)`,
    )
  }
  const unknown = applied.filter(({ name }) => !ours.has(name))
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `this database belongs to a newer release (it has ${unknown.map(({ name }) => name).join(', ')}): run migrate from that release`,
    )
  }
}

/**
 * Refuses to put functions back: a newer release has migrated this database, or, between two states
 * of one version, a text that was applied once has been replaced since.
 */
async function refuseNewerRelease(
  client: pg.Client,
  release: Release,
  { allowOlderFunctions = false }: MigrateOptions,
): Promise<void> {
  if (allowOlderFunctions) return
  const { rows } = await client.query<{ version: number[]; order: number }>(
    `select version, case when version > $1::integer[] then 1 when version = $1::integer[] then 0 else -1 end as order
     from releases order by version desc limit 1`,
    [release.version],
  )
  const [last] = rows
  if (last === undefined || last.order < 0) return
  if (last.order > 0) {
    throw new MigrationRefused(
      `release ${last.version.join('.')} has migrated this database: run migrate from that release, or with --allow-older-functions to go back on purpose`,
    )
  }
  const applied = await appliedFunctions(client)
  const older = release.functions.filter(({ path, hash }) =>
    applied.some((row) => row.path === path && row.hash === hash && !row.isCurrent),
  )
  if (older.length > 0) {
    throw new MigrationRefused(
      `a newer release has replaced ${older.map(({ path }) => `db/functions/${path}`).join(', ')}: run migrate from that release, or with --allow-older-functions to go back on purpose`,
    )
  }
}

async function umzugOf(client: pg.Client, release: Release): Promise<Umzug<pg.Client>> {
  const { Umzug } = await import('umzug')
  return new Umzug({
    migrations: release.migrations.map((file) => ({
      name: file.name,
      up: () => applyMigration(client, file),
    })),
    context: client,
    storage: storageOf(client, release),
    logger: undefined,
  })
}

/**
 * One file, in one transaction with the note that it has been applied. A file that builds or drops
 * an index concurrently holds that statement alone and runs outside a transaction.
 */
async function applyMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  const { name, text, hash } = file
  const statements = withoutComments(text)
  if (/\bconcurrently\b/i.test(statements)) return applyConcurrently(client, name, statements)
  await inTransaction(client, async () => {
    await client.query(text)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
  })
}

/**
 * Both statements may be repeated: a process that died after one and before its note has done no
 * harm. What a failed build left behind is an invalid index and is dropped first.
 */
async function applyConcurrently(client: pg.Client, name: string, text: string): Promise<void> {
  const statement = text.trim().replace(/\s*;$/, '')
  const build = concurrentBuild.exec(statement)
  const drop = concurrentDrop.exec(statement)
  if ((build === null && drop === null) || statement.includes(';')) {
    throw new Error(
      `db/migrations/${name}: a file with \`concurrently\` is one statement in lower case that creates or drops one index, by a plain name`,
    )
  }
  await client.query(`set lock_timeout = '${CONCURRENT_LOCK_TIMEOUT}'`)
  try {
    if (build !== null) {
      const [, create, index = '', rest] = build
      const { rows } = await client.query(
        'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
        [index],
      )
      if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
      await client.query(`${create} if not exists ${index}${rest}`)
    } else {
      await client.query(`${drop?.[1]} if exists ${drop?.[2]}`)
    }
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined)
  }
}

/** Migrations have no string with `--` or a comment's beginning in it. */
function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, '').replaceAll(/\/\*.*?\*\//gs, '')
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await work()
    await client.query('commit')
  } catch (error) {
    // With the connection gone there is nothing to roll back, and the first error says more.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The note itself is written by `applyMigration`; umzug repeats it for what is concurrent. */
function storageOf(client: pg.Client, release: Release): UmzugStorage<pg.Client> {
  return {
    logMigration: async ({ name }) => {
      await client.query(
        'insert into migrations (name, hash) values ($1, $2) on conflict do nothing',
        [name, release.migrations.find((file) => file.name === name)?.hash],
      )
    },
    unlogMigration: async () => {
      throw new Error('migrations are forward-only')
    },
    executed: async () => (await appliedMigrations(client)).map(({ name }) => name),
  }
}

/**
 * Applies the function files whose text has changed, in one transaction, and returns their paths. They are applied twice:
 * first without checks of their bodies, since functions name each other, then with them.
 */
async function applyFunctions(client: pg.Client, release: Release): Promise<readonly string[]> {
  const applied = await appliedFunctions(client)
  const changed = release.functions.filter(
    ({ path, hash }) =>
      !applied.some((row) => row.isCurrent && row.path === path && row.hash === hash),
  )
  await inTransaction(client, async () => {
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
    // A file that is gone may come back, and its functions may have been dropped by then. Its texts
    // stay noted: processes that have it are ready.
    await client.query(
      `insert into function_files (path, hash)
       select distinct path, '${GONE}' from function_files where path <> all ($1)
       on conflict (path, hash) do update set applied_at = excluded.applied_at`,
      [release.functions.map(({ path }) => path)],
    )
    await client.query('delete from releases where version > $1::integer[]', [release.version])
    await client.query(
      `insert into releases (version) values ($1)
       on conflict (version) do update set migrated_at = excluded.migrated_at`,
      [release.version],
    )
  })
  return changed.map(({ path }) => path)
}

async function appliedFunctions(client: pg.Client): Promise<AppliedFile[]> {
  const { rows } = await client.query<AppliedFile>(
    `select path, hash, applied_at = max(applied_at) over (partition by path) as "isCurrent"
     from function_files`,
  )
  return rows
}

type AppliedFile = { readonly path: string; readonly hash: string; readonly isCurrent: boolean }

type Queryable = {
  query<Row>(statement: { readonly text: string }): Promise<Row[]>
}

/**
 * What this release has and the database has never seen: numbered files and function files, in
 * their present text. Empty also where the database is ahead, at a newer release.
 */
export async function pendingMigrations(
  database: Queryable,
  folders = releaseFolders,
): Promise<string[]> {
  const rows = await database
    .query<{ file: string }>({
      text: `select name || '#' || hash as file from migrations
        union all select path || '#' || hash from function_files`,
    })
    .catch(() => [])
  const applied = new Set(rows.map(({ file }) => file))
  return [
    ...migrationFiles(folders).map(({ name, hash }) => `${name}#${hash}`),
    ...functionFiles(folders).map(({ path, hash }) => `${path}#${hash}`),
  ].filter((file) => !applied.has(file))
}

type AppliedMigration = { readonly name: string; readonly hash: string | null }

/** A ledger from before texts were noted has no hashes. */
async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query(
    `select to_regclass('migrations') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<AppliedMigration>(
    `select name, to_jsonb(m) ->> 'hash' as hash from migrations m order by name`,
  )
  return rows
}

type MigrationFile = {
  readonly name: string
  readonly text: string
  /** SHA-256 of its statements, hexadecimal: what a comment says may be mended later. */
  readonly hash: string
}

function migrationFiles({ migrations }: Folders): MigrationFile[] {
  return readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(migrations, name), 'utf8')
      return { name, text, hash: sha256(withoutComments(text).replaceAll(/\s+/g, ' ').trim()) }
    })
}

export type FunctionFile = {
  /** From `db/functions/`. */
  readonly path: string
  readonly text: string
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string
}

/** The current definitions of all SQL functions that decide something. */
export function functionFiles({ functions } = releaseFolders): FunctionFile[] {
  return readdirSync(functions, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(functions, path), 'utf8')
      return { path, text, hash: sha256(text) }
    })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

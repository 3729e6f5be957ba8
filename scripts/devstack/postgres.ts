/** A real PostgreSQL of our own: made on first use, started, cleared up after a `kill -9`. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import {
  giveTo,
  postgresBinaries,
  postgresDataDirectory,
  postgresUser,
  type RunAs,
} from './postgresFiles.ts'
import { processesIn, runs, signalProcess, stopProcess, until } from './processes.ts'
import { oneLine, SetUpError } from './setUpError.ts'
import type { SpecWithoutLog } from './supervisedChild.ts'

const execute = promisify(execFile)

const SUPERUSER = 'postgres'
const CONNECTIONS_MAX = 400
/** A server on a busy machine may take long to answer; a wrong address is mostly refused at once. */
const CONNECT_TIMEOUT_MS = 20_000
/** Back ends of a killed server end by themselves once they notice; a busy one may take a while. */
const ORPHANS_WAIT_MS = 15_000
/**
 * SIGINT: cut connections, end cleanly. SIGQUIT: end at once, recover from the log at the start.
 */
export const POSTGRES_STOP_PLAN = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const
/** Nothing of ours belongs in the database server's environment, least of all the secrets. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

export type OwnPostgres = {
  readonly spec: SpecWithoutLog
  /** Where the data really lies: `DATA_DIR/postgres`, or below the system folder. */
  readonly dataDirectory: string
  /** The address of one of its databases, password included. */
  url(database: string): string
}

type Options = {
  readonly dataDir: string
  readonly port: number
  readonly password: string
  readonly progress: (line: string) => void
}

/** Makes the data directory if there is none, and says how to run the server. */
export async function ownPostgres(options: Options): Promise<OwnPostgres> {
  const { dataDir, port, password, progress } = options
  const runAs = await postgresUser(dataDir)
  const bin = await postgresBinaries(runAs)
  const dataDirectory = await postgresDataDirectory(dataDir, runAs)
  if (!existsSync(join(dataDirectory, 'PG_VERSION'))) {
    progress('making a PostgreSQL database cluster')
    await initialise({ bin, dataDirectory, password, runAs })
  }
  await checkVersion(bin, dataDirectory)
  const url = (database: string): string =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
  const args = ['-D', dataDirectory, '-p', String(port), '-k', '']
  const settings = [
    'listen_addresses=127.0.0.1',
    `max_connections=${CONNECTIONS_MAX}`,
    'password_encryption=scram-sha-256',
  ]
  for (const setting of settings) args.push('-c', setting)
  const spec: SpecWithoutLog = {
    role: 'postgres',
    index: 0,
    port,
    command: { file: join(bin, 'postgres'), args, env: ENVIRONMENT, cwd: '/', ...runAs },
    stopPlan: POSTGRES_STOP_PLAN,
    attemptsMax: 3,
    before: () => clearLeftovers(dataDirectory),
    ready: () => answers(url('postgres')),
  }
  return { spec, dataDirectory, url }
}

/** Creates the databases that are not there yet. */
export async function createDatabases(url: string, names: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const name of names) {
      const found = await client.query('select 1 from pg_database where datname = $1', [name])
      if (found.rowCount !== 0) continue
      await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error) => {
        // 42P04: another process was faster.
        if (error.code !== '42P04') throw error
      })
    }
  })
}

/** The address of a server with another database. */
export function databaseUrl(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}

/** Runs one piece of work on a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function answers(url: string): Promise<boolean> {
  return withClient(url, async (client) => (await client.query('select 1')).rowCount === 1)
}

async function initialise(options: {
  bin: string
  dataDirectory: string
  password: string
  runAs: RunAs
}): Promise<void> {
  const { bin, dataDirectory, password, runAs } = options
  const tag = randomBytes(4).toString('hex')
  const draft = `${dataDirectory}.${tag}`
  const passwordFile = join(dirname(dataDirectory), `initdb.${tag}`)
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  await mkdir(draft, { mode: 0o700 })
  try {
    await giveTo(passwordFile, runAs)
    await giveTo(draft, runAs)
    const args = [`--pgdata=${draft}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`]
    args.push('--auth=scram-sha-256', '--encoding=UTF8')
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
    await execute(join(bin, 'initdb'), args, { env: ENVIRONMENT, cwd: '/', ...runAs })
    // Renamed when it is whole: an initdb cut short must not pass for a database.
    await rename(draft, dataDirectory)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1)
    throw new SetUpError(
      `PostgreSQL cannot be set up in ${dataDirectory}: ${said ?? oneLine(error)}`,
    )
  } finally {
    await unlink(passwordFile)
  }
}

async function checkVersion(bin: string, dataDirectory: string): Promise<void> {
  const data = readFileSync(join(dataDirectory, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = await execute(join(bin, 'postgres'), ['--version'], { cwd: '/' })
  const program = /(\d+)/.exec(stdout)?.[1]
  if (program === data) return
  throw new SetUpError(
    `${dataDirectory} was made by PostgreSQL ${data}, this is ${program}: move it with pg_dump, or set DATA_DIR to another folder`,
  )
}

/**
 * A server whose parent was killed still runs; one that was killed itself leaves back ends that
 * write. Both must be gone before the next server starts on these files.
 */
async function clearLeftovers(dataDirectory: string): Promise<void> {
  const pidFile = join(dataDirectory, 'postmaster.pid')
  const pid = postmasterPid(pidFile)
  const marker = `-D ${dataDirectory} `
  if (pid !== undefined && runs(pid, marker)) {
    const isGone = await stopProcess(pid, marker, POSTGRES_STOP_PLAN)
    if (!isGone) throw new SetUpError(`PostgreSQL (process ${pid}) cannot be stopped`)
  }
  await endOrphans(dataDirectory)
  // PostgreSQL clears the file of a dead server itself, after a look at its shared memory. Only an
  // id that now belongs to another process would make it refuse.
  if (pid !== undefined && runs(pid, '')) await rm(pidFile, { force: true })
}

async function endOrphans(dataDirectory: string): Promise<void> {
  const areGone = (): boolean => processesIn(dataDirectory).length === 0
  if (await until(areGone, ORPHANS_WAIT_MS)) return
  for (const pid of processesIn(dataDirectory)) signalProcess(pid, 'SIGQUIT')
  if (await until(areGone, 5_000)) return
  throw new SetUpError(
    `PostgreSQL processes ${processesIn(dataDirectory).join(', ')} still use ${dataDirectory}`,
  )
}

function postmasterPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

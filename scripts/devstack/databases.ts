/** The two databases of a stack: ours, and the sandbox's own in the same server. */
import { join } from 'node:path'
import { DatabaseError } from 'pg'
import { type Config, ConfigError } from '../../runtime/config.ts'
import type { StartContext } from './context.ts'
import { READY_TIMEOUT_MS } from './context.ts'
import { freePort } from './ports.ts'
import { createDatabases, ownPostgres, withClient } from './postgres.ts'
import { oneLine, SetUpError } from './setUpError.ts'

export type Databases = {
  readonly databaseUrl: string
  readonly sandboxDatabaseUrl: string
  /** Where our own server keeps its data; undefined with a given DATABASE_URL. */
  readonly dataDirectory?: string
}

/**
 * Starts PostgreSQL, or checks the one that was given; creates what is missing and brings our own
 * database to this version. Undefined when the stack is to have no database.
 */
export async function bringUpDatabases(
  context: StartContext,
  password: string,
): Promise<Databases | undefined> {
  const { DATABASE_URL: given } = context.config
  if (given === undefined && !context.starts('postgres')) return undefined
  const databases =
    given === undefined ? await startOwn(context, password) : await useGiven(context, given)
  if (context.starts('api') || context.starts('worker')) {
    context.progress('bringing the database to this version')
    const { migrate } = await import('../../db/migrate.ts')
    await migrate(databases.databaseUrl)
  }
  return databases
}

/** `host:port/database` of an address, which may be shown; undefined when it is no address. */
export function shownAddress(url: string): string | undefined {
  try {
    const { protocol, host, pathname } = new URL(url)
    return /^postgres(ql)?:$/.test(protocol) ? `${host}${pathname}` : undefined
  } catch {
    return undefined
  }
}

async function startOwn(context: StartContext, password: string): Promise<Databases> {
  const { config, dataDir, supervisor, progress } = context
  const port = await freePort(supervisor.runFile.find('postgres')?.port)
  const own = await ownPostgres({ dataDir, port, password, progress })
  if (own.dataDirectory !== join(dataDir, 'postgres')) {
    progress(`PostgreSQL keeps its data in ${own.dataDirectory}`)
  }
  progress('starting PostgreSQL')
  await supervisor.start(own.spec).waitReady(READY_TIMEOUT_MS)
  await createDatabases(own.url('postgres'), ['payments', 'sandbox'])
  return {
    databaseUrl: own.url('payments'),
    sandboxDatabaseUrl: config.SANDBOX_DATABASE_URL ?? own.url('sandbox'),
    dataDirectory: own.dataDirectory,
  }
}

async function useGiven({ config, starts }: StartContext, databaseUrl: string): Promise<Databases> {
  await checkAddress('DATABASE_URL', databaseUrl)
  const sandboxDatabaseUrl = config.SANDBOX_DATABASE_URL ?? sandboxBeside(databaseUrl)
  if (starts('sandbox')) await createSandbox(config, sandboxDatabaseUrl)
  return { databaseUrl, sandboxDatabaseUrl }
}

async function checkAddress(name: string, url: string): Promise<void> {
  const shown = shownAddress(url)
  if (shown === undefined) {
    throw new ConfigError(`${name} is no address like postgres://user:password@host:5432/database`)
  }
  try {
    await withClient(url, (client) => client.query('select 1'))
  } catch (error) {
    throw new SetUpError(`${name}: cannot connect to ${shown}: ${oneLine(error)}`)
  }
}

async function createSandbox(config: Config, url: string): Promise<void> {
  const isGiven = config.SANDBOX_DATABASE_URL !== undefined
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  try {
    await withClient(url, (client) => client.query('select 1'))
  } catch (error) {
    // 3D000: no such database. Only one beside ours is ours to create.
    if (!isGiven && error instanceof DatabaseError && error.code === '3D000') {
      await createDatabases(config.DATABASE_URL ?? url, [name]).catch((problem) => {
        throw new SetUpError(
          `The sandbox's database ${name} cannot be created (${oneLine(problem)}): create it or set SANDBOX_DATABASE_URL`,
        )
      })
      return
    }
    throw new SetUpError(
      `SANDBOX_DATABASE_URL: cannot connect to ${shownAddress(url)}: ${oneLine(error)}`,
    )
  }
}

function sandboxBeside(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `${url.pathname}_sandbox`
  return url.href
}

/**
 * The one pool of a process. Sequelize owns it (models, cold paths); hot statements run prepared
 * on the same connections, one message to PostgreSQL each.
 */
import pg from 'pg'
import { type QueryTypes, Sequelize } from 'sequelize'

/** No connection became free in time: the caller should answer 503. */
export class DatabaseBusy extends Error {
  constructor(cause: unknown) {
    super('no database connection became free in time', { cause })
    this.name = 'DatabaseBusy'
  }
}

export type Statement = {
  /** Prepared under this name, once a connection. Leave out for statements that vary. */
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export type Database = {
  /** Runs one statement on its own: one message, its own transaction. */
  query<R>(statement: Statement): Promise<R[]>
  ping(): Promise<void>
  /** Whether every migration that this code knows has been applied. */
  migrated(): Promise<boolean>
  /** Calls back on each NOTIFY of a channel; reconnects by itself. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  close(): Promise<void>
  readonly sequelize: Sequelize
}

export type DatabaseOptions = {
  readonly poolMax?: number
  readonly applicationName?: string
  /** Longest a statement may run. Heads stay below their workflow task's patience. */
  readonly statementTimeoutMs?: number
}

const POOL_WAIT_MS = 2_000
const LISTEN_RETRY_MS = 500

// bigint columns arrive as text; what is an amount or a sequence becomes a bigint here, once.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const sequelize = new Sequelize(url, {
    dialect: 'postgres',
    dialectModule: pg,
    logging: false,
    pool: { max: options.poolMax ?? 16, min: 0, acquire: POOL_WAIT_MS, idle: 30_000 },
    dialectOptions: {
      application_name: options.applicationName ?? 'payments',
      statement_timeout: options.statementTimeoutMs ?? 5_000,
      keepAlive: true,
      connectionTimeoutMillis: POOL_WAIT_MS,
    },
    retry: { max: 1 },
  })
  const listeners: { end(): Promise<void> }[] = []
  return {
    sequelize,
    query: (statement) => runStatement(sequelize, statement),
    async ping() {
      await runStatement(sequelize, { name: 'ping', text: 'select 1' })
    },
    async migrated() {
      const { pendingMigrations } = await import('./migrate.ts')
      return (await pendingMigrations(this)).length === 0
    },
    async listen(channel, onPayload) {
      listeners.push(await listenForever(url, channel, onPayload))
    },
    async close() {
      await Promise.all(listeners.map((listener) => listener.end()))
      await sequelize.close()
    },
  }
}

async function runStatement<R>(sequelize: Sequelize, statement: Statement): Promise<R[]> {
  const manager = sequelize.connectionManager
  let connection: pg.Client
  try {
    connection = (await manager.getConnection({
      type: 'write' as unknown as QueryTypes,
      useMaster: true,
    } as never)) as pg.Client
  } catch (error) {
    if (error instanceof Error && error.name === 'SequelizeConnectionAcquireTimeoutError') {
      throw new DatabaseBusy(error)
    }
    throw error instanceof Error && 'original' in error ? error.original : error
  }
  try {
    const { name, text, values } = statement
    const result = await connection.query(
      name === undefined
        ? { text, values: [...(values ?? [])] }
        : { name, text, values: [...(values ?? [])] },
    )
    return result.rows as R[]
  } finally {
    manager.releaseConnection(connection as never)
  }
}

async function listenForever(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<{ end(): Promise<void> }> {
  let ended = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'payments-listen' })
    const again = (): void => {
      if (ended || client !== fresh) return
      client = undefined
      timer = setTimeout(() => void connect(), LISTEN_RETRY_MS)
    }
    client = fresh
    fresh.on('error', again)
    fresh.on('end', again)
    fresh.on('notification', (message) => onPayload(message.payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch {
      again()
    }
  }
  await connect()
  return {
    async end() {
      ended = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

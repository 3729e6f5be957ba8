/**
 * The one pool of a process. Sequelize owns it (models, records); hot statements run prepared on
 * the same connections, one message to PostgreSQL each. SQL functions that decide something are
 * called by name with the types of `sqlFunctions.ts`; records are written in `transaction`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { BaseError, ConnectionError, type QueryTypes, Sequelize, type Transaction } from 'sequelize'
import { inTime } from '../contract/inTime.ts'
import { ANSWER_MARGIN_MS, clientWithin, type Statement } from './connection.ts'
import type { ConnectionCheck } from './epochCheck.ts'
import { type Fenced, fencedWithin, noteUnanswered } from './fencedCalls.ts'
import { defineModels, type Models } from './models/index.ts'
import type { SqlFunctions } from './sqlFunctions.ts'

/** No connection became free in time: the caller should answer 503. */
export class DatabaseBusy extends Error {
  constructor(cause: unknown) {
    super('no database connection became free in time', { cause })
    this.name = 'DatabaseBusy'
  }
}

/** No connection can be opened: PostgreSQL is away, or refuses more. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('PostgreSQL cannot be reached', { cause })
    this.name = 'DatabaseUnreachable'
  }
}

/** What a pool and a transaction have in common. */
export type Queryable = {
  /** Runs one statement; outside a transaction it is its own: one message. */
  query<Row>(statement: Statement): Promise<Row[]>
  /**
   * The statement's only row.
   *
   * @throws Error when there is none
   */
  one<Row>(statement: Statement): Promise<Row>
  /** The statement's first row; undefined when there is none. */
  maybeOne<Row>(statement: Statement): Promise<Row | undefined>
  /** Calls a SQL function: one prepared statement, one transaction unless inside another. */
  call<Name extends keyof SqlFunctions>(
    name: Name,
    ...args: Parameters<SqlFunctions[Name]>
  ): Promise<ReturnType<SqlFunctions[Name]>>
}

/** A transaction that is open. */
export type Tx = Queryable & {
  readonly models: Models
  /** The `transaction` option of the models' methods. */
  readonly transaction: Transaction
}

export type Database = Queryable & {
  /** Reads of records outside a transaction. */
  readonly models: Models
  /**
   * Runs the work in one transaction: committed when it resolves, rolled back when it throws.
   * Inside it only `tx` may be used, one statement after the other; another connection, or two
   * statements at once, is an error. Errors of PostgreSQL arrive as the driver's own, with their
   * `code`.
   *
   * Lock order, where a work locks more than one row: agent, idempotency key, payment, rail order,
   * accounts by id, actions of agents by id, their usage by agent and period. Decisions about money
   * are SQL functions and never run here.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  ping(): Promise<void>
  /**
   * Whether everything that this release needs has been applied; also when the database is ahead.
   */
  migrated(): Promise<boolean>
  /** Calls back on each NOTIFY of a channel; reconnects by itself. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly poolMax?: number
  readonly applicationName?: string
  /** Longest a statement may run. Decisions stay below the time-out of their workflow task. */
  readonly statementTimeoutMs?: number
  /** Longest that a statement waits for a connection. */
  readonly poolWaitMs?: number
  /** How much longer the work at hand may wait, for connections and for answers; no limit without it. */
  readonly remainingMs?: () => number
  /** Of each connection when it is opened. */
  readonly check?: ConnectionCheck
}

/** PostgreSQL's code of a unique constraint that was violated. */
export const UNIQUE_VIOLATION = '23505'

/** Whether an error is PostgreSQL's of this unique index. */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown }
  return code === UNIQUE_VIOLATION && constraint === index
}

const POOL_WAIT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 5_000
const LISTEN_RETRY_MS = 500
/** A transaction whose process hangs between two statements gives its locks back after so long. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000

// bigint columns arrive as text; what is an amount or a sequence becomes a bigint here, once.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { remainingMs = () => Infinity } = options
  const poolWaitMs = options.poolWaitMs ?? POOL_WAIT_MS
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const longestMs = (): number =>
    Math.max(1, Math.min(statementTimeoutMs + ANSWER_MARGIN_MS, remainingMs()))
  const Client = clientWithin(longestMs)
  const fenced = options.remainingMs === undefined ? undefined : fencedWithin(longestMs)
  const sequelize = new Sequelize(url, {
    dialect: 'postgres',
    dialectModule: { ...pg, Client },
    logging: false,
    pool: { max: options.poolMax ?? 16, min: 0, acquire: poolWaitMs, idle: 30_000 },
    dialectOptions: {
      application_name: options.applicationName ?? 'payments',
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      keepAlive: true,
      connectionTimeoutMillis: poolWaitMs,
    },
    // Instants are the database's; no clock of the process is written into a row.
    define: { timestamps: false, underscored: true },
    retry: { max: 1 },
  })
  const { check } = options
  if (check !== undefined) {
    sequelize.addHook('afterConnect', async (connection) => {
      const client = connection as pg.Client
      await check(client).catch(async (error: unknown) => {
        // The pool does not know of it yet.
        await client.end().catch(() => undefined)
        throw error
      })
    })
  }
  const models = defineModels(sequelize)
  refuseConnectionsInsideTransactions(sequelize)
  waitForConnectionsWithin(sequelize, remainingMs)
  refuseTwoAtOnce(sequelize)
  const listeners: { end(): Promise<void> }[] = []
  const pool = queryable((statement) => runOnPool(sequelize, statement, fenced))
  return {
    ...pool,
    models,
    transaction: (work) => runTransaction(sequelize, models, work),
    async ping() {
      await pool.query({ name: 'ping', text: 'select 1' })
    },
    async migrated() {
      // Loaded when first asked for: it brings the job queue's own migrations with it.
      const { pendingMigrations } = await import('./migrate.ts')
      return (await pendingMigrations(pool)).length === 0
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

type Run = (statement: Statement) => Promise<unknown[]>

/** The ways to run a statement, over one that runs it. */
export function queryable(run: Run): Queryable {
  const query = <Row>(statement: Statement): Promise<Row[]> => run(statement) as Promise<Row[]>
  const one = async <Row>(statement: Statement): Promise<Row> => {
    const [row] = await query<Row>(statement)
    if (row === undefined) throw new Error(`${statement.name ?? 'a statement'} returned no row`)
    return row
  }
  return {
    query,
    one,
    async maybeOne<Row>(statement: Statement) {
      const [row] = await query<Row>(statement)
      return row
    },
    async call(name, ...args) {
      const places = args.map((_, index) => `$${index + 1}`).join(', ')
      const { result } = await one<{ result: never }>({
        name: args.length === 0 ? name : `${name}/${args.length}`,
        text: `select ${name}(${places}) as result`,
        values: args,
        isCall: true,
      })
      return result
    },
  }
}

async function runOnPool(
  sequelize: Sequelize,
  statement: Statement,
  fenced?: Fenced,
): Promise<unknown[]> {
  const manager = sequelize.connectionManager
  let connection: pg.Client
  try {
    connection = (await manager.getConnection({
      type: 'write' as unknown as QueryTypes,
      useMaster: true,
    } as never)) as pg.Client
  } catch (error) {
    throw ofTheDriver(error)
  }
  try {
    if (!statement.isCall) return await runOn(connection, statement)
    const sent = fenced === undefined ? statement : await fenced(connection, statement)
    return await runOn(connection, sent).catch((error: unknown) => {
      noteUnanswered(error)
      throw error
    })
  } finally {
    manager.releaseConnection(connection as never)
  }
}

async function runOn(connection: pg.Client, { name, text, values }: Statement): Promise<unknown[]> {
  const result = await connection.query({
    ...(name !== undefined && { name }),
    text,
    values: [...(values ?? [])],
  })
  return result.rows
}

/** Set while a transaction's work runs: no second connection may be taken then. */
const insideTransaction = new AsyncLocalStorage<true>()

async function runTransaction<Result>(
  sequelize: Sequelize,
  models: Models,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false
  try {
    return await sequelize.transaction((transaction) =>
      insideTransaction.run(true, async () => {
        const { tx, throwIfAborted } = txOf(models, transaction)
        const result = await work(tx)
        await throwIfAborted()
        isCommitting = true
        return result
      }),
    )
  } catch (error) {
    const original = ofTheDriver(error)
    if (isCommitting) noteUnanswered(original)
    throw original
  }
}

function txOf(
  models: Models,
  transaction: Transaction,
): { readonly tx: Tx; readonly throwIfAborted: () => Promise<void> } {
  const { connection } = transaction as unknown as { readonly connection: pg.Client }
  let failure: unknown
  const run: Run = async (statement) => {
    begin(connection, statement)
    try {
      return await runOn(connection, statement)
    } catch (error) {
      failure ??= error
      throw error
    } finally {
      end(connection, statement)
    }
  }
  return {
    tx: { ...queryable(run), models, transaction },
    // PostgreSQL answers COMMIT after a failed statement with a rollback, and reports no error; any
    // other statement it refuses then.
    async throwIfAborted() {
      await runOn(connection, { text: 'select 1' }).catch((error) => {
        throw failure ?? error
      })
    },
  }
}

/** What each transaction's connection is at, a statement of ours or a model's query. */
const running = new WeakMap<object, object>()

function begin(connection: object, what: object): void {
  if (running.has(connection)) {
    throw new Error('two statements of one transaction at once: await the first')
  }
  running.set(connection, what)
}

function end(connection: object, what: object): void {
  if (running.get(connection) === what) running.delete(connection)
}

/** The same for the queries of models. A rollback may come while a statement still runs. */
function refuseTwoAtOnce(sequelize: Sequelize): void {
  sequelize.addHook('beforeQuery', (options, query) => {
    const { transaction, completesTransaction } = options as QueryOptions
    if (transaction && !completesTransaction) begin(query.connection as object, query)
  })
  sequelize.addHook('afterQuery', (_, query) => end(query.connection as object, query))
}

type QueryOptions = { readonly transaction?: object; readonly completesTransaction?: boolean }

/**
 * A statement beside the transaction would not see what it has written, and a pool in which every
 * transaction waits for a second connection never gets one.
 */
function refuseConnectionsInsideTransactions(sequelize: Sequelize): void {
  const manager = sequelize.connectionManager
  const getConnection = manager.getConnection.bind(manager)
  manager.getConnection = (options) => {
    if (insideTransaction.getStore()) {
      throw new Error('a second connection inside a transaction: use tx for every statement')
    }
    return getConnection(options)
  }
}

/** Who may not wait any longer gets none; the connection that comes later goes back to the pool. */
function waitForConnectionsWithin(sequelize: Sequelize, remainingMs: () => number): void {
  const manager = sequelize.connectionManager
  const getConnection = manager.getConnection.bind(manager)
  manager.getConnection = async (options) => {
    const ms = remainingMs()
    if (ms === Infinity) return getConnection(options)
    if (ms <= 0) throw new DatabaseBusy(undefined)
    const getting = getConnection(options)
    const first = await inTime(getting, ms, () => undefined)
    if (first !== undefined) return first
    getting.then((connection) => manager.releaseConnection(connection)).catch(() => undefined)
    throw new DatabaseBusy(undefined)
  }
}

/** What PostgreSQL or its driver has said, without Sequelize's wrapping. */
function ofTheDriver(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  if (error.name === 'SequelizeConnectionAcquireTimeoutError') return new DatabaseBusy(error)
  if (error instanceof ConnectionError) return new DatabaseUnreachable(error)
  const { original } = error as BaseError & { readonly original?: unknown }
  return original ?? error
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

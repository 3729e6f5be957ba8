/**
 * Statements, transactions and models over the pool of a process. Hot statements run prepared, one message to
 * PostgreSQL each. SQL functions that decide something are called by name with the types of `sqlFunctions.ts`;
 * records are written by models in `transaction`.
 */
import pg from 'pg'
import { BaseError, Sequelize, Transaction } from 'sequelize'
import type { Statement } from './connection.ts'
import { type Fenced, fencedWithin, noteUnanswered } from './fencedCalls.ts'
import { lend } from './lentConnection.ts'
import { defineModels, type Models } from './models/index.ts'
import { insideTransaction, lossOf, openPool, type Pool, type PoolOptions } from './pool.ts'
import type { SqlFunctions } from './sqlFunctions.ts'

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
  /** Each query of a model outside a transaction is its own. */
  readonly models: Models
  /**
   * Runs the work in one transaction: committed when it resolves, rolled back when it throws.
   * Inside it only `tx` may be used, one statement after the other; another connection, two
   * statements at once, or one after the end are errors. Errors of PostgreSQL arrive as the driver's own, with their
   * `code`.
   *
   * Lock order, where a work locks more than one row: agent, idempotency key, payment, rail order,
   * accounts by id, actions of agents by id, their usage by agent and period. Decisions about money
   * are SQL functions, here too.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  ping(): Promise<void>
  /**
   * Whether everything that this release needs has been applied; also when the database is ahead.
   */
  migrated(): Promise<boolean>
  /** Calls back on each NOTIFY of a channel; reconnects by itself. @param name of the connection */
  listen(channel: string, onPayload: (payload: string) => void, name?: string): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL's code of a unique constraint that was violated. */
export const UNIQUE_VIOLATION = '23505'

/** Whether an error is PostgreSQL's of this unique index. */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown }
  return code === UNIQUE_VIOLATION && constraint === index
}

const LISTEN_RETRY_MS = 500

export function openDatabase(url: string, options: PoolOptions = {}): Database {
  const pool = openPool(url, options)
  const fenced = options.remainingMs === undefined ? undefined : fencedWithin(pool.longestMs)
  const sequelize = modelsOver(pool)
  const models = defineModels(sequelize)
  const listeners: { end(): Promise<void> }[] = []
  const statements = queryable((statement) => runOnPool(pool, statement, fenced))
  return {
    ...statements,
    models,
    transaction: (work) => runTransaction(pool, sequelize, models, work),
    async ping() {
      await statements.query({ name: 'ping', text: 'select 1' })
    },
    async migrated() {
      // Loaded when first asked for: it brings the job queue's own migrations with it.
      const { pendingMigrations } = await import('./migrate.ts')
      return (await pendingMigrations(statements)).length === 0
    },
    async listen(channel, onPayload, name = 'payments-listen') {
      listeners.push(await listenForever(url, channel, onPayload, name))
    },
    async close() {
      await Promise.all(listeners.map((listener) => listener.end()))
      await pool.close()
    },
  }
}

/** Sequelize opens no connection: for a query outside a transaction it borrows one of the pool's. */
function modelsOver(pool: Pool): Sequelize {
  const sequelize = new Sequelize({
    dialect: 'postgres',
    dialectModule: pg,
    logging: false,
    // Instants are the database's; no clock of the process is written into a row.
    define: { timestamps: false, underscored: true },
    retry: { max: 1 },
  })
  const manager = sequelize.connectionManager
  manager.getConnection = () => pool.take()
  manager.releaseConnection = (client) => (client as pg.PoolClient).release()
  return sequelize
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
  pool: Pool,
  statement: Statement,
  fenced: Fenced | undefined,
): Promise<unknown[]> {
  const client = await pool.take()
  let loss: Error | undefined
  try {
    const sent = statement.isCall && fenced ? await fenced(client, statement) : statement
    const { rows } = await client.query(queryOf(sent)).catch((error: unknown) => {
      if (statement.isCall) noteUnanswered(error)
      throw error
    })
    return rows
  } catch (error) {
    loss = lossOf(error)
    throw error
  } finally {
    client.release(loss)
  }
}

function queryOf({ name, text, values = [] }: Statement): pg.QueryConfig {
  return { ...(name !== undefined && { name }), text, values: [...values] }
}

async function runTransaction<Result>(
  pool: Pool,
  sequelize: Sequelize,
  models: Models,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.take()
  const lent = lend(client)
  const transaction = Object.assign(new Transaction(sequelize, {}), { connection: lent })
  const statements = queryable(async (statement) => (await lent.send(queryOf(statement))).rows)
  let loss: Error | undefined
  try {
    await client.query('begin')
    const tx = { ...statements, models, transaction }
    const result = await insideTransaction.run(true, () => work(tx))
    await lent.commit()
    return result
  } catch (error) {
    // It waits for a statement of the work that still runs.
    loss = await client.query('rollback').then(() => undefined, lossOf)
    throw ofTheDriver(error)
  } finally {
    lent.end()
    client.release(loss)
  }
}

/** What PostgreSQL or its driver has said, without Sequelize's wrapping. */
function ofTheDriver(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  const { original } = error as BaseError & { readonly original?: unknown }
  return original ?? error
}

async function listenForever(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  name: string,
): Promise<{ end(): Promise<void> }> {
  let ended = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: name })
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

/** The driver's pool, which owns the connections of a process: statements, transactions and models take theirs from it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { inTime } from '../contract/inTime.ts'
import { ANSWER_MARGIN_MS, clientWithin } from './connection.ts'
import { type ConnectionCheck, StoreWasSetBack } from './epochCheck.ts'

/** No connection became free in time: the caller should answer 503. */
export class DatabaseBusy extends Error {
  constructor(cause?: unknown) {
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

export type PoolOptions = {
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

export type Pool = {
  /** The longest that a statement which is sent now may take, its answer included. */
  longestMs(): number
  /** A connection, which its `release` gives back. */
  take(): Promise<pg.PoolClient>
  close(): Promise<void>
}

/** Set while a transaction's work runs: no second connection may be taken then. */
export const insideTransaction = new AsyncLocalStorage<true>()

const POOL_WAIT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 5_000
const IDLE_MS = 30_000
/** When a transaction whose process hangs between two statements loses its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000
/** What the driver says when all connections are in use for too long. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

// bigint columns arrive as text; what is an amount or a sequence becomes a bigint here, once. A date is no instant.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export function openPool(url: string, options: PoolOptions): Pool {
  const { check, remainingMs = () => Infinity } = options
  const { poolWaitMs = POOL_WAIT_MS, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const longestMs = (): number =>
    Math.max(1, Math.min(statementTimeoutMs + ANSWER_MARGIN_MS, remainingMs()))
  const pool = new pg.Pool({
    Client: clientWithin(longestMs),
    connectionString: url,
    application_name: options.applicationName ?? 'payments',
    max: options.poolMax ?? 16,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    // The driver waits for it. Instants in JSON have the offset of the session.
    onConnect: async (client) => {
      await client.query(`set time zone 'UTC'`)
      await check?.(client)
    },
  })
  // A connection that is lost, idle or not: its statement fails, and the next one opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const connect = (): Promise<pg.PoolClient> =>
    pool.connect().catch((error: unknown) => {
      throw failureToConnect(error)
    })
  return {
    longestMs,
    async take() {
      // A statement beside the transaction would not see what it has written, and a pool in which every
      // transaction waits for a second connection never gets one.
      if (insideTransaction.getStore()) {
        throw new Error('a second connection inside a transaction: use tx for every statement')
      }
      const ms = remainingMs()
      if (ms <= 0) throw new DatabaseBusy()
      if (ms === Infinity) return connect()
      const taking = connect()
      const taken = await inTime(taking, ms, () => undefined)
      if (taken !== undefined) return taken
      // It comes too late for its caller, and goes back.
      taking.then((client) => client.release()).catch(() => undefined)
      throw new DatabaseBusy()
    },
    close: () => pool.end(),
  }
}

function failureToConnect(error: unknown): unknown {
  if (error instanceof StoreWasSetBack) return error
  const isBusy = error instanceof Error && error.message === WAITED_TOO_LONG
  return isBusy ? new DatabaseBusy(error) : new DatabaseUnreachable(error)
}

/** What a connection is given back with: an error where it is of no more use. */
export function lossOf(error: unknown): Error | undefined {
  // What PostgreSQL has refused leaves the connection as it was.
  if (error instanceof pg.DatabaseError && error.severity === 'ERROR') return undefined
  return error instanceof Error ? error : new Error(String(error))
}

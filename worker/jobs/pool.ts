/** A connection pool for the job runner alone, so that webhooks cannot starve payments. */
import pg from 'pg'
import type { Logger } from 'pino'
import { type Queryable, queryable } from '../../db/database.ts'
import type { ConnectionCheck } from '../../db/epochCheck.ts'

export type JobPool = {
  readonly pool: pg.Pool
  /** The connections of `pool` for our own statements. */
  readonly database: Queryable
  close(): Promise<void>
}

const CONNECTIONS_MAX = 12
const CONNECTION_WAIT_MS = 5_000
/** Above the interval at which a free place polls, else each of its polls would open a connection. */
const CONNECTION_IDLE_MS = 90_000
const STATEMENT_TIMEOUT_MS = 10_000

export function openJobPool(databaseUrl: string, log: Logger, check?: ConnectionCheck): JobPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'payments-jobs',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    idleTimeoutMillis: CONNECTION_IDLE_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A connection that a lost server never closes must not block a job for ever.
    query_timeout: 2 * STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser },
    ...(check && { onConnect: check }),
  })
  // Without listeners a lost connection, idle or in use, would end the process.
  const report = (error: Error): void => log.warn({ err: error }, 'job connection lost')
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  return {
    pool,
    database: queryable(async ({ name, text, values }) => {
      const statement = { ...(name && { name }), text, values: [...(values ?? [])] }
      return (await pool.query(statement)).rows
    }),
    close: () => pool.end(),
  }
}

/** The queue serializes job ids as JSON, which has no bigint: int8 stays text here. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return (text) => text
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)
}

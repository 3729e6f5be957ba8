/** Connections for one kind of statement: plain `pg`, without models and transactions. */
import pg from 'pg'
import { ANSWER_MARGIN_MS, clientWithin } from './connection.ts'
import { type DatabaseOptions, type Queryable, queryable } from './database.ts'
import { verifiedBy } from './epochCheck.ts'

const IDLE_MS = 30_000

export type Pool = Queryable & {
  ping(): Promise<void>
  close(): Promise<void>
}

/** For statements that are so hot that the CPU of Sequelize's pool counts. */
export function openPool(
  url: string,
  options: Required<Omit<DatabaseOptions, 'remainingMs' | 'check'>> &
    Pick<DatabaseOptions, 'check'>,
): Pool {
  const pool = new pg.Pool({
    Client: clientWithin(() => options.statementTimeoutMs + ANSWER_MARGIN_MS),
    connectionString: url,
    application_name: options.applicationName,
    max: options.poolMax,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: options.poolWaitMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    ...(options.check && { verify: verifiedBy(options.check) }),
  })
  // A connection that is lost, idle or not: its statement fails, and the next one opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const statements = queryable(async ({ name, text, values = [] }) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return (
        await client.query({ ...(name !== undefined && { name }), text, values: [...values] })
      ).rows
    } catch (error) {
      // What PostgreSQL has refused leaves the connection as it was.
      if (!(error instanceof pg.DatabaseError)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  })
  return {
    ...statements,
    async ping() {
      await statements.query({ name: 'ping', text: 'select 1' })
    },
    close: () => pool.end(),
  }
}

import pg from 'pg'
import type { Logger } from 'pino'

export type Transaction = pg.PoolClient

export type Store = {
  readonly pool: pg.Pool
  /** Commits what `work` did, or nothing of it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const STATEMENT_TIMEOUT_MS = 10_000
const POOL_WAIT_MS = 5_000

/** The sandbox's own database, in a schema of its own. */
export function openStore(url: string, connectionsMax: number, log: Logger): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: POOL_WAIT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: '-c search_path=sandbox',
  })
  // Idle connections report a stopped PostgreSQL as an event; without a listener it ends the
  // process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })

  return {
    pool,
    async transaction(work) {
      const tx = await pool.connect()
      try {
        await tx.query('begin')
        const result = await work(tx)
        await tx.query('commit')
        tx.release()
        return result
      } catch (error) {
        const broken = await tx.query('rollback').then(
          () => false,
          () => true,
        )
        tx.release(broken)
        throw error
      }
    },
    close: () => pool.end(),
  }
}

const passing = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03'])

/** Whether the database is only away for the moment: stopped, starting, or closing connections. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  return (
    (code !== undefined && passing.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

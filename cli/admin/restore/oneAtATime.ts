/** The commands about a restore run one at a time: each acts on what the one before it has left. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { RESTORE_CONNECTION } from '../../../db/storeState.ts'
import { Failure } from '../../failure.ts'

/** As those of `db/migrate.ts` and `db/functions/webhooks/jobPools.sql`, of all advisory locks of the database. */
const LOCK = 7_300_109
const CONNECT_MS = 10_000
const TRIES = 5
const TRY_MS = 200

/**
 * Holds the lock of these commands while the work runs; a process that is killed gives it back. One that loses
 * its connection meanwhile ends at once, because another command may have begun.
 *
 * @throws Failure when another command holds it
 */
export async function oneAtATime(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: RESTORE_CONNECTION,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  client.on('error', ({ message }) => {
    process.stderr.write(
      `The connection to PostgreSQL is lost (${message}). Run the command again.\n`,
    )
    process.exit(1)
  })
  await client.connect()
  try {
    await take(client)
    await work()
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function take(client: pg.Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [LOCK],
    )
    if (rows[0]?.taken) return
    // PostgreSQL notices a moment later that a process was killed.
    if (tries === TRIES) {
      throw new Failure(
        'REFUSED',
        'Another `restore begin`, `reconcile` or `restore end` runs: let it end, or end its process.',
      )
    }
    await sleep(TRY_MS)
  }
}

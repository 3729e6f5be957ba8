/** One process at a time moves the clock: it holds a lock of a connection of its own, which ends with it. */
import pg from 'pg'
import { Refusal } from '../../contract/errors.ts'

/** As those of `db/migrate.ts` and `cli/admin/restore/oneAtATime.ts`, of all advisory locks of the database. */
const LOCK = 7_300_120

/**
 * @param work may ask whether the lock is still held: PostgreSQL may have been restarted
 * @throws Refusal CONFLICT while another holds it
 */
export async function alone<Result>(
  databaseUrl: string,
  work: (isAlone: () => boolean) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'payments-clock-move',
  })
  let isConnected = true
  client.on('error', () => {
    isConnected = false
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [LOCK],
    )
    if (!rows[0]?.taken) throw new Refusal('CONFLICT', { reason: 'The clock is being moved.' })
    return await work(() => isConnected)
  } finally {
    await client.end().catch(() => undefined)
  }
}

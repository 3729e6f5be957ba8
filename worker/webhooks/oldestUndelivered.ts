import type { Database } from '../../db/database.ts'

/** Age in seconds of the oldest webhook that is neither delivered nor stopped; 0 if none. */
export async function oldestUndeliveredWebhookSeconds(
  database: Pick<Database, 'query'>,
): Promise<number> {
  const [row] = await database.query<{ seconds: number }>({
    name: 'oldest_undelivered_webhook',
    text: `select coalesce(extract(epoch from service_now() - min(created_at)), 0)::float8 as seconds
      from webhook_deliveries where status = 'PENDING'`,
  })
  return Math.max(0, row?.seconds ?? 0)
}

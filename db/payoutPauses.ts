/** Pauses of payouts that have not ended. */
import type { Queryable } from './database.ts'

export type PayoutPause = {
  readonly environment: string
  /** Null: of every platform. */
  readonly platform: string | null
  readonly platformId: string | null
  readonly reason: string
  readonly pausedBy: string
  readonly pausedAt: Date
  /** Payouts that it holds back by now. */
  readonly waiting: number
}

/** The oldest first. */
export function listPauses(database: Queryable): Promise<PayoutPause[]> {
  return database.query<PayoutPause>({
    name: 'list_payout_pauses',
    text: `select p.environment, f.name as platform, p.platform_id as "platformId", p.reason,
        p.paused_by as "pausedBy", p.paused_at as "pausedAt",
        (select count(*)::integer from paused_payouts w join payments q on q.id = w.payment_id
          where q.environment = p.environment and (p.platform_id is null or p.platform_id = q.platform_id)
            and w.cause = 'PAUSED' and q.status = 'PROCESSING') as waiting
      from payout_pauses p left join platforms f on f.id = p.platform_id
      where p.resumed_at is null order by p.paused_at, p.id`,
  })
}

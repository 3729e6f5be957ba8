/** What a card may still spend: of its own limit, by the period that this counts. */
import type { Answer } from '../http.ts'
import { type Issuer, refusal } from './issuer.ts'

type Limits = {
  spend_limit: string
  spend_limit_duration: 'TRANSACTION' | 'MONTHLY' | 'ANNUALLY' | 'FOREVER'
  of_month: string
  of_year: string
  of_ever: string
}

/** @throws Refusal 404 */
export async function readSpendLimits({ store }: Issuer, token: string): Promise<Answer> {
  const { rows } = await store.pool.query<Limits>(
    `select c.spend_limit, c.spend_limit_duration,
       coalesce(sum(t.spent) filter (where t.created_at >= date_trunc('month', store_now())), 0) as of_month,
       coalesce(sum(t.spent) filter (where t.created_at >= date_trunc('year', store_now())), 0) as of_year,
       coalesce(sum(t.spent), 0) as of_ever
     from issuer_cards c left join lateral (select created_at, greatest(pending, 0) + greatest(settled, 0) as spent
       from issuer_transactions where card_token = c.token) t on true
     where c.token = $1 group by c.token`,
    [token],
  )
  const [row] = rows
  if (row === undefined) throw refusal(404, 'Card not found')
  const spent = {
    monthly: Number(row.of_month),
    annually: Number(row.of_year),
    forever: Number(row.of_ever),
  }
  const limit = Number(row.spend_limit)
  const period = row.spend_limit_duration.toLowerCase()
  // A limit of each transaction leaves nothing over.
  const counted =
    period === 'transaction' || limit === 0 ? undefined : (period as keyof typeof spent)
  const own = counted === undefined ? {} : { [counted]: limit }
  const left = counted === undefined ? {} : { [counted]: Math.max(0, limit - spent[counted]) }
  const velocity = counted === undefined ? {} : { [counted]: spent[counted] }
  return {
    status: 200,
    body: {
      available_spend_limit: left,
      spend_limit: own,
      spend_velocity: velocity,
    },
  }
}

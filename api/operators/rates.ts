/** Exchange rates as they stand: what each currency is worth, by whose word, and how old that is. */
import { shownFraction } from '../../contract/decimal.ts'
import { operatorRoute } from './route.ts'

type Row = {
  readonly environment: string
  readonly currency: string
  readonly numerator: bigint | null
  readonly denominator: bigint | null
  readonly used: { readonly override?: string; readonly sourceTime?: string } | null
  readonly source: string | null
  readonly spread: number
  readonly endsAt: Date | null
  readonly waiting: boolean
}

export const listRates = operatorRoute({
  id: 'listRates',
  method: 'get',
  path: '/rates',
  role: 'VIEW',
  summary: 'Exchange rates against the US dollar as they stand, and how the feeds answer',
  isUnaudited: true,
  async handle({ tx }) {
    const rows = await tx.query<Row>({
      name: 'operator_rates',
      text: `select r.environment, r.currency, u.numerator, u.denominator, u.used, o.source,
          r.spread_basis_points as spread, rate_usable_until(r.class, nullif(r.source_time, 'infinity')) as "endsAt",
          r.waiting_id is not null as waiting
        from exchange_rates r left join lateral usable_rate(r.environment, r.currency) u on true
        left join lateral (select x.source from exchange_rate_observations x where x.id = r.observation_id offset 0) o on true
        where r.class <> 'FIXED' order by r.environment, r.currency`,
    })
    const feeds = await tx.query<object>({
      name: 'operator_rate_feeds',
      text: `select environment, source, answered_at as "answeredAt", failing_since as "failingSince", failure, missing,
          readings::float8 as readings, failures::float8 as failures, rates_missed::float8 as "ratesMissed"
        from exchange_rate_sources order by environment, source`,
    })
    return { body: { data: rows.map(presentRate), feeds } }
  },
})

function presentRate({ numerator, denominator, used, endsAt, ...row }: Row): object {
  const isUsable = numerator !== null && denominator !== null
  return {
    ...{ id: `Rate:${row.environment}/USD-${row.currency}`, environment: row.environment },
    rate: isUsable ? shownFraction({ numerator, denominator }) : null,
    source: used?.override === undefined ? row.source : 'OVERRIDE',
    sourceTime: used?.sourceTime ?? null,
    // Without an end: the sandbox's first prices.
    endsAt: endsAt instanceof Date ? endsAt : null,
    spreadBasisPoints: row.spread,
    isWaiting: row.waiting,
  }
}

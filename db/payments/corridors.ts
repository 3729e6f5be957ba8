/** Rates and fees of a corridor, read through a cache. */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../contract/errors.ts'
import { type Corridor, crossRate, type Rate } from '../../contract/money.ts'
import type { Database, Queryable } from '../database.ts'

/** Rates may be five minutes old (docs/decisions/fees-and-rates.md). */
const RATE_LIFE_MS = 300_000

const corridors = new WeakMap<Database, LRUCache<string, Corridor>>()

/**
 * The corridor between two currencies.
 *
 * @throws Refusal QUOTE_RATE_UNAVAILABLE when there is none
 */
export async function corridorOf(
  database: Database,
  sending: string,
  receiving: string,
): Promise<Corridor> {
  const cache = corridors.get(database) ?? new LRUCache({ max: 2_000, ttl: RATE_LIFE_MS })
  corridors.set(database, cache)
  const name = `${sending}/${receiving}`
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const corridor = await readCorridor(database, sending, receiving)
  cache.set(name, corridor)
  return corridor
}

/**
 * The rate between two currencies at this moment, without a spread: for comparing amounts, not for
 * moving them.
 */
export async function midRateOf(database: Queryable, from: string, to: string): Promise<Rate> {
  const row = await database.one<MidRow>({
    name: 'mid-rate',
    text: `select a.per_usd_numerator as from_numerator, a.per_usd_denominator as from_denominator,
        b.per_usd_numerator as to_numerator, b.per_usd_denominator as to_denominator
      from exchange_rates a, exchange_rates b where a.currency = $1 and b.currency = $2`,
    values: [from, to],
  })
  return crossRate(
    {
      currency: from,
      perUsd: { numerator: row.from_numerator, denominator: row.from_denominator },
    },
    { currency: to, perUsd: { numerator: row.to_numerator, denominator: row.to_denominator } },
    0,
  )
}

type MidRow = {
  readonly from_numerator: bigint
  readonly from_denominator: bigint
  readonly to_numerator: bigint
  readonly to_denominator: bigint
}

type Row = {
  readonly sending_numerator: bigint
  readonly sending_denominator: bigint
  readonly receiving_numerator: bigint
  readonly receiving_denominator: bigint
  readonly spread: number
  readonly fixed_amount: bigint
  readonly variable_basis_points: number
  readonly amount_max: bigint
}

async function readCorridor(
  database: Database,
  sending: string,
  receiving: string,
): Promise<Corridor> {
  const [row] = await database.query<Row>({
    name: 'corridor',
    // A platform's own stablecoin is worth one unit of its base currency, and costs what that costs.
    text: `with sides as (select coalesce(max(c.base_currency) filter (where c.currency = $1), $1) as sending,
        coalesce(max(c.base_currency) filter (where c.currency = $2), $2) as receiving
        from stablecoins c where c.currency in ($1, $2) and c.service_status = 'ENABLED')
      select s.per_usd_numerator as sending_numerator, s.per_usd_denominator as sending_denominator,
        r.per_usd_numerator as receiving_numerator, r.per_usd_denominator as receiving_denominator,
        case when d.sending = d.receiving then 0 else s.spread_basis_points + r.spread_basis_points end as spread,
        f.fixed_amount, f.variable_basis_points, f.amount_max
      from sides d, exchange_rates s, exchange_rates r, service_fees f
      where s.currency = d.sending and r.currency = d.receiving and f.sending_currency = d.sending
        and f.receiving in (d.receiving, 'FIAT')
      order by (f.receiving = d.receiving) desc limit 1`,
    values: [sending, receiving],
  })
  if (row === undefined) throw new Refusal('QUOTE_RATE_UNAVAILABLE')
  return {
    rate: crossRate(
      {
        currency: sending,
        perUsd: { numerator: row.sending_numerator, denominator: row.sending_denominator },
      },
      {
        currency: receiving,
        perUsd: { numerator: row.receiving_numerator, denominator: row.receiving_denominator },
      },
      row.spread,
    ),
    fees: {
      serviceFixed: row.fixed_amount,
      serviceBasisPoints: BigInt(row.variable_basis_points),
      platformFixed: 0n,
      platformBasisPoints: 0n,
    },
    amountMax: row.amount_max,
  }
}

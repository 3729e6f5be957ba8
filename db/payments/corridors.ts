/** Rates and fees of a corridor, read through a cache. */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../contract/errors.ts'
import {
  AMOUNT_MAX,
  type Corridor,
  crossRate,
  type Rate,
  type SideUsed,
} from '../../contract/money.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { Clock } from '../../contract/time.ts'
import type { Database, Queryable } from '../database.ts'

/**
 * How long a process may use an old rate, spread, fee, maximum or override. A rate's own end is seen at once: it is in the
 * entry, by the service's clock.
 */
const RATE_LIFE_MS = 10_000

/** Two currencies in an environment; a platform may have a spread, fees and a maximum of its own. */
export type CorridorName = {
  readonly environment: Environment
  readonly platformId: string
  readonly sending: string
  readonly receiving: string
}

type Reader = { readonly database: Database; readonly clock: Clock }

type Known = {
  readonly row: Row
  /** In milliseconds: from then on the rate may not be used. */
  readonly endsAt: number
}

const corridors = new WeakMap<Database, LRUCache<string, Known>>()

/**
 * The corridor between two currencies, at rates that may be used now.
 *
 * @throws Refusal QUOTE_RATE_UNAVAILABLE when there is none
 */
export async function corridorOf(
  { database, clock }: Reader,
  { environment, platformId, sending, receiving }: CorridorName,
): Promise<Corridor & { readonly updatedAt: Date }> {
  const cache = corridors.get(database) ?? new LRUCache({ max: 4_000, ttl: RATE_LIFE_MS })
  corridors.set(database, cache)
  const name = `${environment}/${sending}/${receiving}`
  const cached = cache.get(name)
  if (cached !== undefined && clock.now().getTime() < cached.endsAt) {
    return corridorIn(cached.row, platformId, sending, receiving)
  }
  const row = await readCorridor(database, environment, sending, receiving)
  cache.set(name, { row, endsAt: row.ends_at?.getTime() ?? Number.POSITIVE_INFINITY })
  return corridorIn(row, platformId, sending, receiving)
}

/**
 * The rate between two currencies at this moment, without a spread: for comparing amounts, not for
 * moving them. Undefined where there is none that may be used.
 */
export async function midRateOf(
  database: Queryable,
  environment: Environment,
  from: string,
  to: string,
): Promise<Rate | undefined> {
  const { numerator, denominator } = await database.one<{
    numerator: string | null
    denominator: string | null
  }>({
    name: 'mid-rate',
    text: 'select numerator::text, denominator::text from minor_rate($1, $2, $3)',
    values: [environment, from, to],
  })
  if (numerator === null || denominator === null) return undefined
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) }
}

type Row = {
  readonly sending_numerator: bigint
  readonly sending_denominator: bigint
  readonly receiving_numerator: bigint
  readonly receiving_denominator: bigint
  readonly sending_used: SideUsed | null
  readonly receiving_used: SideUsed | null
  readonly spread: number
  /** Of platforms that have their own, by UUID: it replaces the others. */
  readonly own_spreads: Readonly<Record<string, number>> | null
  readonly own_terms: Readonly<Record<string, Terms>> | null
  readonly updated_at: Date
  readonly ends_at: Date | null
  readonly everybodys: Terms
}

/** Fees, and the largest payment, in the smallest unit of the sending currency. */
type Terms = {
  readonly fixed: string
  readonly basisPoints: number
  /** Null where there is none. */
  readonly maximum: string | null
}

async function readCorridor(
  database: Database,
  environment: Environment,
  sending: string,
  receiving: string,
): Promise<Row> {
  const [row] = await database.query<Row>({
    name: 'corridor',
    // A platform's own stablecoin is worth one unit of its base currency, and costs what that costs. One currency is
    // worth itself, whether or not a market prices it now.
    text: `with sides as (select coalesce(max(c.base_currency) filter (where c.currency = $1), $1) as sending,
        coalesce(max(c.base_currency) filter (where c.currency = $2), $2) as receiving
        from stablecoins c where c.currency in ($1, $2) and c.service_status = 'ENABLED')
      select coalesce(s.numerator, 1) as sending_numerator, coalesce(s.denominator, 1) as sending_denominator,
        coalesce(r.numerator, 1) as receiving_numerator, coalesce(r.denominator, 1) as receiving_denominator,
        s.used as sending_used, r.used as receiving_used,
        least(s.ends_at, r.ends_at, next_terms_at($3, d.sending, d.receiving)) as ends_at,
        coalesce(greatest(s.updated_at, r.updated_at), (select x.updated_at from exchange_rates x
          where x.environment = $3 and x.currency = d.sending)) as updated_at,
        case when d.sending = d.receiving then 0 else coalesce(
          (select basis_points from exchange_rate_spreads p where p.environment = $3 and p.platform_id is null
            and p.sending_currency = d.sending and p.receiving_currency = d.receiving), s.spread + r.spread) end as spread,
        (select jsonb_object_agg(platform_id, basis_points) from exchange_rate_spreads p where p.environment = $3
          and p.platform_id is not null and p.sending_currency = d.sending and p.receiving_currency = d.receiving) as own_spreads,
        own_terms($3, d.sending, d.receiving) as own_terms,
        jsonb_build_object('fixed', f.fixed_amount::text, 'basisPoints', f.variable_basis_points,
          'maximum', largest_payment($3, null, d.sending, d.receiving)::text) as everybodys
      from sides d
      left join lateral usable_rate($3, d.sending) s on d.sending <> d.receiving
      left join lateral usable_rate($3, d.receiving) r on d.sending <> d.receiving
      join lateral fee_in_force($3, null, d.sending, d.receiving) f on f.id is not null
      where d.sending = d.receiving or (s.numerator is not null and r.numerator is not null)`,
    values: [sending, receiving, environment],
  })
  if (row === undefined) throw new Refusal('QUOTE_RATE_UNAVAILABLE')
  return row
}

function corridorIn(
  row: Row,
  platformId: string,
  sending: string,
  receiving: string,
): Corridor & { readonly updatedAt: Date } {
  const spreadBasisPoints = row.own_spreads?.[platformId] ?? row.spread
  const { fixed, basisPoints, maximum } = row.own_terms?.[platformId] ?? row.everybodys
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
      spreadBasisPoints,
    ),
    fees: {
      serviceFixed: BigInt(fixed),
      serviceBasisPoints: BigInt(basisPoints),
      platformFixed: 0n,
      platformBasisPoints: 0n,
    },
    amountMax: maximum === null ? BigInt(AMOUNT_MAX) : BigInt(maximum),
    updatedAt: row.updated_at,
    used:
      row.sending_used && row.receiving_used
        ? { sending: row.sending_used, receiving: row.receiving_used, spreadBasisPoints }
        : undefined,
  }
}

/** Rates and fees of a corridor, read through a cache, and the price of a quote. */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../contract/errors.ts'
import { currencyOf, type FeeSchedule, type Rate } from '../../contract/money.ts'
import type { Database } from '../../db/database.ts'
import type { PlatformFee } from './parties.ts'

export type Corridor = {
  readonly rate: Rate
  readonly fees: FeeSchedule
  /** Largest sending amount, smallest unit. */
  readonly amountMax: bigint
}

/** Rates may be five minutes old (docs/decisions/fees-and-rates.md). */
const RATE_LIFE_MS = 300_000
const BASIS = 10_000n

/**
 * The fees of one payment: the corridor's, and the platform's own. Between accounts of ours in one
 * currency nothing leaves the books, and nothing is charged for it.
 */
export function feesOfPayment(
  corridor: Corridor,
  payment: {
    readonly sending: string
    readonly receiving: string
    readonly destination: { readonly kind: string }
  },
  configured: PlatformFee | null,
  override: FeeOverride | undefined,
): FeeSchedule {
  const isSame = payment.sending === payment.receiving
  const isBookTransfer = isSame && payment.destination.kind === 'OWN'
  const { fees } = corridor
  const service = isBookTransfer ? { ...fees, serviceFixed: 0n, serviceBasisPoints: 0n } : fees
  if (override !== undefined) {
    return withPlatformFee(service, {
      fixed_amount: override.platformFixedFee.amount,
      variable_basis_points: override.platformVariableFeeBps,
    })
  }
  return withPlatformFee(service, payment.sending === 'USD' && !isSame ? configured : null)
}

/** The platform's fee beside the service's; null for none. */
export function withPlatformFee(fees: FeeSchedule, own: PlatformFee | null): FeeSchedule {
  return {
    ...fees,
    platformFixed: BigInt(own?.fixed_amount ?? 0),
    platformBasisPoints: BigInt(own?.variable_basis_points ?? 0),
  }
}

type FeeOverride = {
  readonly platformFixedFee: { readonly amount: number }
  readonly platformVariableFeeBps: number
}

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
    text: `select s.per_usd_numerator as sending_numerator, s.per_usd_denominator as sending_denominator,
        r.per_usd_numerator as receiving_numerator, r.per_usd_denominator as receiving_denominator,
        case when $1 = $2 then 0 else s.spread_basis_points + r.spread_basis_points end as spread,
        f.fixed_amount, f.variable_basis_points, f.amount_max
      from exchange_rates s, exchange_rates r, service_fees f
      where s.currency = $1 and r.currency = $2 and f.sending_currency = $1
        and f.receiving in ($2, 'FIAT')
      order by (f.receiving = $2) desc limit 1`,
    values: [sending, receiving],
  })
  if (row === undefined) throw new Refusal('QUOTE_RATE_UNAVAILABLE')
  const minorOf = (code: string): bigint => 10n ** BigInt(currencyOf(code).decimals)
  return {
    // Minor units of what arrives for one minor unit of what is sent, less the spread.
    rate: {
      numerator:
        row.receiving_numerator *
        row.sending_denominator *
        minorOf(receiving) *
        (BASIS - BigInt(row.spread)),
      denominator: row.receiving_denominator * row.sending_numerator * minorOf(sending) * BASIS,
    },
    fees: {
      serviceFixed: row.fixed_amount,
      serviceBasisPoints: BigInt(row.variable_basis_points),
      platformFixed: 0n,
      platformBasisPoints: 0n,
    },
    amountMax: row.amount_max,
  }
}

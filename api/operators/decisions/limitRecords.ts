/** The records of a limit, and whom another one would give more at any instant to come. */
import { internalAccountTypeOf } from '../../../contract/money.ts'
import type { Environment } from '../../../contract/outsideParties.ts'
import type { Tx } from '../../../db/database.ts'

export type Limit = { readonly maximum: string; readonly currency: string | null }

export type LimitRecord = {
  /** UUID; null: everybody. */
  readonly platformId: string | null
  readonly name: string
  readonly currency: string | null
  /** Null: none. */
  readonly maximum: string | null
  /** From then on the platform's is what everybody's is. */
  readonly isEnded: boolean
  /** Seconds of the epoch. */
  readonly from: number
}

/** Every record that may count where this limit does, of a corridor all of its sending currency; the latest is last. */
export function limitRecords(
  tx: Tx,
  environment: Environment,
  name: string,
  sending: string | undefined,
): Promise<LimitRecord[]> {
  return tx.query<LimitRecord>({
    name: 'limit_records',
    text: `select platform_id as "platformId", name, currency, maximum::text as maximum, is_ended as "isEnded",
        extract(epoch from effective_from)::float8 as "from"
      from payment_limits where environment = $1 and (name = $2 or split_part(name, '-', 1) = $3 and name like '%-%')
      order by effective_from, id`,
    values: [environment, name, sending ?? null],
  })
}

/** The service's time, as exact as records have it. */
export async function secondsNow(tx: Tx): Promise<number> {
  const { now } = await tx.one<{ now: number }>({
    name: 'seconds_now',
    text: 'select extract(epoch from service_now())::float8 as now',
  })
  return now
}

/** The limit at an instant, as `limits_in_force` and `largest_payment` find it. */
export function limitAt(
  records: readonly LimitRecord[],
  names: readonly string[],
  platformId: string | null,
  at: number,
): Limit | undefined {
  for (const owner of new Set([platformId, null])) {
    for (const name of names) {
      const record = records.findLast(
        (each) => each.platformId === owner && each.name === name && each.from <= at,
      )
      if (record === undefined || record.isEnded) continue
      const { maximum, currency } = record
      return maximum === null ? undefined : { maximum, currency }
    }
  }
  return undefined
}

/** The names under which a corridor's largest payment is looked for, as `receivings_of` has them. */
export function namesOf(name: string): string[] {
  const [sending, receiving] = name.split('-')
  if (receiving === undefined || receiving === 'FIAT') return [name]
  return internalAccountTypeOf(receiving) === 'INTERNAL_FIAT' ? [name, `${sending}-FIAT`] : [name]
}

/** A higher limit, none, or one in another currency: those cannot be compared without a rate. */
function isLooser(before: Limit | undefined, after: Limit | undefined): boolean {
  if (before === undefined) return false
  if (after === undefined || after.currency !== before.currency) return true
  return BigInt(after.maximum) > BigInt(before.maximum)
}

/**
 * Whether a record more gives anybody more, at any instant from its own on: its platform, or every platform, those with
 * records of their own too; of all bank currencies also for those that a record names.
 */
export function loosens(records: readonly LimitRecord[], added: LimitRecord): boolean {
  const after = [...records, added].sort((a, b) => a.from - b.from)
  const platforms =
    added.platformId === null
      ? new Set([null, ...records.map(({ platformId }) => platformId)])
      : [added.platformId]
  const instants = [added.from, ...records.map(({ from }) => from)].filter(
    (from) => from >= added.from,
  )
  const limited = new Set([added.name, ...records.map(({ name }) => name)])
  const looked = [...limited].map(namesOf).filter((names) => names.includes(added.name))
  for (const platformId of platforms) {
    for (const names of looked) {
      const isMore = (at: number): boolean =>
        isLooser(limitAt(records, names, platformId, at), limitAt(after, names, platformId, at))
      if (instants.some(isMore)) return true
    }
  }
  return false
}

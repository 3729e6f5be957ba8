/** What is given with decisions about rates, fees and limits, as it is read. */
import { invalidInput, type Refusal } from '../../../contract/errors.ts'
import { uuidOf } from '../../../contract/ids.ts'
import { currencies } from '../../../contract/money.ts'
import type { Environment } from '../../../contract/outsideParties.ts'
import { instant } from '../../../contract/time.ts'
import type { Tx } from '../../../db/database.ts'
import type { Given, GivenName } from './decidable.ts'

/** The refusal of a decision's member that has an impossible value. */
export function wrong(field: GivenName, message: string): Refusal {
  return invalidInput([{ field, constraint: 'format', message }])
}

/** Undefined for a text that is no instant. */
export function instantOf(text: string): Date | undefined {
  try {
    return instant(text)
  } catch {
    return undefined
  }
}

/** What a choice comes to that is carried out at once and books nothing. */
export const atOnce = (result: string) => async () => [{ when: 'at once', result, transfers: [] }]

/** Whether fees and largest payments may be set for it; `FIAT` stands for all currencies of banks. */
export const isCorridor = (sending: string, receiving: string): boolean =>
  currencies.has(sending) && (receiving === 'FIAT' || currencies.has(receiving))

const BASIS_POINTS_MAX = 1_000

/** @throws Refusal INVALID_INPUT */
export function basisPointsOf({ basisPoints = '' }: Given): number {
  if (!/^\d{1,4}$/.test(basisPoints) || Number(basisPoints) > BASIS_POINTS_MAX) {
    throw wrong('basisPoints', `is a whole number from 0 to ${BASIS_POINTS_MAX}`)
  }
  return Number(basisPoints)
}

/** The service's time. */
export async function nowOf(tx: Tx): Promise<Date> {
  const { now } = await tx.one<{ now: Date }>({
    name: 'service_now',
    text: 'select service_now() as now',
  })
  return now
}

/**
 * UUID of the platform that is named; null: everybody.
 *
 * @throws Refusal INVALID_INPUT
 */
export async function platformOf(
  tx: Tx,
  environment: Environment,
  platform: string | undefined,
): Promise<string | null> {
  if (platform === undefined) return null
  const platformId = uuidOf('PlatformConfig', platform)
  const found =
    platformId &&
    (await tx.maybeOne({
      name: 'platform_of_decision',
      text: 'select 1 from platforms where id = $1 and environment = $2',
      values: [platformId, environment],
    }))
  if (!platformId || !found) throw wrong('platform', `is no platform of ${environment}`)
  return platformId
}

/** Of whom a record is, and since when. */
export type Scope = {
  /** UUID; null: everybody. */
  readonly platformId: string | null
  /** Null: at once. */
  readonly from: string | null
}

/** The end of a sentence about a record. */
export const sinceText = ({ from }: Pick<Scope, 'from'>): string =>
  from === null ? '' : ` from ${from}`

/** @throws Refusal INVALID_INPUT for no platform of the environment, and an instant that has passed */
export async function scopeOf(
  tx: Tx,
  environment: Environment,
  { platform, from }: Given,
): Promise<Scope> {
  const platformId = await platformOf(tx, environment, platform)
  if (from === undefined) return { platformId, from: null }
  const at = instantOf(from)
  if (at === undefined || at < (await nowOf(tx))) throw wrong('from', 'is an instant to come')
  return { platformId, from: at.toISOString() }
}

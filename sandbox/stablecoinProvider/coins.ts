/** The stablecoin provider's parts, and what its answers have in common. */
import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../contract/time.ts'
import type { Faults } from '../faults.ts'
import { Refusal } from '../http.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

export type Coins = {
  readonly store: Store
  readonly vault: Vault
  readonly faults: Faults
  readonly log: Logger
  readonly clock: Clock
  /** What the control port may change while it runs. */
  readonly behaviour: {
    /** After it a wire arrives, and a deposit. */
    arrivalMs: number
    /** Between two states of a transfer. */
    stepMs: number
    /** After it a payout comes back that is to come back. */
    returnMs: number
    /** By how much the second copy of an event, and the first one of a new transfer, come later than the event. */
    lateEventMs: number
    /** Pauses between the attempts to deliver an event; after the last one it is given up. */
    eventDelaysMs: readonly number[]
  }
}

const MINUTE_MS = 60_000

export const usualCoinBehaviour = {
  arrivalMs: 2_000,
  stepMs: 300,
  returnMs: 10_000,
  lateEventMs: 3_000,
  // The provider does not say when it tries again.
  eventDelaysMs: [5_000, MINUTE_MS, 5 * MINUTE_MS, 60 * MINUTE_MS],
} as const

/**
 * As the API shows most of its errors.
 *
 * @param pointer the member of the body that is wrong
 */
export function refusal(status: number, code: string, detail: string, pointer?: string): Refusal {
  return refusalOfProblems(status, code, [{ detail, ...(pointer !== undefined && { pointer }) }])
}

export type Problem = { readonly detail: string; readonly pointer?: string }

/** Like `refusal`, for several problems of one request. */
export function refusalOfProblems(
  status: number,
  code: string,
  problems: readonly Problem[],
): Refusal {
  const errors = problems.map(({ detail, pointer }) => ({
    ...{ code, status: String(status), title: code, detail },
    ...(pointer !== undefined && { source: { pointer } }),
  }))
  const all = problems.map(({ detail }) => detail).join('; ')
  return new Refusal(status, all, { errors, links: {}, meta: {} })
}

export function hashOf(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest()
}

/** Ids of the provider are opaque texts of 26 letters and digits. */
export function newId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()
}

/** Cents of `10`, `10.5` and `10.50`; undefined for any other text. */
export function centsOf(value: string): bigint | undefined {
  const match = /^(\d{1,14})(?:\.(\d{1,2}))?$/.exec(value)
  if (match === null) return undefined
  return BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

export function moneyOf(cents: bigint): { value: string; currency: string } {
  return { value: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`, currency: 'USD' }
}

/** The last three characters, which say what happens. */
export function suffixOf(text: string | null | undefined): string {
  return (text ?? '').slice(-3)
}

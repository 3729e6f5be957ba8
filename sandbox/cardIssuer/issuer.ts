/** The card issuer's parts, and what it is asked with. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Faults } from '../faults.ts'
import { Refusal } from '../http.ts'
import type { PartyClock } from '../store/clock.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

/** What a service has of its program at the issuer. */
export type IssuerAccount = {
  /** A UUID: authenticates requests, and keys the signatures of the hosted page. */
  readonly apiKey: string
  /** `whsec_...`: signs live authorizations to the service. */
  readonly decisionSecret: string
  /** `whsec_...`: signs events to the service. */
  readonly eventSecret: string
  /** Where live authorizations go; without it the issuer decides by itself until one enrols. */
  readonly decisionUrl: string | undefined
  /** Where events go, beside the subscriptions that are made by a call. */
  readonly eventUrl: string | undefined
}

export type Issuer = {
  readonly store: Store
  readonly vault: Vault
  readonly account: IssuerAccount
  readonly faults: Faults
  readonly log: Logger
  readonly clock: PartyClock
  /** What the control port may change while it runs. */
  readonly behaviour: {
    /** Without an answer after it, a live authorization is declined. */
    decisionTimeoutMs: number
    /** Approves what it could not ask about, as some programs do. */
    standsIn: boolean
    /** Pauses between the attempts to deliver an event; after the last one it is given up. */
    eventDelaysMs: readonly number[] | undefined
    /** How long the events of a merchant whose name ends in 005 take. */
    lateEventMs: number
    /** How long a card whose memo ends in 005 is in review. */
    lateCardMs: number
  }
}

export const usualBehaviour = {
  decisionTimeoutMs: 6_000,
  standsIn: false,
  eventDelaysMs: undefined,
  lateEventMs: 30_000,
  lateCardMs: 30_000,
} as const

export const PROGRAM_TOKEN = '5f1f8a3e-6c1b-4d0c-9a44-3f6f7a1c2b10'
export const CURRENCY = 'USD'
/** The most that one amount of a simulation may be, in cents. */
export const AMOUNT_MAX = 2_000_000_000

export function refusal(status: number, message: string, members: object = {}): Refusal {
  return new Refusal(status, message, { debugging_request_id: randomUUID(), ...members })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** @throws Refusal 404 for what can be no token */
export function tokenOf(text: string | undefined, what: string): string {
  if (text !== undefined && uuid.test(text)) return text
  throw refusal(404, `${what} not found`)
}

/** As the issuer writes instants: RFC 3339, UTC. */
export function shown(instant: Date): string {
  return instant.toISOString()
}

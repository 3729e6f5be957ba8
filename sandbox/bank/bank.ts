/** The bank's parts, and what its answers have in common. */
import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../contract/time.ts'
import type { Faults } from '../faults.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

/** What the service has at the bank. */
export type BankAccess = {
  /** None: every call is answered with 401. */
  readonly apiKey: string | undefined
  readonly accountId: string
  /** The number that instant transfers are sent from. */
  readonly accountNumberId: string
}

export type Bank = {
  readonly store: Store
  readonly vault: Vault
  readonly faults: Faults
  readonly log: Logger
  readonly clock: Clock
  readonly access: BankAccess
  /** What the control port may change while it runs. */
  readonly behaviour: {
    /** Between two states of a transfer that nobody moves. */
    stageMs: number
    /** After it money comes back that is to come back. */
    returnMs: number
    /** Of a slow transfer. */
    slowMs: number
    /** From the settlement of a transfer to the instant after which only unusual returns come. */
    returnWindowMs: number
    /** Whether a 409 says that it is not to be repeated. */
    forbidsRetries: boolean
    /** Pauses between the attempts to deliver an event; after the last one it is given up. */
    eventDelaysMs: readonly number[]
  }
}

const MINUTE_MS = 60_000
const STAGE_MS = 150

export const usualBankBehaviour: Bank['behaviour'] = {
  stageMs: STAGE_MS,
  returnMs: 1_000,
  slowMs: 6 * MINUTE_MS,
  returnWindowMs: 2 * STAGE_MS,
  forbidsRetries: true,
  eventDelaysMs: [5_000, MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS],
}

/** An error as the API shows it: RFC 9457, distinguished by its type. */
export class Problem extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, type: string, detail: string, members: object = {}) {
    super(detail)
    this.status = status
    this.body = { type, status, title: titleOf(type), detail, ...members }
  }
}

function titleOf(type: string): string {
  const words = type.replace(/_error$/, '').replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

export const broken = {
  type: 'internal_server_error',
  status: 500,
  title: 'Internal server.',
  detail: 'An error that is ours.',
}

export function notFound(): Problem {
  return new Problem(404, 'object_not_found_error', 'Could not find the specified object.')
}

/** The state of an object, or of an account's money, forbids it: the API has one word for both. */
export function invalidOperation(detail: string): Problem {
  return new Problem(409, 'invalid_operation_error', detail)
}

/** @param field the member that is wrong, with dots */
export function invalidParameter(field: string, message: string): Problem {
  return invalidParameters([{ field, message }])
}

export function invalidParameters(
  errors: readonly { readonly field: string; readonly message: string }[],
): Problem {
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return new Problem(400, 'invalid_parameters_error', detail, { errors })
}

/** Ids are opaque: what they begin with is a help for people alone. */
export function newId(type: string): string {
  return `${type}_${lettersAndDigits(20)}`
}

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'

function lettersAndDigits(length: number): string {
  return [...randomBytes(length)].map((byte) => characters[byte % characters.length]).join('')
}

/** Random decimal digits, the first of which is not zero. */
export function digits(length: number): string {
  const all = [...randomBytes(length)].map((byte) => byte % 10)
  return `${((all[0] ?? 0) % 9) + 1}${all.slice(1).join('')}`
}

/** A hash of a request, whatever the order of its body's members. */
export function hashOf(path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${path}\n${JSON.stringify(sorted(body))}`)
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}

import type { ErrorCode } from './errors.ts'

/** A refusal as a value: what a head answers through SQL, activity and workflow. */
export type Refused = {
  readonly outcome: 'REFUSED'
  readonly code: ErrorCode
  readonly reason?: string
  readonly retryAfterSeconds?: number
  readonly details?: Readonly<Record<string, unknown>>
}

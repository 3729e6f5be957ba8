import type { ErrorCode } from './errors.ts'

/** A refusal as a value: the result of a synchronous step through SQL, activity and workflow. */
export type Refused = {
  readonly outcome: 'REFUSED'
  readonly code: ErrorCode
  readonly reason?: string
  readonly retryAfterSeconds?: number
  readonly details?: Readonly<Record<string, unknown>>
}

/** What a look-up answers where there is no decision, and whether there can still be one. */
export type NotDecided = { readonly outcome: 'NONE'; readonly isFinal: boolean }

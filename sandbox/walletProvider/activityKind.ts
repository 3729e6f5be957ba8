import { createAjv } from '../../contract/ajv.ts'
import type { Transaction } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'
import { grpc } from './refusals.ts'
import type { Signers } from './signers.ts'

/** What an activity works with, inside the one transaction that also records its outcome. */
export type Work = {
  readonly tx: Transaction
  readonly vault: Vault
  readonly signers: Signers
  readonly organizationId: string
  /** Whose key or passkey stamped it; undefined if the parent did. */
  readonly stamperId: string | undefined
  readonly nowMs: number
  /**
   * When it came, which is what the age of an identity token is measured from, however long it was held. By the
   * machine's clock: issuers do not follow a test clock.
   */
  readonly submittedMs: number
  /** Where passkeys may be used, besides localhost. */
  readonly passkeyOrigins: readonly string[]
}

/**
 * How an activity ended. A failure commits like a result does, with whatever was written before it
 * (a counted wrong code). Refusals are thrown instead, and leave nothing.
 */
export type Outcome =
  | {
      readonly result: object
      /** Members of the result that are shown for ten minutes, and then are gone. */
      readonly passing?: object
    }
  | { readonly failure: { readonly code: number; readonly message: string } }

/** A row of the table of activities: everything the provider knows of one type. */
export type ActivityKind = {
  /** Without the prefix `ACTIVITY_TYPE_`. */
  readonly type: string
  readonly resultName: string
  /** Whose key may start it. */
  readonly stampedBy: 'parent' | 'client'
  /** Which organization its body names. */
  readonly organization: 'parent' | 'sub'
  /** What is wrong with the parameters, or undefined. */
  problemWith(parameters: unknown): string | undefined
  perform(parameters: unknown, work: Work): Promise<Outcome>
}

const ajv = createAjv({ strict: false })

/** Makes a row. `P` is what the schema of `parameters` says, and so what `perform` may rely on. */
export function activityKind<P>(
  kind: Omit<ActivityKind, 'problemWith' | 'perform'> & {
    readonly parameters: object
    perform(parameters: P, work: Work): Promise<Outcome>
  },
): ActivityKind {
  const validate = ajv.compile<P>(kind.parameters)
  return {
    ...kind,
    problemWith: (parameters) =>
      validate(parameters) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'parameters' }),
    perform: (parameters, work) => kind.perform(parameters as P, work),
  }
}

/** The outcome of a valid request that fails. */
export function failed(message: string): Extract<Outcome, { failure: object }> {
  return { failure: { code: grpc.invalidArgument, message } }
}

/** Life of a session that names none. */
export const SESSION_SECONDS = 900

export const idsSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'string' },
} as const

/** Seconds arrive as decimal strings; anything else in them is refused by the schemas. */
export const secondsSchema = { type: 'string', pattern: '^[1-9][0-9]{0,7}$' } as const

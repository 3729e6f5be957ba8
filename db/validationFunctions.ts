/** SQL functions about the validation of external accounts: db/functions/accountValidations.sql. */
import type { Environment } from '../contract/outsideParties.ts'
import type { KnownAtRail, NoticeParticulars, RailCall } from './railFunctions.ts'

/** How an account is validated: by the bank, by what its holder reads of two credits, or only the name of its holder. */
export type Validation = {
  readonly method: 'BANK' | 'MICRO_ENTRIES' | 'NAME'
  /** SANDBOX: by the end of the account's number; micro-entries go over the rail. */
  readonly provider: 'BANK' | 'SANDBOX'
}

export type AccountToValidate = Validation & {
  readonly environment: Environment
  readonly accountType: string
  readonly accountInfo: Readonly<Record<string, unknown>>
}

/**
 * SENT: silence is consent. ENTRIES: both are at the account, and their amounts may be said. KNOWN: there is nothing more to ask.
 * INVALID: for good, with the code of the networks. REVIEW: a person decides.
 */
export type ValidationAnswer = {
  readonly word: 'SENT' | 'ENTRIES' | 'KNOWN' | 'INVALID' | 'REVIEW'
  readonly code?: string
  /** Used from the next instruction on, and not shown. */
  readonly correction?: { readonly accountNumber?: string; readonly routingNumber?: string }
}

export type ValidationState = {
  readonly state: 'OPEN' | 'PASSED' | 'FAILED' | 'UNDER_REVIEW' | 'ABANDONED'
  /** Of the silence; 0 when it is over. */
  readonly secondsLeft: number
}

/** What `confirm_micro_entries` has made of amounts; but for RIGHT and WRONG they are not judged. */
export type SaidAmounts = {
  readonly outcome: 'RIGHT' | 'WRONG' | 'NOT_SETTLED' | 'TOO_LATE' | 'NONE'
  /** How many more are judged; of RIGHT and WRONG. */
  readonly left?: number
}

export type MicroEntryFunctions = {
  prepare_micro_entry(accountId: string, number: number): MicroEntryCall
  /** What has become of it; null: there is none. `reported`: with an amount that is not its own it raises. */
  book_micro_entry(
    environment: Environment,
    reference: string,
    state: string,
    reported?: NoticeParticulars,
  ): string | null
  /** In cents. `always`: those that are right in the sandbox too. */
  confirm_micro_entries(
    accountId: string,
    amounts: readonly number[],
    always: readonly number[],
    by: string,
  ): SaidAmounts
}

/** WAIT: payouts are paused, or the account is frozen. */
type MicroEntryCall = KnownAtRail &
  Pick<RailCall, 'environment' | 'reference' | 'instruction' | 'isFirst'> & {
    readonly action: RailCall['action'] | 'WAIT'
  }

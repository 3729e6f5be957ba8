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
 * What has been found out about an account. `word` is SENT: the prenotification has left, and the account is valid unless it is
 * returned in time. ENTRIES: both micro-entries have settled, and their amounts can be confirmed. KNOWN: the account is valid.
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

/** The result of `confirm_micro_entries`; only RIGHT and WRONG count as an attempt. */
export type AmountsConfirmation = {
  readonly outcome: 'RIGHT' | 'WRONG' | 'NOT_SETTLED' | 'TOO_LATE' | 'NONE'
  /** How many attempts are left; with RIGHT and WRONG. */
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
  /** Amounts in cents. `always`: amounts that are right too in the sandbox. */
  confirm_micro_entries(
    accountId: string,
    amounts: readonly number[],
    always: readonly number[],
    by: string,
  ): AmountsConfirmation
}

/** WAIT: payouts are paused, or the account is frozen. */
type MicroEntryCall = KnownAtRail &
  Pick<RailCall, 'environment' | 'reference' | 'instruction' | 'isFirst'> & {
    readonly action: RailCall['action'] | 'WAIT'
  }

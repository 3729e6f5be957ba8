/** SQL functions about the validation of external accounts: db/functions/accountValidations.sql. */
import type { Environment } from '../contract/outsideParties.ts'

/** How an account is validated: by the bank, or only the name of its holder. */
export type Validation = {
  readonly method: 'BANK' | 'NAME'
  /** SANDBOX: by the end of the account's number. */
  readonly provider: 'BANK' | 'SANDBOX'
}

export type AccountToValidate = Validation & {
  readonly environment: Environment
  readonly accountType: string
  readonly accountInfo: Readonly<Record<string, unknown>>
}

/** SENT: silence is consent. KNOWN: there is nothing more to ask. INVALID: for good, with the code of the networks. REVIEW: a person decides. */
export type ValidationAnswer = {
  readonly word: 'SENT' | 'KNOWN' | 'INVALID' | 'REVIEW'
  readonly code?: string
  /** Used from the next instruction on, and not shown. */
  readonly correction?: { readonly accountNumber?: string; readonly routingNumber?: string }
}

export type ValidationState = {
  readonly state: 'OPEN' | 'PASSED' | 'FAILED' | 'UNDER_REVIEW' | 'ABANDONED'
  /** Of the silence; 0 when it is over. */
  readonly secondsLeft: number
}

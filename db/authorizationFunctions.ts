/**
 * Arguments and results of the SQL functions by which a payer authorizes a payment or changes the
 * list of trusted beneficiaries (`functions/payments/authorization.sql`, `functions/sca/trust.sql`).
 */
import type { ShownChallengeRow } from '../contract/present/index.ts'
import type { Refused } from '../contract/refused.ts'
import type { Judged, Proof } from './scaFunctions.ts'

/** A proof for what a challenge was opened for. */
type Answer = Proof & {
  readonly challengeId: string
  /** SHA-256 of what was sent, hexadecimal: by it a repeat is recognized. */
  readonly proofHash: string
}

export type Authorized =
  | Judged
  /** This proof was accepted before. */
  | { readonly outcome: 'REPEATED' }
  | { readonly outcome: 'SCA_SESSION_REQUIRED' }
  /** No more tries of this challenge. */
  | { readonly outcome: 'EXHAUSTED'; readonly retryAfterSeconds: number }
  /** There is no challenge that it could answer. */
  | { readonly outcome: 'NONE' }

/** What has become of the authorization of a payment. */
export type AuthorizationState =
  | {
      readonly state: 'WAITING'
      /** Of the challenge; may be below 0. */
      readonly secondsLeft: number
    }
  | { readonly state: 'AUTHORIZED' | 'FAILED' }

export type AuthorizationFunctions = {
  authorize_payment(
    input: Answer & {
      readonly paymentId: string
      /** The record key of the next challenge's code. */
      readonly codeKey: string
    },
  ): Authorized
  follow_authorization(paymentId: string): AuthorizationState
  open_trust_change(input: {
    readonly platformId: string
    readonly accountId: string
    readonly purpose: 'TRUST' | 'UNTRUST'
    readonly codeKey: string
  }): { readonly outcome: 'COMMITTED'; readonly challenge?: ShownChallengeRow } | Refused
  confirm_trust_change(
    input: Answer & { readonly accountId: string; readonly purpose: 'TRUST' | 'UNTRUST' },
  ): Authorized
}

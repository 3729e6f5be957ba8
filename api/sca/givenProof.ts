/** A proof as it comes, and what it is checked against. */
import type { ScaFactor } from '../../db/scaFunctions.ts'

/** As a body gives it; what is null is absent. */
export type GivenProof = {
  readonly factor: ScaFactor
  /** `ScaChallenge:<uuid>` decoded to its UUID; TOTP has none. */
  readonly challengeId?: string | undefined
  readonly code?: string | null | undefined
  readonly passkeyAssertion?: object | null | undefined
  readonly origin?: string | null | undefined
  /** A recovery code may take the place of a TOTP code. */
  readonly allowsRecoveryCode?: boolean
}

/** What the proof is checked against. Of a challenge that is not the customer's: nulls. */
export type ProofFacts = {
  readonly code_key: string | null
  readonly passkey_challenge: Buffer | null
  readonly factor_id: string | null
  readonly secret: string | null
  readonly credential_id: string | null
  readonly public_key: string | null
  readonly counter: bigint | null
  readonly rp_id: string | null
}

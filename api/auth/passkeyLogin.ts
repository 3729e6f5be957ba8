/** A passkey login: the assertion over the challenge takes the place of a stamp. */

import { canonicalJson } from '../../contract/canonicalJson.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import { checkAssertion } from '../../domain/wallet/passkey/index.ts'
import { passkeyChallengeOf, webauthnStamp } from '../../providers/walletProvider/index.ts'
import type { Reply } from '../operation.ts'
import type { Processing } from '../outcomes.ts'
import type { OtpCredential } from './otpCredential.ts'
import { assertionProblem, relyingPartyOf } from './passkeys.ts'
import { type SessionAnswer, showSession } from './shownSession.ts'
import { type AnyCall, claimAndRespond, findRequest, type RequestRow } from './signedRetry.ts'
import { findWallet } from './wallet.ts'

export type Assertion = {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
}

export async function verifyPasskey(
  call: AnyCall,
  credential: OtpCredential,
  assertion: Assertion,
): Promise<SessionAnswer | Reply<Processing>> {
  if (!call.requestId) throw new Refusal('REQUEST_ID_MISSING')
  const target = {
    operation: 'PASSKEY_LOGIN',
    accountId: credential.account_id,
    credentialId: credential.id,
  } as const
  const request = await findRequest(call, call.requestId, target)
  const { credentialId, clientDataJson, authenticatorData, signature } = assertion
  const proof = { credentialId, clientDataJson, authenticatorData, signature }
  const proofHash = hashOf('assertion', canonicalJson(proof))
  const counter = await counterOf(call, credential, proof, request, proofHash)
  const stamp = webauthnStamp(proof)
  return claimAndRespond(call, target, request, (row, result) => showSession(call, row, result), {
    stamp: stamp.value,
    stampHeader: 'X-Stamp-Webauthn',
    proofHash,
    ...(counter !== undefined && { counter }),
  })
}

/**
 * The new counter of a valid assertion. A retry of the claim sends the same assertion: its counter
 * has been written, so it is recognized by its hash.
 */
async function counterOf(
  call: AnyCall,
  credential: OtpCredential,
  assertion: Assertion,
  request: RequestRow,
  proofHash: string,
): Promise<number | undefined> {
  if (request.claimed_public_key !== null) {
    if (request.proof_hash === proofHash) return undefined
    throw new Refusal('UNAUTHORIZED', { reason: 'Passkey: another assertion was accepted' })
  }
  const wallet = await findWallet(call, idOf('InternalAccount', credential.account_id))
  const { origins, topOrigins, requireUserVerification } = relyingPartyOf(
    wallet,
    assertion.clientDataJson,
  )
  const { newCounter } = await checkAssertion({
    challenge: passkeyChallengeOf(request.payload_to_sign),
    assertion,
    credential: {
      credentialId: credential.webauthn_id ?? '',
      publicKey: credential.public_key ?? '',
      counter: credential.counter,
      rpId: credential.rp_id ?? '',
    },
    origins,
    topOrigins,
    requireUserVerification,
  }).catch((error: unknown) => {
    throw assertionProblem(error)
  })
  return newCounter
}

/** The first call of an OTP verify: the provider checks the sealed code, then the `202`. */

import type { AuthMethodType, SignedRetryChallenge } from '../../contract/components/auth.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { presentSignedRetry } from '../../contract/present/auth.ts'
import type { Shown } from '../../contract/shown.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import { workflows } from '../../workflows/registry.ts'
import { type Call, type Reply, reply } from '../operation.ts'
import { outcomeUnknown, type Processing, processingOf, refusalOf } from '../outcomes.ts'
import type { OtpCredential } from './otpCredential.ts'
import { isSealedBundle } from './sealedBundle.ts'
import { type AnyCall, requestHashOf } from './signedRetry.ts'

export async function verifyOtp(
  call: AnyCall,
  credential: OtpCredential,
  encryptedBundle: string,
): Promise<Reply<Shown<typeof SignedRetryChallenge>> | Processing> {
  const { platform, dependencies, trace } = call
  if (!isSealedBundle(encryptedBundle)) {
    const message = 'must be JSON text with encappedPublic (a P-256 point) and ciphertext in hex'
    throw invalidInput([{ field: 'encryptedOtpBundle', constraint: 'format', message }])
  }
  const number = credential.otp_issuance
  if (number === 0) throw new Refusal('UNAUTHORIZED', { reason: 'No one-time code is pending' })
  const verificationId = deriveUuid('otp', credential.id, String(number), encryptedBundle)
  const known = await readVerification(call, verificationId)
  if (known !== undefined && known.status !== 'PENDING')
    return answerOf(known, credential.type, call)
  if (known === undefined) refuseUnverifiable(credential)

  const reserved = await dependencies.database.call('reserve_otp_attempt', {
    ...{ verificationId, credentialId: credential.id, platformId: platform.id, number },
    ...{ path: call.path, requestHash: requestHashOf(call), encryptedBundle },
    attemptsMax: dependencies.config.OTP_ATTEMPTS_MAX,
  })
  if (reserved.outcome === 'REFUSED') throw refusalOf(reserved)
  if (reserved.start !== undefined) {
    trace.workflowId = workflows.otpVerification.id({ verificationId })
    await dependencies.handOver.handOverAndWait(reserved.start)
  }
  const now = await readVerification(call, verificationId)
  if (now === undefined) throw outcomeUnknown()
  return answerOf(now, credential.type, call)
}

/** The reservation checks again: this avoids it for codes that can't be valid any more. */
function refuseUnverifiable(credential: OtpCredential): void {
  if (credential.locked) throw refusalOf(credential.locked)
  if (credential.burned) {
    throw new Refusal('UNAUTHORIZED', { reason: 'Too many wrong codes; ask for a new one' })
  }
  if (credential.issuance_status !== 'SETTLED') {
    throw new Refusal('UNAUTHORIZED', { reason: 'No one-time code is pending' })
  }
  if (!credential.issuance_live) {
    throw new Refusal('UNAUTHORIZED', { reason: 'The one-time code was used or is expired' })
  }
}

type Verification = {
  readonly id: string
  readonly status: string
  readonly refusal: { code: string; reason: string } | null
  readonly request: { id: string; payload_to_sign: string; expires_at: string } | null
  readonly request_expired: boolean | null
}

async function readVerification(
  { dependencies, platform }: Pick<Call, 'dependencies' | 'platform'>,
  verificationId: string,
): Promise<Verification | undefined> {
  const [row] = await dependencies.database.query<Verification>({
    name: 'otp_verification',
    text: `select v.id, v.status, v.refusal, to_jsonb(r) as request, r.expires_at <= service_now() as request_expired
      from otp_verifications v left join requests r on r.id = v.request_id
      where v.id = $1 and v.platform_id = $2`,
    values: [verificationId, platform.id],
  })
  return row
}

async function answerOf(
  verification: Verification,
  type: Shown<typeof AuthMethodType>,
  { dependencies }: AnyCall,
): Promise<Reply<Shown<typeof SignedRetryChallenge>> | Processing> {
  if (verification.refusal !== null) throw refusalOf(verification.refusal)
  if (verification.request === null) {
    const id = workflows.otpVerification.id({ verificationId: verification.id })
    return processingOf(dependencies, id)
  }
  if (verification.request_expired) {
    throw new Refusal('UNAUTHORIZED', { reason: 'The one-time code was used' })
  }
  return reply(202, presentSignedRetry(verification.request, type))
}

import {
  AuthSession,
  EmailOtpVerifyRequest,
  SignedRetryChallenge,
  WalletOperationProcessing,
} from '../../contract/components/auth.ts'
import { canonicalJson, deriveUuid, hashOf } from '../../contract/derivedIds.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import type { OtpVerificationAnswer } from '../../workflows/otpVerification.ts'
import { startOtpVerification } from '../../workflows/starts.ts'
import { type Call, operation, type Reply, reply } from '../operation.ts'
import { notKnownYet, processing, refusalOf } from '../outcomes.ts'
import { findCredential, type OtpCredential } from './otpCredential.ts'
import { presentSession, presentSignedRetry, type SessionRow } from './present.ts'
import { isSealedBundle } from './sealedBundle.ts'
import { repeatSigned } from './signedRetry.ts'

export const verifyAuthCredential = operation({
  id: 'verifyAuthCredential',
  group: 'Embedded Wallet Auth',
  method: 'post',
  path: '/auth/credentials/:id/verify',
  permission: 'TRANSACT',
  summary: 'Turn a one-time code into a session',
  description:
    'First call: the sealed code; answers `202` with `payloadToSign`. Signed retry: the same body ' +
    'with `Service-Wallet-Signature` and `Request-Id`; answers the session.',
  headers: { walletSignature: true, requestId: true },
  body: EmailOtpVerifyRequest,
  status: 200,
  responses: {
    200: { anyOf: [AuthSession, WalletOperationProcessing] },
    202: SignedRetryChallenge,
  },
  errors: [
    'REFERENCE_NOT_FOUND',
    'WALLET_NOT_PROVISIONED',
    'ACCOUNT_LOCKED',
    'CONFLICT',
    'WALLET_SIGNATURE_MISSING',
    'WALLET_SIGNATURE_MALFORMED',
    'WALLET_SIGNATURE_BODY_MISMATCH',
    'WALLET_SIGNATURE_INVALID',
    'REQUEST_ID_MISSING',
  ],
  async handle(call) {
    const { body, dependencies, platform, params } = call
    const credential = await findCredential(dependencies, platform.id, params.id)
    if (credential.type !== body.type) {
      const message = `must be ${credential.type}`
      throw invalidInput([{ field: 'type', constraint: 'const', message }])
    }
    const isRetry = call.walletSignature !== undefined || call.requestId !== undefined
    if (!isRetry) return firstCall(call, body.encryptedOtpBundle, credential)
    return repeatSigned(
      call,
      { accountId: credential.account_id, credentialId: credential.id },
      sessionOf,
    )
  },
})

/** Hash of what a signed retry must repeat: method, path and the body's meaning. */
export function requestHashOf(call: Pick<Call, 'method' | 'path' | 'body'>): string {
  return hashOf(call.method, call.path, canonicalJson(call.body ?? {}))
}

async function firstCall(
  call: Pick<Call, 'method' | 'path' | 'body' | 'platform' | 'dependencies' | 'trace'>,
  encryptedBundle: string,
  credential: OtpCredential,
): Promise<Reply | object> {
  const { platform, dependencies, trace } = call
  if (!isSealedBundle(encryptedBundle)) {
    const message = 'must be JSON text with encappedPublic (a P-256 point) and ciphertext in hex'
    throw invalidInput([{ field: 'encryptedOtpBundle', constraint: 'format', message }])
  }
  if (credential.account_status === 'PENDING') throw new Refusal('WALLET_NOT_PROVISIONED')
  const number = credential.otp_issuance
  if (number === 0) throw new Refusal('UNAUTHORIZED', { reason: 'No one-time code is pending' })
  const verificationId = deriveUuid('otp', credential.id, String(number), encryptedBundle)
  const known = await readVerification(call, verificationId)
  if (known !== undefined && known.status !== 'PENDING') return answerOf(known, credential.type)
  if (known === undefined) refuseHopeless(credential)

  const start = startOtpVerification(
    {
      attempt: 1,
      platformId: platform.id,
      credentialId: credential.id,
      number,
      verificationId,
      outsideTaskQueue: dependencies.config.OUTSIDE_TASK_QUEUE,
      submission: { path: call.path, requestHash: requestHashOf(call), encryptedBundle },
    },
    { customerId: credential.customer_id, accountId: credential.account_id },
  )
  trace.workflowId = start.workflowId
  const begun = await dependencies.temporal.begin<OtpVerificationAnswer>(start)
  if (begun.state === 'ANSWERED' && begun.answer.outcome === 'REFUSED')
    throw refusalOf(begun.answer)
  const now = await readVerification(call, verificationId)
  if (now === undefined) throw notKnownYet()
  return answerOf(now, credential.type)
}

/** The head decides again: this spares a workflow to codes that can't be right any more. */
function refuseHopeless(credential: OtpCredential): void {
  if (credential.locked) throw new Refusal('ACCOUNT_LOCKED')
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
    text: `select v.status, v.refusal, to_jsonb(r) as request, r.expires_at <= service_now() as request_expired
      from otp_verifications v left join requests r on r.id = v.request_id
      where v.id = $1 and v.platform_id = $2`,
    values: [verificationId, platform.id],
  })
  return row
}

function answerOf(verification: Verification, type: string): Reply | object {
  if (verification.refusal !== null) throw refusalOf(verification.refusal)
  if (verification.request === null) return processing
  if (verification.request_expired) {
    throw new Refusal('UNAUTHORIZED', { reason: 'The one-time code was used' })
  }
  return reply(202, presentSignedRetry(verification.request, type))
}

async function sessionOf(
  { dependencies }: Pick<Call, 'dependencies'>,
  result: Readonly<Record<string, string>>,
): Promise<object> {
  const [found] = await dependencies.database.query<{ row: SessionRow }>({
    name: 'session',
    text: 'select to_jsonb(s) as row from sessions s where id = $1',
    values: [result.sessionId],
  })
  if (found === undefined) throw new Error('the session has no row')
  return presentSession(found.row)
}

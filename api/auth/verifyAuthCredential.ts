import {
  AuthCredentialVerifyRequest,
  AuthSession,
  SignedRetryChallenge,
  WalletOperationProcessing,
} from '../../contract/components/auth.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { operation } from '../operation.ts'
import { verifyIdentity } from './identityLogin.ts'
import { findCredential } from './otpCredential.ts'
import { verifyOtp } from './otpLogin.ts'
import { verifyPasskey } from './passkeyLogin.ts'
import { showSession } from './shownSession.ts'
import { handleSignedRetry, isSignedRetry, signedRetryErrors } from './signedRetry.ts'

export const verifyAuthCredential = operation({
  id: 'verifyAuthCredential',
  group: 'Embedded Wallet Auth',
  method: 'post',
  path: '/auth/credentials/:id/verify',
  permission: 'TRANSACT',
  answersSecret: true,
  outside: { always: ['WALLET_PROVIDER'] },
  summary: 'Verify a credential and create a session',
  description:
    'One-time codes: the first call brings the sealed code and answers `202` with `payloadToSign`; ' +
    'the signed retry answers the session, whose key is the one inside the code. Passkeys bring ' +
    'the assertion with `Request-Id`, identities a fresh token. A compressed `clientPublicKey` is ' +
    'the session key, and nothing is returned; to an uncompressed one the key comes back sealed.',
  headers: { walletSignature: true, requestId: true },
  body: AuthCredentialVerifyRequest,
  status: 200,
  responses: {
    200: { anyOf: [AuthSession, WalletOperationProcessing] },
    202: SignedRetryChallenge,
  },
  errors: [
    'AUTH_METHOD_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'WALLET_NOT_PROVISIONED',
    'ACCOUNT_LOCKED',
    'USER_NOT_READY',
    'CONFLICT',
    ...signedRetryErrors,
  ],
  async handle(call) {
    const { body, dependencies, platform, params } = call
    const credential = await findCredential(dependencies, platform.id, params.id)
    if (credential.type !== body.type) {
      const message = `must be ${credential.type}`
      throw invalidInput([{ field: 'type', constraint: 'const', message }])
    }
    if (credential.account_status === 'PENDING') throw new Refusal('WALLET_NOT_PROVISIONED')
    if (body.type === 'PASSKEY') return verifyPasskey(call, credential, body.assertion)
    if (body.type === 'OAUTH') return verifyIdentity(call, credential, body)
    if (!isSignedRetry(call)) return verifyOtp(call, credential, body.encryptedOtpBundle)
    const target = {
      operation: 'OTP_LOGIN',
      accountId: credential.account_id,
      credentialId: credential.id,
    } as const
    return handleSignedRetry(call, target, (row, result) => showSession(call, row, result))
  },
})

import {
  AuthCredentialChallengeRequest,
  AuthMethod,
  PasskeyAuthChallenge,
  WalletOperationProcessing,
} from '../../contract/components/auth.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { presentCredential } from '../../contract/present/auth.ts'
import { shownInstant } from '../../contract/present/index.ts'
import { SESSION_SECONDS } from '../../contract/sessions.ts'
import type { Shown } from '../../contract/shown.ts'
import { passkeyChallengeOf, sessionBody } from '../../providers/walletProvider/index.ts'
import { otpRateOf } from '../../runtime/config.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { outcomeUnknown, type Processing, processingOf, refusalOf } from '../outcomes.ts'
import { sessionIntentOf, sessionKeyOf } from './clientPublicKey.ts'
import { findCredential, type OtpCredential } from './otpCredential.ts'
import { awaitIssuance, showIssuance } from './otpIssuance.ts'
import { type AnyCall, openRequest } from './signedRetry.ts'
import { findWallet } from './wallet.ts'

export const challengeAuthCredential = operation({
  id: 'challengeAuthCredential',
  group: 'Embedded Wallet Auth',
  method: 'post',
  path: '/auth/credentials/:id/challenge',
  permission: 'TRANSACT',
  outside: { always: ['WALLET_PROVIDER'] },
  summary: 'Send a one-time code, or begin a passkey login',
  description:
    'One-time codes: sends a fresh code and answers the bundle that it is to be sealed to; ' +
    '`status: PROCESSING` means that the code is being sent: repeat the call. Passkeys: answers ' +
    'the challenge; its UTF-8 bytes are the WebAuthn challenge.',
  body: AuthCredentialChallengeRequest,
  bodyOptional: true,
  status: 200,
  responses: { 200: { anyOf: [PasskeyAuthChallenge, AuthMethod, WalletOperationProcessing] } },
  errors: [
    'AUTH_METHOD_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'WALLET_NOT_PROVISIONED',
    'ACCOUNT_LOCKED',
    'CONFLICT',
  ],
  async handle(call) {
    const credential = await findCredential(call.dependencies, call.platform.id, call.params.id)
    if (credential.account_status === 'PENDING') throw new Refusal('WALLET_NOT_PROVISIONED')
    if (credential.type === 'PASSKEY') {
      return challengePasskey(call, credential, call.body?.clientPublicKey)
    }
    if (credential.type === 'OAUTH') {
      throw new Refusal('INVALID_INPUT', { reason: 'OAUTH credentials have no challenge step' })
    }
    return issueOtp(call, credential)
  },
})

async function challengePasskey(
  call: AnyCall,
  credential: OtpCredential,
  clientPublicKey: string | undefined,
): Promise<Shown<typeof PasskeyAuthChallenge>> {
  if (clientPublicKey === undefined) {
    const message = 'is required for a passkey'
    throw invalidInput([{ field: 'clientPublicKey', constraint: 'required', message }])
  }
  const key = sessionKeyOf(clientPublicKey, credential.type)
  const wallet = await findWallet(call, idOf('InternalAccount', credential.account_id))
  const request = await openRequest(call, {
    operation: 'PASSKEY_LOGIN',
    accountId: credential.account_id,
    credentialId: credential.id,
    payloadToSign: sessionBody({ ...wallet, ...key, expirationSeconds: SESSION_SECONDS }),
    ...sessionIntentOf(key),
  })
  return {
    ...presentCredential(credential),
    credentialId: credential.webauthn_id ?? '',
    challenge: passkeyChallengeOf(request.payload_to_sign),
    requestId: idOf('Request', request.id),
    expiresAt: shownInstant(request.expires_at),
  }
}

type Issued = Shown<typeof AuthMethod> | Processing

async function issueOtp(call: AnyCall, credential: OtpCredential): Promise<Issued> {
  const { dependencies } = call
  if (credential.locked) throw refusalOf(credential.locked)
  // An unused code that was never shown is reused: a retried request sends one mail only.
  if (credential.issuance_status === 'SETTLED' && !credential.shown && credential.issuance_live) {
    return show(dependencies, credential, credential.otp_issuance)
  }
  const number =
    credential.issuance_status === 'PENDING' ? credential.otp_issuance : credential.otp_issuance + 1
  if (number > credential.otp_issuance) refuseTooMany(credential)
  const { database, config } = dependencies
  const { id: credentialId } = credential
  const platformId = call.platform.id
  const input = { credentialId, platformId, number, ...otpRateOf(config) }
  const ordered = await database.call('issue_otp', input)
  if (ordered.outcome === 'REFUSED') throw refusalOf(ordered)
  if (ordered.start !== undefined) await awaitIssuance(call, ordered.start)
  return show(dependencies, credential, number)
}

function refuseTooMany(credential: OtpCredential): void {
  if (credential.wait_seconds > 0) {
    throw new Refusal('RATE_LIMITED', { retryAfterSeconds: Math.ceil(credential.wait_seconds) })
  }
}

async function show(
  dependencies: Dependencies,
  credential: OtpCredential,
  number: number,
): Promise<Issued> {
  const issuance = await showIssuance(dependencies, credential.id, number)
  if (issuance === undefined) throw outcomeUnknown()
  if (issuance.status === 'PENDING') {
    return processingOf(
      dependencies,
      workflows.otpIssuance.id({ credentialId: credential.id, number }),
    )
  }
  if (issuance.status === 'FAILED' || issuance.target_bundle === null) {
    throw new Refusal('SERVICE_UNAVAILABLE', {
      reason: 'The wallet provider could not send a code; request a new one.',
      retryAfterSeconds: 5,
    })
  }
  return presentCredential(credential, issuance.target_bundle)
}

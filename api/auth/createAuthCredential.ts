import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import {
  AuthCredentialCreateRequest,
  AuthMethod,
  SignedRetryChallenge,
  WalletOperationProcessing,
} from '../../contract/components/auth.ts'
import { composedText } from '../../contract/composedText.ts'
import { type ErrorCode, invalidInput, Refusal } from '../../contract/errors.ts'
import { type CredentialRow, presentCredential } from '../../contract/present/auth.ts'
import type { Shown } from '../../contract/shown.ts'
import type { CredentialIntent } from '../../db/sqlFunctions.ts'
import { checkRegistration, unpadded } from '../../domain/wallet/passkey/index.ts'
import {
  createAuthenticatorsBody,
  createOauthProvidersBody,
  updateUserEmailBody,
  updateUserPhoneNumberBody,
} from '../../providers/walletProvider/index.ts'
import { workflows } from '../../workflows/registry.ts'
import { operation, type Reply, reply } from '../operation.ts'
import { type Processing, processingOf } from '../outcomes.ts'
import { requireIdToken } from './identities.ts'
import { awaitIssuance, showIssuance } from './otpIssuance.ts'
import { registrationProblem, relyingPartyOf } from './passkeys.ts'
import {
  type AnyCall,
  challenge,
  handleSignedRetry,
  isSignedRetry,
  type Result,
  signedRetryErrors,
} from './signedRetry.ts'
import { findWallet, type Wallet } from './wallet.ts'

export const createAuthCredential = operation({
  id: 'createAuthCredential',
  group: 'Embedded Wallet Auth',
  method: 'post',
  path: '/auth/credentials',
  permission: 'TRANSACT',
  outside: { always: ['WALLET_PROVIDER'] },
  summary: 'Add a credential to an embedded wallet',
  description:
    'First call: answers `202` with `payloadToSign`. Signed retry, stamped with an active session ' +
    'key of the wallet: answers `201` with the credential. Adding a one-time code sends the first ' +
    'code, and the credential shows the bundle that it is to be sealed to.',
  headers: { walletSignature: true, requestId: true },
  body: AuthCredentialCreateRequest,
  status: 201,
  responses: { 200: WalletOperationProcessing, 201: AuthMethod, 202: SignedRetryChallenge },
  errors: [
    'ACCOUNT_NOT_FOUND',
    'WALLET_NOT_PROVISIONED',
    'USER_NOT_READY',
    'CONFLICT',
    'MISSING_MANDATORY_USER_INFO',
    'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
    'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
    'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
    ...signedRetryErrors,
  ],
  async handle(call) {
    const wallet = await findWallet(call, call.body.accountId, 'accountId')
    const target = { operation: 'ADD_CREDENTIAL', accountId: wallet.account_id } as const
    if (isSignedRetry(call)) {
      return handleSignedRetry(call, target, (_, result) => showAdded(call, result))
    }
    const { payloadToSign, intent } = await draftOf(call, call.body, wallet)
    await refuseDuplicate(call, wallet, intent)
    return challenge(call, { ...target, payloadToSign, intent }, call.body.type)
  },
})

/** Passkeys, and identities, that the wallet provider keeps for a user. */
const OF_TYPE_MAX = 10

type Body = FromSchema<typeof AuthCredentialCreateRequest>
type Draft = {
  readonly payloadToSign: string
  readonly intent: CredentialIntent
}

/** The provider's body and what will be recorded, by type of credential. */
async function draftOf(call: AnyCall, body: Body, wallet: Wallet): Promise<Draft> {
  const intent = { credentialId: randomUUID(), type: body.type }
  switch (body.type) {
    case 'PASSKEY':
      return passkeyDraft(body, wallet, intent)
    case 'OAUTH': {
      const token = await requireIdToken(call, body.oidcToken, {})
      const { issuer, audience, subject } = token
      return {
        payloadToSign: createOauthProvidersBody({
          ...wallet,
          providerName: issuer,
          oidcClaims: { iss: issuer, aud: audience, sub: subject },
        }),
        intent: { ...intent, nickname: token.email ?? subject, issuer, audience, subject },
      }
    }
    case 'EMAIL_OTP': {
      const contact = required(wallet.email, 'email')
      const payloadToSign = updateUserEmailBody({ ...wallet, userEmail: contact })
      return { payloadToSign, intent: { ...intent, nickname: contact, contact } }
    }
    case 'SMS_OTP': {
      const contact = required(wallet.phone_number, 'phoneNumber')
      const payloadToSign = updateUserPhoneNumberBody({ ...wallet, userPhoneNumber: contact })
      return { payloadToSign, intent: { ...intent, nickname: contact, contact } }
    }
  }
}

async function passkeyDraft(
  body: Extract<Body, { type: 'PASSKEY' }>,
  wallet: Wallet,
  intent: Draft['intent'],
): Promise<Draft> {
  const { challenge: registrationChallenge, attestation } = body
  const nickname = composedText(body.nickname).trim()
  const passkey = await checkRegistration({
    challenge: registrationChallenge,
    attestation,
    ...relyingPartyOf(wallet, attestation.clientDataJson),
  }).catch((error: unknown) => {
    throw registrationProblem(error)
  })
  return {
    payloadToSign: createAuthenticatorsBody({
      ...wallet,
      authenticatorName: nickname,
      challenge: registrationChallenge,
      attestation,
    }),
    intent: {
      ...intent,
      nickname,
      webauthnId: passkey.credentialId,
      publicKey: passkey.publicKey,
      counter: String(passkey.counter),
      transports: passkey.transports,
      rpId: passkey.rpId,
      registrationChallenge: unpadded(registrationChallenge),
    },
  }
}

function required(contact: string | null, field: string): string {
  if (contact !== null) return contact
  const reason = `The customer has no ${field}`
  throw new Refusal('MISSING_MANDATORY_USER_INFO', { reason, details: { fields: [field] } })
}

/** The claim checks again: this avoids a signature for what cannot succeed. */
async function refuseDuplicate(
  { dependencies }: AnyCall,
  wallet: Wallet,
  intent: Draft['intent'],
): Promise<void> {
  const [row] = await dependencies.database.query<{ problem: ErrorCode | null; of_type: bigint }>({
    name: 'credential_duplicate',
    text: `select (select count(*) from credentials where account_id = $1 and type = $2 and revoked_at is null) as of_type, case
        when $2 in ('EMAIL_OTP', 'SMS_OTP') and exists (select 1 from credentials
          where account_id = $1 and type = $2 and revoked_at is null) then $2 || '_CREDENTIAL_ALREADY_EXISTS'
        when $2 = 'PASSKEY' and exists (select 1 from credentials
          where platform_id = a.platform_id and webauthn_id = $3 and revoked_at is null) then 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'
        when $2 = 'PASSKEY' and exists (select 1 from credentials
          where account_id = $1 and registration_challenge = $4) then 'CONFLICT'
        when $2 = 'OAUTH' and has_identity($1, $5, $6, $7) then 'CONFLICT'
        when $2 in ('EMAIL_OTP', 'SMS_OTP') and contact_taken(a.customer_id, $2, $8)
          then contact_error($2) end as problem
      from internal_accounts a where a.id = $1`,
    values: [
      wallet.account_id,
      intent.type,
      intent.webauthnId ?? null,
      intent.registrationChallenge ?? null,
      intent.issuer ?? null,
      intent.audience ?? null,
      intent.subject ?? null,
      intent.contact ?? null,
    ],
  })
  if (row?.problem) throw new Refusal(row.problem)
  if (Number(row?.of_type ?? 0) < OF_TYPE_MAX) return
  const message = `a wallet has ${OF_TYPE_MAX} credentials of this type: revoke one before another is added`
  throw invalidInput([{ field: 'type', constraint: 'maxItems', message }])
}

/**
 * The credential that was added. A one-time code is shown with what its first code is to be sealed
 * to; where that could not be sent, or was followed by another, it comes without, for a challenge.
 *
 * @returns `PROCESSING` while the code is on its way: the same request finds it
 */
async function showAdded(
  call: AnyCall,
  result: Result,
): Promise<Reply<Shown<typeof AuthMethod>> | Processing> {
  const { database } = call.dependencies
  const { row } = await database.one<{ row: CredentialRow }>({
    name: 'credential',
    text: 'select to_jsonb(c) as row from credentials c where c.id = $1',
    values: [result.credentialId],
  })
  if (result.otpIssuance === undefined) return reply(201, presentCredential(row))
  const number = Number(result.otpIssuance)
  let issuance = await showIssuance(call.dependencies, row.id, number)
  const start = await call.dependencies.database.call(
    'running_start',
    'OTP_ISSUANCE',
    row.id,
    number,
  )
  if (start !== null) {
    await awaitIssuance(call, start)
    issuance = await showIssuance(call.dependencies, row.id, number)
  }
  if (issuance?.status === 'PENDING') {
    const id = workflows.otpIssuance.id({ credentialId: row.id, number })
    return processingOf(call.dependencies, id)
  }
  const bundle = issuance?.live ? (issuance.target_bundle ?? undefined) : undefined
  return reply(201, presentCredential(row, bundle))
}

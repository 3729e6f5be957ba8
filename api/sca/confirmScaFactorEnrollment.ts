import { ScaFactorConfirmRequest, ScaFactorConfirmResponse } from '../../contract/components/sca.ts'
import { type FieldError, invalidInput } from '../../contract/errors.ts'
import { totpSecretOf } from '../../contract/sealedText.ts'
import type { Shown } from '../../contract/shown.ts'
import { sameBytes } from '../../db/secrets.ts'
import { newRecoveryCodes, recoveryCodeHash } from '../../domain/sca/recoveryCodes.ts'
import { totpSecretHex, totpStepOf } from '../../domain/sca/totp.ts'
import {
  checkRegistration,
  PasskeyError,
  type RegisteredPasskey,
} from '../../domain/wallet/passkey/index.ts'
import { SANDBOX_CODE } from '../../runtime/oneTimeCodes.ts'
import { relyingPartyOf } from '../auth/passkeys.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation, type ValidationInput } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { customerQuery, knownCustomer, requireScaCustomer, type ScaCustomer } from './customer.ts'
import { shownFactor } from './factors.ts'
import { attestationIn, originsOf } from './passkeyProof.ts'
import { proofRefusal } from './proof.ts'

export const confirmScaFactorEnrollment = operation({
  id: 'confirmScaFactorEnrollment',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/sca/factors/confirm',
  permission: 'TRANSACT',
  answersSecret: true,
  summary: 'Confirm the enrolment of a factor',
  description:
    'A wrong code or attestation counts like a wrong proof of a login. A new TOTP factor replaces the ' +
    'one before, with its recovery codes.',
  query: customerQuery,
  body: ScaFactorConfirmRequest,
  validate: knownCustomerAndCredential,
  status: 200,
  responses: { 200: ScaFactorConfirmResponse },
  errors: [
    'USER_NOT_FOUND',
    'USER_NOT_READY',
    'CONFLICT',
    'SCA_SESSION_REQUIRED',
    'PASSKEY_ALREADY_ENROLLED',
    'ACCOUNT_LOCKED',
  ],
  async handle(call) {
    const { dependencies, query } = call
    const body = call.body as ConfirmBody
    const customer = await requireScaCustomer(call, query.customerId)
    return body.type === 'TOTP'
      ? confirmTotp(dependencies, customer, body)
      : confirmPasskey(dependencies, customer, body)
  },
})

type TotpBody = { readonly type: 'TOTP'; readonly secret: string; readonly code: string }
type PasskeyBody = {
  readonly type: 'PASSKEY'
  readonly origin: string
  readonly credential: object
}
type ConfirmBody = TotpBody | PasskeyBody

async function knownCustomerAndCredential(input: ValidationInput): Promise<FieldError[]> {
  await knownCustomer(input)
  const { type, credential } = input.body as { type?: unknown; credential?: unknown }
  if (type !== 'PASSKEY' || typeof credential !== 'object' || credential === null) return []
  return attestationIn(credential).problems
}

async function confirmTotp(
  dependencies: Dependencies,
  customer: ScaCustomer,
  { secret: given, code }: TotpBody,
): Promise<Shown<typeof ScaFactorConfirmResponse>> {
  const { database, records, clock } = dependencies
  const pending = await pendingFactor(dependencies, customer, 'TOTP')
  const secret = pending?.secret
    ? records.open(pending.secret, totpSecretOf(pending.id))
    : undefined
  if (pending === undefined || secret === undefined || !isSameSecret(secret, given)) {
    const message = 'is not the one of the last start, or that was 15 minutes ago'
    throw invalidInput([{ field: 'secret', constraint: 'format', message }])
  }
  const isSandboxCode = customer.environment === 'SANDBOX' && code === SANDBOX_CODE
  const step = totpStepOf(secret, code, clock.now())
  const recoveryCodes = newRecoveryCodes()
  const judged = await database.call('confirm_sca_enrollment', {
    customerId: customer.id,
    factorId: pending.id,
    isRight: isSandboxCode || step !== undefined,
    step,
    recoveryCodes: recoveryCodes.map((one) => recoveryCodeHash(one) ?? ''),
  })
  if (judged.outcome === 'REFUSED') throw refusalOf(judged)
  if (judged.outcome !== 'OK') throw proofRefusal(judged, 'code')
  return { type: 'TOTP', recoveryCodes }
}

/** The secret as it was shown, in either of its forms. */
function isSameSecret(secret: string, given: string): boolean {
  const [hex, base32] = [given.toLowerCase(), given.toUpperCase()].map((text) => Buffer.from(text))
  return (
    sameBytes(Buffer.from(totpSecretHex(secret)), hex ?? Buffer.alloc(0)) ||
    sameBytes(Buffer.from(secret), base32 ?? Buffer.alloc(0))
  )
}

async function confirmPasskey(
  dependencies: Dependencies,
  customer: ScaCustomer,
  { origin, credential }: PasskeyBody,
): Promise<Shown<typeof ScaFactorConfirmResponse>> {
  const pending = await pendingFactor(dependencies, customer, 'PASSKEY')
  if (pending?.registration_challenge == null) {
    throw proofRefusal({ outcome: 'EXPIRED' }, 'credential')
  }
  const { attestation } = attestationIn(credential)
  const passkey = await registered(customer, pending.registration_challenge, attestation, origin)
  const judged = await dependencies.database.call('confirm_sca_enrollment', {
    customerId: customer.id,
    factorId: pending.id,
    isRight: passkey !== undefined,
    ...passkey,
  })
  if (judged.outcome === 'REFUSED') throw refusalOf(judged)
  if (judged.outcome !== 'OK' || passkey === undefined) {
    throw proofRefusal(judged.outcome === 'OK' ? { outcome: 'EXPIRED' } : judged, 'credential')
  }
  const { credentialId } = passkey
  return { type: 'PASSKEY', factor: shownFactor({ factor: 'PASSKEY', credentialId }) }
}

/** The passkey of a valid attestation, or undefined. */
async function registered(
  customer: ScaCustomer,
  challenge: Buffer,
  attestation: Parameters<typeof checkRegistration>[0]['attestation'],
  origin: string,
): Promise<RegisteredPasskey | undefined> {
  try {
    return await checkRegistration({
      challenge: challenge.toString('base64url'),
      attestation,
      ...relyingPartyOf(customer, attestation.clientDataJson),
      origins: originsOf(customer, attestation.clientDataJson, origin),
      requireUserVerification: true,
    })
  } catch (error) {
    if (error instanceof PasskeyError) return undefined
    throw error
  }
}

type PendingFactor = {
  readonly id: string
  readonly secret: string | null
  readonly registration_challenge: Buffer | null
}

function pendingFactor(
  { database }: Dependencies,
  { id }: ScaCustomer,
  type: 'TOTP' | 'PASSKEY',
): Promise<PendingFactor | undefined> {
  return database.maybeOne<PendingFactor>({
    name: 'pending_sca_factor',
    text: `select id, secret, registration_challenge from sca_factors
      where customer_id = $1 and type = $2 and status = 'PENDING' and expires_at > service_now()`,
    values: [id, type],
  })
}

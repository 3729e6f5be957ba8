/** Passkeys as factors: what browsers send, checked against what was kept. */
import type { FieldError } from '../../contract/errors.ts'
import {
  type Assertion,
  type Attestation,
  checkAssertion,
  PasskeyError,
} from '../../domain/wallet/passkey/index.ts'
import { relyingPartyOf } from '../auth/passkeys.ts'
import type { ScaCustomer } from './customer.ts'
import type { GivenProof, ProofFacts } from './givenProof.ts'
import { userHandleOf } from './passkeyOptions.ts'

type Members = Readonly<Record<string, unknown>>

/** Texts of a WebAuthn JSON credential, with a problem for each that is missing. */
function textsIn(
  credential: object,
  field: string,
  names: readonly string[],
): { readonly texts: Readonly<Record<string, string>>; readonly problems: FieldError[] } {
  const response = (credential as { response?: unknown }).response
  const members: Members = { ...(credential as Members), ...(response as Members | undefined) }
  const problems: FieldError[] = []
  const texts: Record<string, string> = {}
  for (const name of names) {
    const value = members[name]
    if (typeof value === 'string' && value.length > 0) texts[name] = value
    else {
      const path = name === 'id' ? `${field}.id` : `${field}.response.${name}`
      problems.push({ field: path, constraint: 'required', message: 'must be base64url text' })
    }
  }
  return { texts, problems }
}

/** An assertion as `PublicKeyCredential.toJSON()` writes it. */
export function assertionIn(credential: object): {
  readonly assertion: Assertion
  readonly problems: FieldError[]
} {
  const names = ['id', 'clientDataJSON', 'authenticatorData', 'signature']
  const { texts, problems } = textsIn(credential, 'passkeyAssertion', names)
  const { response } = credential as { response?: { userHandle?: unknown } }
  const userHandle = response?.userHandle
  const assertion = {
    credentialId: texts.id ?? '',
    clientDataJson: texts.clientDataJSON ?? '',
    authenticatorData: texts.authenticatorData ?? '',
    signature: texts.signature ?? '',
    userHandle: typeof userHandle === 'string' ? userHandle : undefined,
  }
  return { assertion, problems }
}

/** An attestation as `PublicKeyCredential.toJSON()` writes it. */
export function attestationIn(credential: object): {
  readonly attestation: Attestation
  readonly problems: FieldError[]
} {
  const names = ['id', 'clientDataJSON', 'attestationObject']
  const { texts, problems } = textsIn(credential, 'credential', names)
  const { response } = credential as { response?: { transports?: unknown } }
  const transports = Array.isArray(response?.transports) ? response.transports : []
  const attestation = {
    credentialId: texts.id ?? '',
    clientDataJson: texts.clientDataJSON ?? '',
    attestationObject: texts.attestationObject ?? '',
    transports: transports
      .filter((one) => typeof one === 'string' && one.length <= 32)
      .slice(0, 10),
  }
  return { attestation, problems }
}

/**
 * The origins that may be the one of a ceremony: the platform's, or any port of localhost in a sandbox
 * that names none; none where the body names another origin than the ceremony was held at.
 */
export function originsOf(
  customer: ScaCustomer,
  clientDataJson: string,
  origin: string,
): readonly string[] {
  return relyingPartyOf(customer, clientDataJson).origins.filter((one) => one === origin)
}

/** The counter of a valid assertion of the customer's passkey over the challenge, or undefined. */
export async function counterOfAssertion(
  customer: ScaCustomer,
  facts: ProofFacts,
  given: GivenProof,
): Promise<number | undefined> {
  const { assertion } = assertionIn(given.passkeyAssertion ?? {})
  if (facts.passkey_challenge === null) return undefined
  try {
    const { newCounter } = await checkAssertion({
      challenge: facts.passkey_challenge,
      assertion,
      credential: {
        credentialId: facts.credential_id ?? '',
        publicKey: facts.public_key ?? '',
        counter: Number(facts.counter),
        rpId: facts.rp_id ?? '',
        userHandle: userHandleOf(customer).toString('base64url'),
      },
      origins: originsOf(customer, assertion.clientDataJson, given.origin ?? ''),
      topOrigins: relyingPartyOf(customer, assertion.clientDataJson).topOrigins,
      // Two elements in one: the device, and the person who unlocks it.
      requireUserVerification: true,
    })
    return newCounter
  } catch (error) {
    if (error instanceof PasskeyError) return undefined
    throw error
  }
}

/** The two ceremonies of a passkey, as WebAuthn's JSON and in the members that the API takes. */
import { base64urlOf, bytesOfBase64url, textOf, utf8Of } from './encoding.ts'
import { DeviceError } from './errors.ts'

export type Registration = {
  /** Base64url, made by the platform's backend: `challenge` of `POST /auth/credentials`. */
  readonly challenge: string
  /** The relying party: `id` is the page's host, or a parent domain that it shares. */
  readonly rp: { readonly id: string; readonly name: string }
  /** `id`: any text that stays the same for the customer, and names no person. */
  readonly user: { readonly id: string; readonly name: string }
  /** `credentialId` of the wallet's other passkeys, which no authenticator may repeat. */
  readonly known?: readonly string[]
}

export type Login = {
  /** As the challenge has answered it: its UTF-8 bytes are the WebAuthn challenge. */
  readonly challenge: string
  /** As the challenge has answered it. */
  readonly credentialId: string
  readonly rpId: string
}

/** `attestation` of `POST /auth/credentials`. */
export type Attestation = {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
  readonly transports?: string[]
}

/** `assertion` of a verification. */
export type Assertion = {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string
}

const ES256 = -7
const EDDSA = -8
const RS256 = -257

/** `PublicKeyCredentialCreationOptionsJSON`: what a native passkey library is given. */
export function registrationOptions({ challenge, rp, user, known = [] }: Registration) {
  return {
    challenge,
    rp: { ...rp },
    user: { id: base64urlOf(utf8Of(user.id)), name: user.name, displayName: user.name },
    pubKeyCredParams: [ES256, EDDSA, RS256].map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: known.map((id) => ({ type: 'public-key' as const, id })),
    authenticatorSelection: {
      userVerification: 'required' as const,
      residentKey: 'preferred' as const,
    },
  }
}

/** `PublicKeyCredentialRequestOptionsJSON`: what a native passkey library is given. */
export function loginOptions({ challenge, credentialId, rpId }: Login) {
  return {
    challenge: base64urlOf(utf8Of(challenge)),
    rpId,
    allowCredentials: [{ type: 'public-key' as const, id: credentialId }],
    userVerification: 'required' as const,
  }
}

/** `RegistrationResponseJSON`, as far as it is read. */
export type RegistrationAnswer = {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[]
  }
}

/** `AuthenticationResponseJSON`, as far as it is read. */
export type LoginAnswer = {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | null
  }
}

/** @throws DeviceError `PASSKEY_MISMATCH` where the answer is to another challenge or of another page */
export function attestationOf(
  { id, response }: RegistrationAnswer,
  { challenge }: Pick<Registration, 'challenge'>,
  origin?: string,
): Attestation {
  isAnswerTo(response.clientDataJSON, challenge, origin)
  return {
    credentialId: id,
    clientDataJson: response.clientDataJSON,
    attestationObject: response.attestationObject,
    ...(response.transports && { transports: [...response.transports] }),
  }
}

/**
 * @throws DeviceError `PASSKEY_MISMATCH` where the answer is by another passkey, to another challenge or of
 *   another page
 */
export function assertionOf(
  { id, response }: LoginAnswer,
  { challenge, credentialId }: Pick<Login, 'challenge' | 'credentialId'>,
  origin?: string,
): Assertion {
  isAnswerTo(response.clientDataJSON, base64urlOf(utf8Of(challenge)), origin)
  if (id !== credentialId) throw new DeviceError('PASSKEY_MISMATCH')
  return {
    credentialId: id,
    clientDataJson: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { userHandle: response.userHandle }),
  }
}

/** @param origin of the page; an app has none, and its platform judges who asks */
function isAnswerTo(clientDataJson: string, challenge: string, origin: string | undefined): void {
  const { challenge: answered, origin: from } = clientDataOf(clientDataJson)
  const isAnswer = answered === challenge.replace(/=+$/, '')
  if (!isAnswer || (origin !== undefined && from !== origin)) {
    throw new DeviceError('PASSKEY_MISMATCH')
  }
}

function clientDataOf(base64url: string): { challenge?: unknown; origin?: unknown } {
  try {
    return JSON.parse(textOf(bytesOfBase64url(base64url)))
  } catch {
    throw new DeviceError('PASSKEY_MISMATCH')
  }
}

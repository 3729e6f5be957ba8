/** The ceremonies of a passkey in a browser. */
import { base64urlOf, bytesOfBase64url } from './encoding.ts'
import {
  type Assertion,
  type Attestation,
  assertionOf,
  attestationOf,
  type Login,
  loginOptions,
  type Registration,
  registrationOptions,
} from './passkey.ts'

/** Whether this page may use passkeys: a secure context that is opened by its name. */
export function arePasskeysPossible(): boolean {
  // An address is no relying party.
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}

/**
 * Has the customer make a passkey.
 *
 * @throws DOMException when the customer cancels or the authenticator refuses
 * @throws DeviceError `PASSKEY_MISMATCH`
 */
export async function createPasskey(registration: Registration): Promise<Attestation> {
  const { challenge, user, excludeCredentials, ...options } = registrationOptions(registration)
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOfBase64url(challenge),
      user: { ...user, id: bytesOfBase64url(user.id) },
      excludeCredentials: excludeCredentials.map(withBytes),
    },
  })
  const { id, response } = made as PublicKeyCredential & {
    readonly response: AuthenticatorAttestationResponse
  }
  const answer = {
    clientDataJSON: textIn(response.clientDataJSON),
    attestationObject: textIn(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  }
  return attestationOf({ id, response: answer }, registration, location.origin)
}

/**
 * Has the customer sign a login's challenge by a passkey.
 *
 * @throws DOMException when the customer cancels or no authenticator has the passkey
 * @throws DeviceError `PASSKEY_MISMATCH`
 */
export async function assertPasskey(login: Login): Promise<Assertion> {
  const { challenge, allowCredentials, ...options } = loginOptions(login)
  const given = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytesOfBase64url(challenge),
      allowCredentials: allowCredentials.map(withBytes),
    },
  })
  const { id, response } = given as PublicKeyCredential & {
    readonly response: AuthenticatorAssertionResponse
  }
  const answer = {
    clientDataJSON: textIn(response.clientDataJSON),
    authenticatorData: textIn(response.authenticatorData),
    signature: textIn(response.signature),
    ...(response.userHandle && { userHandle: textIn(response.userHandle) }),
  }
  return assertionOf({ id, response: answer }, login, location.origin)
}

function withBytes({ type, id }: { readonly type: 'public-key'; readonly id: string }) {
  return { type, id: bytesOfBase64url(id) }
}

function textIn(buffer: ArrayBuffer): string {
  return base64urlOf(new Uint8Array(buffer))
}

import { requireAncestor } from './ancestors.ts'
import { requireBase64url, unpadded } from './encoding.ts'
import { PasskeyError, passkeyErrorOf } from './passkeyError.ts'
import { checkedOffline } from './statement.ts'
import { type WebAuthn, webAuthn } from './webAuthn.ts'

/** A WebAuthn attestation as clients send it; every member but `transports` is base64url. */
export type Attestation = {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
  readonly transports?: readonly string[]
}

export type RegistrationCheck = {
  /** base64url, made by the caller's backend; compared as text. */
  readonly challenge: string
  readonly attestation: Attestation
  readonly rpIds: readonly string[]
  readonly origins: readonly string[]
  /** Pages that may frame those of `origins`; undefined: any. */
  readonly topOrigins?: readonly string[] | undefined
  readonly requireUserVerification: boolean
}

/** What is kept of a passkey. */
export type RegisteredPasskey = {
  /** Unpadded base64url, as the authenticator itself says; what duplicates are found by. */
  readonly credentialId: string
  /** COSE key in base64url. */
  readonly publicKey: string
  readonly counter: number
  /** As WebAuthn names them. */
  readonly transports: readonly string[]
  /** The relying party to which it is bound for good. */
  readonly rpId: string
}

/** ES256, EdDSA and RS256. */
export const COSE_ALGORITHMS = [-7, -8, -257]

/** The longest credential id (WebAuthn, 4). */
const CREDENTIAL_ID_BYTES_MAX = 1_023
const RSA_BITS_MIN = 2_048
/** Of a COSE key (RFC 9052, 9053): its type, and the modulus of an RSA key. */
const COSE = { type: 1, rsa: 3, modulus: -1 } as const

/**
 * Checks a new passkey.
 *
 * @throws PasskeyError with the check that failed
 */
export async function checkRegistration(check: RegistrationCheck): Promise<RegisteredPasskey> {
  const { credentialId, clientDataJson, attestationObject, transports = [] } = check.attestation
  requireBase64url(credentialId, clientDataJson, attestationObject)
  const id = unpadded(credentialId)
  if (Buffer.byteLength(id, 'base64url') > CREDENTIAL_ID_BYTES_MAX) {
    throw new PasskeyError('credential id is too long')
  }
  requireAncestor(clientDataJson, check.topOrigins)
  const challenge = unpadded(check.challenge)
  const library = await webAuthn()
  try {
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataJson,
          attestationObject: checkedOffline(library, attestationObject),
        },
      },
      expectedChallenge: (given) => unpadded(given) === challenge,
      expectedOrigin: [...check.origins],
      expectedRPID: [...check.rpIds],
      requireUserVerification: check.requireUserVerification,
      supportedAlgorithmIDs: COSE_ALGORITHMS,
    })
    if (registrationInfo === undefined) throw new PasskeyError('attestation does not verify')
    const { credential, rpID } = registrationInfo
    // The library believes the id inside the signed data and never reads the one beside it.
    if (credential.id !== id) throw new PasskeyError('credential id does not match')
    requireLongKey(library, credential.publicKey)
    if (rpID === undefined) throw new PasskeyError('relying party does not match')
    return {
      credentialId: id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports,
      rpId: rpID,
    }
  } catch (thrown) {
    throw passkeyErrorOf(thrown)
  }
}

/** @throws PasskeyError for an RSA key that is no longer thought to be safe */
function requireLongKey({ isoCBOR }: WebAuthn, publicKey: Uint8Array): void {
  const key = isoCBOR.decodeFirst<Map<number, unknown>>(Uint8Array.from(publicKey))
  const modulus = key.get(COSE.modulus)
  if (key.get(COSE.type) !== COSE.rsa || !(modulus instanceof Uint8Array)) return
  if (BigInt(`0x${Buffer.from(modulus).toString('hex')}`).toString(2).length < RSA_BITS_MIN) {
    throw new PasskeyError('key is too short')
  }
}

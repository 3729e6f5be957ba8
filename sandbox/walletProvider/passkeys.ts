import { createHash } from 'node:crypto'
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { parseObject } from '../http.ts'

// The library takes a quarter of a second of CPU: it is loaded with the first passkey.
// Outside of every `try`: a library that cannot be loaded says nothing about a passkey.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** ES256, EdDSA and RS256. */
const COSE_ALGORITHMS = [-7, -8, -257]

type Registration = {
  readonly challenge: string
  readonly attestation: {
    readonly credentialId: string
    readonly clientDataJson: string
    readonly attestationObject: string
  }
}

export type NewPasskey = {
  readonly credentialId: string
  /** COSE. */
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly aaguid: string
  readonly rpId: string
}

/** Verifies an attestation. Undefined if it is not what it should be. */
export async function registeredPasskey(
  { challenge, attestation }: Registration,
  configuredOrigins: readonly string[],
): Promise<NewPasskey | undefined> {
  const id = unpadded(attestation.credentialId)
  const origin = allowedOrigin(attestation.clientDataJson, configuredOrigins)
  if (origin === undefined) return undefined
  const [{ verifyRegistrationResponse }, encoding] = await Promise.all([library(), helpers()])
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: attestation.clientDataJson,
          attestationObject: withoutStatement(encoding, attestation.attestationObject),
        },
      },
      expectedChallenge: (given) => unpadded(given) === unpadded(challenge),
      expectedOrigin: origin,
      expectedRPID: relyingParties(origin, configuredOrigins),
      // Whether a user is verified the platform asks for, whose setting it is.
      requireUserVerification: false,
      supportedAlgorithmIDs: COSE_ALGORITHMS,
    })
    return newPasskey(id, registrationInfo)
  } catch {
    return undefined
  }
}

/**
 * No maker has to be proven to a sandbox. Following a statement's certificates, the library would
 * fetch the revocation lists that they name: addresses that the caller has chosen.
 */
function withoutStatement(
  { decodeAttestationObject, isoBase64URL, isoCBOR }: Awaited<ReturnType<typeof helpers>>,
  attestationObject: string,
): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

function newPasskey(
  id: string,
  info: VerifiedRegistrationResponse['registrationInfo'],
): NewPasskey | undefined {
  // The id beside the signed data is only the caller's word for the one inside it.
  if (info?.rpID === undefined || info.credential.id !== id) return undefined
  const { publicKey, counter } = info.credential
  return { credentialId: id, publicKey, counter, aaguid: info.aaguid, rpId: info.rpID }
}

export type WebauthnStamp = {
  readonly credentialId: string
  readonly authenticatorData: string
  readonly clientDataJson: string
  readonly signature: string
}

/** Reads the value of an `X-Stamp-Webauthn` header. Undefined if it is none. */
export function readWebauthnStamp(value: string): WebauthnStamp | undefined {
  const { credentialId, authenticatorData, clientDataJson, signature } =
    parseObject(Buffer.from(value)) ?? {}
  if (typeof credentialId !== 'string' || typeof authenticatorData !== 'string') return undefined
  if (typeof clientDataJson !== 'string' || typeof signature !== 'string') return undefined
  return { credentialId: unpadded(credentialId), authenticatorData, clientDataJson, signature }
}

/**
 * Whether the passkey signed these bytes: its challenge is their hash's hex text. Whether its
 * counter moved on is asked in the transaction that writes it.
 *
 * @returns the counter it signed with, or undefined if it did not sign
 */
export async function counterOfStamp(
  stamp: WebauthnStamp,
  raw: Buffer,
  passkey: { readonly publicKey: Uint8Array; readonly rpId: string },
  configuredOrigins: readonly string[],
): Promise<number | undefined> {
  const { credentialId: id, authenticatorData, clientDataJson, signature } = stamp
  const origin = allowedOrigin(clientDataJson, configuredOrigins)
  if (origin === undefined) return undefined
  const challenge = Buffer.from(createHash('sha256').update(raw).digest('hex'))
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientDataJson, authenticatorData, signature },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      ...topOriginOf(clientDataJson),
      expectedRPID: passkey.rpId,
      requireUserVerification: false,
      credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Which page may frame it is the platform's to judge. */
function topOriginOf(clientDataJson: string): { readonly expectedTopOrigin?: string } {
  const { topOrigin } = parseObject(Buffer.from(clientDataJson, 'base64url')) ?? {}
  return typeof topOrigin === 'string' ? { expectedTopOrigin: topOrigin } : {}
}

/** The origin that the client data names, if this provider takes it: localhost, or configured. */
function allowedOrigin(
  clientDataJson: string,
  configuredOrigins: readonly string[],
): string | undefined {
  const { origin } = parseObject(Buffer.from(clientDataJson, 'base64url')) ?? {}
  if (typeof origin !== 'string') return undefined
  const isLocal = /^https?:\/\/([a-z0-9-]+\.)*localhost(:\d+)?$/.test(origin)
  return isLocal || configuredOrigins.includes(origin) ? origin : undefined
}

/**
 * The relying parties that an origin may speak for: its host and the domains above it. An app's
 * origin has no host, so it may speak for those of the configured web origins.
 */
function relyingParties(origin: string, configuredOrigins: readonly string[]): string[] {
  const origins = isWebOrigin(origin) ? [origin] : configuredOrigins.filter(isWebOrigin)
  return origins.flatMap((one) => {
    const labels = new URL(one).hostname.split('.')
    const domains = labels.map((_, index) => labels.slice(index).join('.'))
    return domains.filter((domain, index) => index === 0 || /\.|^localhost$/.test(domain))
  })
}

function isWebOrigin(origin: string): boolean {
  return /^https?:\/\//.test(origin) && URL.canParse(origin)
}

function unpadded(text: string): string {
  return text.replace(/=+$/, '')
}

/**
 * A software authenticator: makes passkeys and signs with them as a browser's would, bytes and all.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { cose, isoCBOR } from '@simplewebauthn/server/helpers'

/** What an authenticator signs in a registration. */
export type Registration = {
  readonly authData: Uint8Array
  readonly clientDataHash: Uint8Array
  readonly rpIdHash: Uint8Array
  readonly credentialId: Uint8Array
  readonly keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
}

/** An attestation statement: CBOR in the making. */
export type Statement = {
  readonly fmt: string
  readonly attStmt: ReadonlyMap<string, Uint8Array | readonly Uint8Array[] | number>
}

export type PasskeyAlgorithm = 'ES256' | 'RS256'

/** What a ceremony may get wrong; each has an honest default. */
export type Ceremony = {
  readonly rpId?: string
  readonly origin?: string
  /** Of the outermost page, where the ceremony is in a frame. */
  readonly topOrigin?: string
  readonly type?: 'webauthn.create' | 'webauthn.get'
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  /** Without it, one more than the last time. */
  readonly counter?: number
  /** Of a registration; `none` without it. */
  readonly statement?: (registration: Registration) => Statement
}

export type Attestation = {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
  readonly transports: readonly ('internal' | 'hybrid')[]
}

export type Assertion = {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
}

export type Passkey = {
  /** Unpadded base64url. */
  readonly credentialId: string
  /** COSE in base64url. */
  readonly publicKey: string
  /** @param challenge base64url, as a backend makes it; see `aChallenge` */
  attest(challenge: string, ceremony?: Ceremony): Attestation
  /** @param challenge the WebAuthn challenge: bytes, or a text of which they are the UTF-8 */
  assert(challenge: string | Uint8Array, ceremony?: Ceremony): Assertion
}

export type PasskeyOptions = Pick<Ceremony, 'rpId' | 'origin'> & {
  readonly algorithm?: PasskeyAlgorithm
  readonly credentialIdBytes?: number
  readonly rsaBits?: number
  /** The counter never moves, as with passkeys that are synced between devices. */
  readonly synced?: boolean
}

/** The library's type of what it encodes knows no lists in maps; its encoder does. */
type CborMap = Parameters<typeof isoCBOR.encode>[0]
type Cbor = string | Uint8Array | ReadonlyMap<string, unknown>

const FLAG_USER_PRESENT = 0x01
const FLAG_USER_VERIFIED = 0x04
const FLAG_ATTESTED_DATA = 0x40
const AAGUID = Buffer.alloc(16)

/** A registration challenge: what a platform's backend makes of random bytes. */
export function aChallenge(): string {
  return randomBytes(32).toString('base64url')
}

/** Makes a passkey of its own key. RS256 takes a moment: its key is 2048 bits. */
export function aPasskey(options: PasskeyOptions = {}): Passkey {
  const { algorithm = 'ES256', synced = false, credentialIdBytes = 16, rsaBits } = options
  const { privateKey, publicKey } = keyPair(algorithm, rsaBits)
  const id = randomBytes(credentialIdBytes)
  const credentialId = id.toString('base64url')
  const coseKey = coseKeyOf(publicKey, algorithm)
  let lastCounter = 0

  function authenticatorData(ceremony: Ceremony, attested: Buffer): Buffer {
    const { rpId = options.rpId ?? 'localhost', userPresent = true, userVerified = true } = ceremony
    const { counter = synced ? 0 : lastCounter + 1 } = ceremony
    lastCounter = counter
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(counter)
    const flags =
      (userPresent ? FLAG_USER_PRESENT : 0) |
      (userVerified ? FLAG_USER_VERIFIED : 0) |
      (attested.length > 0 ? FLAG_ATTESTED_DATA : 0)
    const rpIdHash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counterBytes, attested])
  }

  function clientData(type: string, challenge: string, ceremony: Ceremony): Buffer {
    const { origin = options.origin ?? 'http://localhost' } = ceremony
    const { topOrigin } = ceremony
    const framed = topOrigin !== undefined && { topOrigin }
    const members = {
      ...{ type: ceremony.type ?? type, challenge, origin },
      ...{ crossOrigin: topOrigin !== undefined, ...framed },
    }
    return Buffer.from(JSON.stringify(members))
  }

  return {
    credentialId,
    publicKey: coseKey.toString('base64url'),
    attest(challenge, ceremony = {}) {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const attested = Buffer.concat([AAGUID, idLength, id, coseKey])
      const authData = Uint8Array.from(authenticatorData(ceremony, attested))
      const client = clientData('webauthn.create', challenge, ceremony)
      const { fmt, attStmt } = ceremony.statement?.({
        authData,
        clientDataHash: createHash('sha256').update(client).digest(),
        rpIdHash: authData.subarray(0, 32),
        credentialId: id,
        keys: { privateKey, publicKey },
      }) ?? { fmt: 'none', attStmt: new Map() }
      const attestationObject = isoCBOR.encode(
        new Map<string, Cbor>([
          ['fmt', fmt],
          ['attStmt', new Map(attStmt)],
          ['authData', authData],
        ]) as CborMap,
      )
      return {
        credentialId,
        clientDataJson: client.toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
    },
    assert(challenge, ceremony = {}) {
      const encoded = Buffer.from(challenge as Uint8Array).toString('base64url')
      const client = clientData('webauthn.get', encoded, ceremony)
      const data = authenticatorData(ceremony, Buffer.alloc(0))
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        credentialId,
        clientDataJson: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}

function keyPair(
  algorithm: PasskeyAlgorithm,
  rsaBits = 2048,
): { privateKey: KeyObject; publicKey: KeyObject } {
  return algorithm === 'ES256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: rsaBits })
}

function coseKeyOf(publicKey: KeyObject, algorithm: PasskeyAlgorithm): Buffer {
  const { x, y, n, e } = publicKey.export({ format: 'jwk' })
  const { COSEKEYS, COSEKTY, COSEALG, COSECRV } = cose
  const key =
    algorithm === 'ES256'
      ? new Map<number, number | Uint8Array>([
          [COSEKEYS.kty, COSEKTY.EC2],
          [COSEKEYS.alg, COSEALG.ES256],
          [COSEKEYS.crv, COSECRV.P256],
          [COSEKEYS.x, bytesOf(x)],
          [COSEKEYS.y, bytesOf(y)],
        ])
      : new Map<number, number | Uint8Array>([
          [COSEKEYS.kty, COSEKTY.RSA],
          [COSEKEYS.alg, COSEALG.RS256],
          [COSEKEYS.n, bytesOf(n)],
          [COSEKEYS.e, bytesOf(e)],
        ])
  return Buffer.from(isoCBOR.encode(key))
}

function bytesOf(base64url: string | undefined): Uint8Array {
  return Uint8Array.from(Buffer.from(base64url ?? '', 'base64url'))
}

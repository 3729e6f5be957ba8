/**
 * Attestation certificates as a dishonest authenticator makes them: DER by hand, signed for real.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Registration, Statement } from '../../scripts/serviceDriver/authenticator.ts'

const SEQUENCE = 0x30
const SET = 0x31
const OCTET_STRING = 0x04
const CONTEXT = 0xa0
const CONTEXT_PRIMITIVE = 0x80

function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const digits = [arc & 127]
    for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128)
    bytes.push(...digits)
  }
  return tlv(0x06, Buffer.from(bytes))
}

const integer = (value: number): Buffer => tlv(0x02, Buffer.from([value]))
const enumerated = (value: number): Buffer => tlv(0x0a, Buffer.from([value]))
const octets = (...parts: readonly Uint8Array[]): Buffer => tlv(OCTET_STRING, ...parts)
const instant = (text: string): Buffer => tlv(0x17, Buffer.from(text))
const ecdsaWithSha256 = tlv(SEQUENCE, oid('1.2.840.10045.4.3.2'))

const extension = (id: string, value: Uint8Array): Buffer => tlv(SEQUENCE, oid(id), octets(value))

/** One list, at one address. */
function revocationListAt(url: string): Buffer {
  const fullName = tlv(CONTEXT, tlv(CONTEXT_PRIMITIVE | 6, Buffer.from(url)))
  const point = tlv(SEQUENCE, tlv(CONTEXT, fullName))
  return extension('2.5.29.31', tlv(SEQUENCE, point))
}

/** Of an Android key: what binds it to the ceremony. */
function androidKeyDescription(clientDataHash: Uint8Array): Buffer {
  const empty = tlv(SEQUENCE)
  return extension(
    '1.3.6.1.4.1.11129.2.1.17',
    tlv(
      SEQUENCE,
      integer(3),
      enumerated(1),
      integer(4),
      enumerated(1),
      octets(clientDataHash),
      octets(),
      empty,
      empty,
    ),
  )
}

/** Of an Apple key: what binds it to the ceremony. */
function appleNonce(signed: Uint8Array): Buffer {
  const nonce = createHash('sha256').update(signed).digest()
  return extension('1.2.840.113635.100.8.2', tlv(SEQUENCE, tlv(CONTEXT | 1, octets(nonce))))
}

function name(commonName: string): Buffer {
  const parts = [
    ['2.5.4.6', 'XX'],
    ['2.5.4.10', 'Nobody'],
    ['2.5.4.11', 'Authenticator Attestation'],
    ['2.5.4.3', commonName],
  ] as const
  return tlv(
    SEQUENCE,
    ...parts.map(([id, text]) => tlv(SET, tlv(SEQUENCE, oid(id), tlv(0x0c, Buffer.from(text))))),
  )
}

type Certified = {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly issuerKey: KeyObject
  readonly extensions: readonly Buffer[]
}

function certificate({ subject, publicKey, issuer, issuerKey, extensions }: Certified): Buffer {
  const body = tlv(
    SEQUENCE,
    tlv(CONTEXT, integer(2)),
    integer(7),
    ecdsaWithSha256,
    name(issuer),
    tlv(SEQUENCE, instant('200101000000Z'), instant('490101000000Z')),
    name(subject),
    publicKey.export({ format: 'der', type: 'spki' }),
    tlv(CONTEXT | 3, tlv(SEQUENCE, ...extensions)),
  )
  const signature = sign('sha256', body, issuerKey)
  return tlv(SEQUENCE, body, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature))
}

export const chainedFormats = ['android-key', 'packed', 'apple', 'fido-u2f'] as const
export type ChainedFormat = (typeof chainedFormats)[number]

/**
 * An attestation statement that holds in itself, with a chain to a root of its own maker. Its
 * certificates say that their revocation list is at `revocationList`.
 */
export function aChainedStatement(
  format: ChainedFormat,
  revocationList: string,
  { authData, clientDataHash, rpIdHash, credentialId, keys }: Registration,
): Statement {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isOfKey = format === 'android-key' || format === 'apple'
  const signer = isOfKey ? keys : own
  const base = Buffer.concat([authData, clientDataHash])
  const extensions = [
    revocationListAt(revocationList),
    ...(format === 'android-key' ? [androidKeyDescription(clientDataHash)] : []),
    ...(format === 'apple' ? [appleNonce(base)] : []),
    extension('2.5.29.19', tlv(SEQUENCE)),
  ]
  const issuedBy = { issuer: 'root', issuerKey: root.privateKey }
  const leaf = { subject: 'leaf', publicKey: signer.publicKey, ...issuedBy, extensions }
  const anchor = {
    subject: 'root',
    publicKey: root.publicKey,
    ...issuedBy,
    extensions: [revocationListAt(revocationList)],
  }
  const x5c = [certificate(leaf), certificate(anchor)].map((one) => Uint8Array.from(one))
  const point = signer === own ? pointOf(keys.publicKey) : Buffer.alloc(0)
  const signed =
    format === 'fido-u2f'
      ? Buffer.concat([Buffer.from([0]), rpIdHash, clientDataHash, credentialId, point])
      : base
  const sig = Uint8Array.from(sign('sha256', signed, signer.privateKey))
  const attStmt = new Map<string, Uint8Array | readonly Uint8Array[] | number>([['x5c', x5c]])
  if (format !== 'apple') attStmt.set('sig', sig)
  if (format === 'packed' || format === 'android-key') attStmt.set('alg', -7)
  return { fmt: format, attStmt }
}

/** Uncompressed. */
function pointOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-65)
}

import { p256 } from '@noble/curves/nist.js'
import { normalizePublicKey } from './publicKey.ts'
import { StampError } from './stampError.ts'

/** A stamp whose form is right; `verifyStamp` checks the signature. */
export type Stamp = {
  /** Compressed SEC1 P-256 key, 66 lowercase hex digits. */
  readonly publicKey: string
  /** Strict DER `SEQUENCE { INTEGER r, INTEGER s }`; s may be high, as with half of all clients. */
  readonly signature: Uint8Array
}

const HEADER_CHARACTERS_MAX = 2048
const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256'
const BASE64URL = /^[A-Za-z0-9_-]+=*$/
const COMPRESSED_KEY = /^0[23][0-9a-f]{64}$/
const HEX_BYTES = /^([0-9a-f]{2})+$/

/**
 * Reads the value of a stamp header: base64url of a JSON object with `publicKey`, `scheme` and
 * `signature`. Unknown members and uppercase hex are tolerated; nothing else is.
 *
 * @throws StampError with the first check that failed, safe to show to the caller
 */
export function parseStamp(headerValue: string): Stamp {
  if (headerValue.length > HEADER_CHARACTERS_MAX) throw new StampError('stamp is too long')
  if (!BASE64URL.test(headerValue)) throw new StampError('stamp is not base64url')

  const members = parseObject(decodeUtf8(Buffer.from(headerValue, 'base64url')))
  const publicKey = text(members, 'publicKey').toLowerCase()
  const scheme = text(members, 'scheme')
  const signature = text(members, 'signature').toLowerCase()

  if (scheme !== SCHEME) throw new StampError('scheme is unknown')
  if (!COMPRESSED_KEY.test(publicKey)) {
    throw new StampError('publicKey is not a compressed P-256 key in hex')
  }
  return { publicKey: normalizePublicKey(publicKey), signature: strictDer(signature) }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new StampError('stamp is not UTF-8')
  }
}

function parseObject(json: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new StampError('stamp is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new StampError('stamp is not a JSON object')
  }
  return value as Record<string, unknown>
}

function text(members: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(members, name) ? members[name] : undefined
  if (typeof value !== 'string') throw new StampError(`${name} is missing or not a string`)
  return value
}

// OpenSSL and noble's verify() both report bad DER as "does not verify"; the caller gets a
// different error for it, so the encoding is parsed on its own.
function strictDer(hex: string): Uint8Array {
  if (!HEX_BYTES.test(hex)) throw new StampError('signature is not hex')
  const bytes = Buffer.from(hex, 'hex')
  try {
    p256.Signature.fromBytes(bytes, 'der')
  } catch {
    throw new StampError('signature is not a DER encoded ECDSA signature')
  }
  return bytes
}

import { createPublicKey, type KeyObject } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { LRUCache } from 'lru-cache'
import { StampError } from './stampError.ts'

const PUBLIC_KEY = /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/
const KEYS_CACHED_MAX = 10_000

/** DER SubjectPublicKeyInfo of a compressed P-256 point, up to the point. */
const SPKI_PREFIX = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex')

// Keys are immutable, so they may be kept; whether one is still a session is never asked here.
const keyObjects = new LRUCache<string, KeyObject>({ max: KEYS_CACHED_MAX })

/**
 * The one spelling in which P-256 keys are stored and compared: compressed, lowercase.
 *
 * @param hex compressed (66 digits) or uncompressed (130 digits), in either case
 * @throws StampError if it is neither, or not a point on the curve
 */
export function normalizePublicKey(hex: string): string {
  const lower = hex.toLowerCase()
  if (!PUBLIC_KEY.test(lower)) throw new StampError('publicKey is not a P-256 key in hex')
  if (keyObjects.has(lower)) return lower
  try {
    return p256.Point.fromHex(lower).toHex(true)
  } catch {
    throw new StampError('publicKey is not a point on P-256')
  }
}

/** The key object of a normalized key; parsing one costs as much as the verification itself. */
export function keyObjectOf(publicKey: string): KeyObject {
  const cached = keyObjects.get(publicKey)
  if (cached !== undefined) return cached
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  keyObjects.set(publicKey, key)
  return key
}

/** Secrets with full entropy: shown once, kept as a SHA-256. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Equality in constant time; false where the lengths differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

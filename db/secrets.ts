/** Secrets with full entropy: shown once, kept as a SHA-256. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The access token of an agent: 256 bits behind a prefix by which scanners recognise it. */
export function newAgentToken(): string {
  return `agt_${randomBytes(32).toString('hex')}`
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** Equality in constant time; false if the lengths differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Ids derived from their contents, so that concurrent duplicates share one row and one workflow.
 */
import { createHash } from 'node:crypto'

/**
 * A UUID (version 8: custom) out of the SHA-256 of its parts. The parts are length-prefixed,
 * so that no two lists collide.
 */
export function deriveUuid(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  const bytes = hash.digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/** Hex SHA-256 of the length-prefixed parts: identifies a request, so that a retry is recognized. */
export function hashOf(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash.digest('hex')
}

import { verify } from 'node:crypto'
import type { Stamp } from './parseStamp.ts'
import { keyObjectOf } from './publicKey.ts'

/**
 * Whether the stamp was made over exactly this payload by the key it names. It says nothing about
 * whether that key may do anything.
 *
 * @param payload the stored text, byte for byte; never a re-serialization
 */
export function verifyStamp(stamp: Stamp, payload: string): boolean {
  // OpenSSL accepts high S, as it must: half of all genuine stamps have it.
  return verify('sha256', Buffer.from(payload), keyObjectOf(stamp.publicKey), stamp.signature)
}

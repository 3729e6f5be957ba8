/** Points of P-256, in their two spellings. */
import { p256 } from '@noble/curves/nist.js'
import { type Bytes, hexOf } from './encoding.ts'
import { DeviceError } from './errors.ts'

/**
 * The 65 bytes of a point in either spelling.
 *
 * @throws DeviceError `KEY_MALFORMED` for what is not on the curve
 */
export function uncompressedOf(point: Uint8Array): Bytes {
  try {
    return Uint8Array.from(p256.Point.fromBytes(point).toBytes(false))
  } catch {
    throw new DeviceError('KEY_MALFORMED')
  }
}

/** Hex of the 33 bytes of a point whose 65 are given. */
export function compressedHexOf(point: Uint8Array): string {
  return `${(point[64] ?? 0) % 2 === 0 ? '02' : '03'}${hexOf(point.subarray(1, 33))}`
}

/** Texts of bytes, without what one of the engines lacks: `Buffer`, `atob`, `TextEncoder`. */
import { sha256 } from '@noble/hashes/sha2.js'
import { DeviceError, type DeviceErrorCode } from './errors.ts'

/** Bytes of their own memory, which WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @throws DeviceError with the code that is given */
export function bytesOfHex(hex: unknown, code: DeviceErrorCode): Bytes {
  if (typeof hex !== 'string' || !/^([0-9a-fA-F]{2})+$/.test(hex)) throw new DeviceError(code)
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function utf8Of(text: string): Bytes {
  // A surrogate without its other half has no UTF-8: it becomes U+FFFD, as in a TextEncoder.
  const escaped = encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd'))
  const bytes = escaped.match(/%..|./g) ?? []
  return Uint8Array.from(bytes, (one) =>
    one.length === 1 ? one.charCodeAt(0) : Number.parseInt(one.slice(1), 16),
  )
}

/** @throws DeviceError `BUNDLE_MALFORMED` for bytes that are not UTF-8 */
export function textOf(bytes: Uint8Array): string {
  try {
    return decodeURIComponent(hexOf(bytes).replaceAll(/../g, '%$&'))
  } catch {
    throw new DeviceError('BUNDLE_MALFORMED')
  }
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Without padding. */
export function base64urlOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const bits = (first << 16) | (second << 8) | third
    const digits = Math.min(bytes.length - at, 3) + 1
    for (let digit = 0; digit < digits; digit += 1) {
      text += BASE64URL[(bits >> (18 - 6 * digit)) & 63]
    }
  }
  return text
}

/** @throws DeviceError `PASSKEY_MISMATCH` for another alphabet */
export function bytesOfBase64url(text: string): Bytes {
  const bytes: number[] = []
  let bits = 0
  let count = 0
  for (const digit of text.replace(/=+$/, '')) {
    const value = BASE64URL.indexOf(digit)
    if (value === -1) throw new DeviceError('PASSKEY_MISMATCH')
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count >= 8) {
      count -= 8
      bytes.push((bits >> count) & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CHECKSUM_BYTES = 4
/** Twice the longest that is ever sent: reading one takes the square of its length. */
const BASE58_MAX = 256

/** The bytes of a base58check text, which has no version byte. @throws DeviceError `BUNDLE_MALFORMED` */
export function bytesOfBase58check(text: string): Bytes {
  if (text.length > BASE58_MAX) throw new DeviceError('BUNDLE_MALFORMED')
  let value = 0n
  for (const digit of text) {
    const index = BASE58.indexOf(digit)
    if (index === -1) throw new DeviceError('BUNDLE_MALFORMED')
    value = value * 58n + BigInt(index)
  }
  const hex = value.toString(16)
  const digits = hex.padStart(hex.length + (hex.length % 2), '0')
  const zeros = '00'.repeat(/^1*/.exec(text)?.[0].length ?? 0)
  const all = bytesOfHex(zeros + digits, 'BUNDLE_MALFORMED')
  const bytes = all.slice(0, -CHECKSUM_BYTES)
  const checksum = sha256(sha256(bytes)).subarray(0, CHECKSUM_BYTES)
  if (hexOf(checksum) !== hexOf(all.subarray(-CHECKSUM_BYTES))) {
    throw new DeviceError('BUNDLE_MALFORMED')
  }
  return bytes
}

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

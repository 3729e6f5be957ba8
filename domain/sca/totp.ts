/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, steps of 30 seconds. */
import { Secret, TOTP } from 'otpauth'

const SECRET_BYTES = 20
const DIGITS = 6
const STEP_SECONDS = 30
/** Steps before and after the present one whose codes are accepted: clocks differ. */
const WINDOW = 1

/** A fresh secret of 160 bits, in base32 without padding. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The `otpauth:` address that authenticator apps read as a QR code. */
export function totpUri(secret: string, names: { issuer: string; label: string }): string {
  return totpOf(secret, names).toString()
}

/** A secret in base32 as hexadecimal digits. */
export function totpSecretHex(secret: string): string {
  return Secret.fromBase32(secret).hex.toLowerCase()
}

/**
 * The time step of a code that is right now, or undefined. A code is right for more than one step's
 * length: the caller records the accepted step, and accepts no code of that step or an earlier one again.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | undefined {
  // The library takes a code with spaces.
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  const shape = { algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS }
  return new TOTP({ ...names, ...shape, secret: Secret.fromBase32(secret) })
}

/** Recovery codes: what a customer logs in with, once each, who has lost the authenticator. */
import { hash, randomBytes } from 'node:crypto'

const COUNT = 10
const BYTES = 10
/** Crockford's: no letter can be taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP = 4

/** Ten codes of 80 random bits, in four groups of four: `7k3m-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    let number = BigInt(`0x${randomBytes(BYTES).toString('hex')}`)
    let text = ''
    for (let index = 0; index < (BYTES * 8) / 5; index += 1) {
      text = (ALPHABET[Number(number % 32n)] ?? '') + text
      number /= 32n
    }
    return text.replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-')
  })
}

/**
 * The SHA-256 of a recovery code, hexadecimal, whatever the case and however it is grouped; undefined
 * for an invalid text.
 */
export function recoveryCodeHash(text: string): string | undefined {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '')
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(code) ? hash('sha256', code) : undefined
}

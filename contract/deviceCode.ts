/** Device codes: twelve characters that a person can type, 60 bits. */

/** Crockford's: no I, L, O and U, which look like others or spell words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const DEVICE_CODE_LENGTH = 12

/** The code that random bytes spell, five bits of each: `7K3M-9QXR-2TVW`. */
export function deviceCodeOf(random: Uint8Array): string {
  if (random.length !== DEVICE_CODE_LENGTH) {
    throw new RangeError(`a device code is made of ${DEVICE_CODE_LENGTH} bytes`)
  }
  return grouped([...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join(''))
}

/**
 * A code as it is shown, however it was typed: lower case, spaces, without hyphens, and
 * with letters that are read for digits. Text that is no code stays something that no code equals.
 */
export function typedDeviceCode(text: string): string {
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return grouped(plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
}

function grouped(plain: string): string {
  return plain.replaceAll(/(.{4})(?=.)/g, '$1-')
}

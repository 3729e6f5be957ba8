/**
 * Addresses without a holder of the key, by their shape: what is sent there is lost. A key is made by chance,
 * so an address of one has no pattern: each of these shapes is rarer than one in 2^60. What has no pattern is
 * a list (`evmContracts.ts`, `solanaPrograms.ts`, `tronContracts.ts`), and what is in none only the chain knows.
 */

/** Bytes of one value in a row that no search for a fine address comes to. */
const RUN_MIN = 10
/** Values of bytes: so few of them are digits that were typed. */
const VALUES_MAX = 4

/** Shares of what chance makes in one place of sixteen. */
const EQUAL_NEIGHBOURS_MIN = 0.6
const DOUBLE_DIGITS_MIN = 0.9

/** Whether bytes were chosen, not made from a key: a pattern that people type, or that a chain counts up. */
export function isChosen(bytes: Uint8Array): boolean {
  return (
    hasRun(bytes) ||
    new Set(bytes).size <= VALUES_MAX ||
    isCounting(bytes) ||
    isRepeated(bytes) ||
    isStuttering(bytes)
  )
}

/** Zeros of a precompiled contract, of a layer's own contracts (`0x42` and zeros) or of a burn address. */
function hasRun(bytes: Uint8Array): boolean {
  let length = 0
  return bytes.some((byte, index) => {
    length = byte === bytes[index - 1] ? length + 1 : 1
    return length >= RUN_MIN
  })
}

/** `0001020304...`: each byte as far from the one before it as the next. */
function isCounting(bytes: Uint8Array): boolean {
  const step = (index: number): number => ((bytes[index] ?? 0) - (bytes[index - 1] ?? 0)) & 0xff
  return bytes.every((_, index) => index < 2 || step(index) === step(1))
}

/** A block of up to half of the digits again and again; the last may be cut off. */
function isRepeated(bytes: Uint8Array): boolean {
  const digits = Buffer.from(bytes).toString('hex')
  return Array.from({ length: digits.length / 2 }, (_, index) => index + 1).some((period) =>
    digits.startsWith(digits.slice(period)),
  )
}

/** `0x1111222233334444...`, `0xaabbccddeeff0011...`: most digits stand twice. */
function isStuttering(bytes: Uint8Array): boolean {
  const digits = Buffer.from(bytes).toString('hex')
  const equal = [...digits].filter((digit, index) => digit === digits[index - 1]).length
  const doubled = [...bytes].filter((byte) => byte % 0x11 === 0).length
  return (
    equal >= digits.length * EQUAL_NEIGHBOURS_MIN || doubled >= bytes.length * DOUBLE_DIGITS_MIN
  )
}

/**
 * Whether no one holds the key of the twenty bytes of an account of an EVM network or of Tron: their shape,
 * and `dead` at an end with zeros or itself.
 *
 * @param digits in hexadecimal
 */
export function isUnownedAccount(digits: string): boolean {
  const lower = digits.toLowerCase()
  return isChosen(Buffer.from(lower, 'hex')) || /(dead){2,}$|^(dead){2,}|^0{16,}.*dead$/.test(lower)
}

/** Untrusted JSON texts: the size of what they hold is known before any of it is parsed. */

/** More values than any body of ours has: what the largest schema allows is less, as a test shows. */
export const VALUES_MAX = 20_000
export const LEVELS_MAX = 32

/** Why a text is not parsed. */
export type Excess = 'VALUES' | 'LEVELS'

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/**
 * Reads a JSON text up to the first value too many, and stops there: at most one step for each character. Of a text
 * that is no JSON it says nothing.
 *
 * @returns undefined for a text that has not more of either than is allowed
 */
export function excessIn(text: string, valuesMax = VALUES_MAX): Excess | undefined {
  let values = 1
  let levels = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      at = endOfString(text, at)
    } else if (sign === COMMA) {
      values += 1
      if (values > valuesMax) return 'VALUES'
    } else if (sign === 0x5b || sign === 0x7b) {
      values += 1
      levels += 1
      if (levels > LEVELS_MAX) return 'LEVELS'
      if (values > valuesMax) return 'VALUES'
    } else if (sign === 0x5d || sign === 0x7d) {
      levels -= 1
    }
  }
  return undefined
}

/** The index of the quotation mark that ends a string; of the last character where none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    // An odd number of backslashes makes it a part of the string.
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** Integers of a response that JavaScript cannot hold. */

/**
 * Whether a JSON text has an integer outside strings that `JSON.parse` would round: a balance beyond
 * 2^53.
 */
export function hasInexactInteger(json: string): boolean {
  if (!/\d{16}/.test(json)) return false
  const numbers = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d{16,}(?![\d.eE])/g) ?? []
  return numbers.some((digits) => !Number.isSafeInteger(Number(digits)))
}

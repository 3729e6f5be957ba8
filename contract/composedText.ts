/**
 * Text in its composed form (NFC): a letter and its accent are one character, so that two spellings which
 * look the same are the same when they are compared.
 */

/** A parsed JSON value with every text in it composed. */
export function composed(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC')
  if (Array.isArray(value)) return value.map(composed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, composed(each)]))
}

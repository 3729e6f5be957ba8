/**
 * Text in its composed form (NFC): a letter and its accent are one character, so that two spellings which
 * look the same are the same when they are compared. This file alone calls `normalize`: sorting a run of marks
 * costs the square of its length.
 */

/** Letters of all scripts have fewer marks in a row; Unicode's own limit for streams (UAX 15, 13). */
export const MARKS_MAX = 30

/** Of half width: they are letters, and become marks in the forms of compatibility. */
const RUNS = /[\p{M}\uff9e\uff9f]+/gu

/** Whether it has more marks in a row than any letter has. */
export function hasEndlessMarks(text: string): boolean {
  for (const [run] of text.matchAll(RUNS)) {
    // Some marks are two code units.
    if (run.length > MARKS_MAX && [...run].length > MARKS_MAX) return true
  }
  return false
}

/** The text composed. One with endless marks stays as it is: no format takes it. */
export function composedText(text: string): string {
  return hasEndlessMarks(text) ? text : text.normalize('NFC')
}

/** The letters and the marks of a text apart, each in its plain form. A text with endless marks stays as it is. */
export function decomposedText(text: string): string {
  return hasEndlessMarks(text) ? text : text.normalize('NFKD')
}

/** A parsed JSON value with every text in it composed. */
export function composed(value: unknown): unknown {
  if (typeof value === 'string') return composedText(value)
  if (Array.isArray(value)) return value.map(composed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, composed(each)]))
}

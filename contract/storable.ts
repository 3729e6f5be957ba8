/** What a JSON column can store: no U+0000, no lone surrogates, and limited nesting. */

import { LEVELS_MAX } from './jsonText.ts'

export const DEPTH_MAX = LEVELS_MAX

/** Why a parsed JSON value can't be stored: broken text, or more levels than `DEPTH_MAX`. */
export type Unstorable = 'TEXT' | 'DEPTH'

/** Undefined for a value that can be stored. Walks without recursion: depth is what is checked. */
export function unstorableIn(value: unknown): Unstorable | undefined {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner: unknown[] = []
    for (const each of level) {
      if (typeof each === 'string' && isBrokenText(each)) return 'TEXT'
      if (typeof each !== 'object' || each === null) continue
      if (depth >= DEPTH_MAX) return 'DEPTH'
      if (!Array.isArray(each) && Object.keys(each).some(isBrokenText)) return 'TEXT'
      for (const item of Object.values(each)) inner.push(item)
    }
    level = inner
  }
  return undefined
}

/** Whether a text has U+0000 or half a surrogate pair: no column can hold it. */
export function isBrokenText(text: string): boolean {
  return text.includes('\0') || /\p{Surrogate}/u.test(text)
}

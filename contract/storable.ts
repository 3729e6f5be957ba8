/** What a JSON column can store: no U+0000, no lone surrogates, and limited nesting. */

import { LEVELS_MAX } from './jsonText.ts'

export const DEPTH_MAX = LEVELS_MAX

/** How many places of broken text are named at most, and how many letters of each name on the way to one. */
const PLACES_MAX = 20
const NAME_SHOWN_MAX = 100

/**
 * Why a parsed JSON value can't be stored: more levels than `DEPTH_MAX`, or the places of its broken text in dot
 * notation. Undefined for a value that can be stored. Walks without recursion: depth is what is checked.
 */
export function unstorableIn(value: unknown): 'DEPTH' | readonly string[] | undefined {
  // No more are kept than are named: a body may have hundreds of thousands of them, each far down.
  const broken: string[] = []
  const note = (at: string): void => {
    if (broken.length < PLACES_MAX) broken.push(at)
  }
  let level: (readonly [at: string, value: unknown])[] = [['', value]]
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner: typeof level = []
    for (const [at, each] of level) {
      if (typeof each === 'string' && isBrokenText(each)) note(at)
      if (typeof each !== 'object' || each === null) continue
      if (depth >= DEPTH_MAX) return 'DEPTH'
      for (const [name, item] of Object.entries(each)) {
        const inside = at === '' ? shownName(name) : `${at}.${shownName(name)}`
        if (isBrokenText(name)) note(inside)
        inner.push([inside, item])
      }
    }
    level = inner
  }
  return broken.length === 0 ? undefined : [...new Set(broken)]
}

/** A name as it can be answered and stored itself. */
export function shownName(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX).replaceAll(/\0|\p{Surrogate}/gu, '\ufffd')
}

/** Whether a text has U+0000 or half a surrogate pair: no column can hold it. */
export function isBrokenText(text: string): boolean {
  return text.includes('\0') || /\p{Surrogate}/u.test(text)
}

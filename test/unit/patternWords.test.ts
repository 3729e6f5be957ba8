import { expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { kindOfPattern } from '../../contract/ids.ts'
import { patternInWords, wordedPatterns } from '../../runtime/patternWords.ts'

/** Every pattern in a schema, however deep. */
function patternsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, part]) =>
    name === 'pattern' && typeof part === 'string' ? [part] : patternsIn(part),
  )
}

/** What an id is instead is said by its own message. */
const isOfIds = (pattern: string): boolean =>
  kindOfPattern(pattern) !== undefined || pattern.includes('[0-9a-f]{12}$')

test('each pattern that a request is held against is said in words, and each words belong to one', () => {
  const asked = operations.flatMap(({ body, query }) => patternsIn([body, query]))
  const patterns = new Set(asked.filter((pattern) => !isOfIds(pattern)))
  expect(patterns.size).toBeGreaterThan(40)
  expect([...patterns].filter((pattern) => patternInWords(pattern) === undefined)).toEqual([])
  expect(wordedPatterns.filter((pattern) => !patterns.has(pattern))).toEqual([])
})

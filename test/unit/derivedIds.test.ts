import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { idOf, kinds, uuidOf } from '../../contract/ids.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'

const lists = fc.array(fc.string(), { maxLength: 5 })
const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

describe('derived ids', () => {
  test('are uuids of the custom version, and the same for the same parts', () => {
    fc.assert(
      fc.property(lists, (parts) => {
        const uuid = deriveUuid(...parts)
        expect(uuid).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        )
        expect(deriveUuid(...parts)).toBe(uuid)
        expect(uuidOf('Quote', idOf('Quote', uuid))).toBe(uuid)
      }),
    )
  })

  test('differ for other parts, also where the joined text is the same', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        if (sameList(a, b)) return
        expect(deriveUuid(...a)).not.toBe(deriveUuid(...b))
        expect(hashOf(...a)).not.toBe(hashOf(...b))
      }),
    )
    expect(deriveUuid('ab', 'c')).not.toBe(deriveUuid('a', 'bc'))
    expect(deriveUuid('a', '')).not.toBe(deriveUuid('a'))
    // A part cannot imitate the length of another.
    expect(hashOf('1:a')).not.toBe(hashOf('1', 'a'))
  })
})

describe('canonical JSON', () => {
  /** The same value with the members of every object the other way round. */
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (value === null || typeof value !== 'object') return value
    const members = Object.entries(value).reverse()
    return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]))
  }
  const values = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)

  test('is one text for every spelling of one value, and reads as that value', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(value)
      }),
    )
  })

  test('keeps apart what is not the same', () => {
    const different = [{}, [], null, '', 0, '0', { a: 1 }, { a: '1' }, { a: [1] }, [1, 2], [2, 1]]
    expect(new Set(different.map(canonicalJson)).size).toBe(different.length)
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
  })
})

test('an id of another kind or shape names nothing', () => {
  const uuid = deriveUuid('x')
  for (const kind of kinds) expect(uuidOf(kind, idOf(kind, uuid))).toBe(uuid)
  const odd = [uuid, `Quote:${uuid} `, `quote:${uuid}`, `Quote:${uuid.toUpperCase()}`, 'Quote:', '']
  for (const text of [...odd, `Transaction:${uuid}`, `Quote:${uuid}\n`, 'Quote:null']) {
    expect(uuidOf('Quote', text)).toBeUndefined()
  }
})

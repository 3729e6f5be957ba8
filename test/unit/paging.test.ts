import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { positionOf } from '../../api/cursor.ts'
import { pageOf } from '../../api/keyset.ts'
import { Refusal } from '../../contract/errors.ts'

type Page = { data: unknown[]; hasMore: boolean; nextCursor?: string; totalCount?: number }

const rows = Array.from({ length: 5 }, (_, index) => ({
  id: `0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c2${index}`,
  created_at: `2026-01-15T09:30:00.12345${index}+00:00`,
}))
const filter = { list: 'rows' }
const page = (count: number, limit: number, total?: number): Page =>
  pageOf(rows.slice(0, count), limit, ({ id }) => ({ id }), total, filter) as Page

describe('a page', () => {
  test('says that there is more when one row too many came, and where to go on', () => {
    const first = page(3, 2, 5)
    expect(first.data).toEqual(rows.slice(0, 2).map(({ id }) => ({ id })))
    expect(first).toMatchObject({ hasMore: true, totalCount: 5 })
    const { created_at: createdAt, id } = rows[1] ?? { created_at: '', id: '' }
    expect(positionOf(first.nextCursor, filter)).toEqual({ createdAt, id })
  })

  test('that is the last has no cursor', () => {
    expect(page(2, 2)).toEqual({ data: [{ id: rows[0]?.id }, { id: rows[1]?.id }], hasMore: false })
    expect(page(0, 2, 0)).toEqual({ data: [], hasMore: false, totalCount: 0 })
  })
})

describe('a cursor', () => {
  const encode = (text: string): string => Buffer.from(text).toString('base64url')
  const id = rows[0]?.id
  const refused = (cursor: string): unknown => {
    try {
      return positionOf(cursor, filter)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.code
    }
  }

  test('without one there is no position', () => {
    expect(positionOf(undefined, filter)).toBeUndefined()
  })

  test.each([
    ['no base64', '!!!'],
    ['no instant', encode(`yesterday|${id}`)],
    ['a day that does not exist', encode(`2026-02-30T00:00:00+00:00|${id}`)],
    ['an hour that does not exist', encode(`2026-02-03T25:00:00+00:00|${id}`)],
    ['another time zone', encode(`2026-02-03T00:00:00+01:00|${id}`)],
    ['no uuid', encode(`2026-01-15T09:30:00+00:00|${'-'.repeat(36)}`)],
    ['a short uuid', encode('2026-01-15T09:30:00+00:00|0b6a3c1e')],
    ['SQL', encode(`2026-01-15T09:30:00+00:00|' or 1=1 --`)],
    ['a part too many', encode(`2026-01-15T09:30:00+00:00|${id}|x`)],
    ['U+0000', encode(`2026-01-15T09:30:00+00:00|${id}\0`)],
  ])('%s is 400 INVALID_INPUT', (_name, cursor) => {
    expect(refused(cursor)).toBe('INVALID_INPUT')
  })

  test('any text is refused or a position, never another error', () => {
    fc.assert(fc.property(fc.string(), (text) => void refused(text)))
    fc.assert(
      fc.property(fc.stringMatching(/^[\d:T.+|a-f-]{10,80}$/), (text) => {
        expect(refused(encode(text))).toBe('INVALID_INPUT')
      }),
    )
  })
})

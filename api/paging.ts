/** Cursor paging: a page starts after the last row shown, so inserts never shift it. */
import { invalidInput } from '../contract/errors.ts'
import { instant } from '../contract/time.ts'

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Position = { readonly createdAt: string; readonly id: string }

/** Decodes a cursor, or undefined without one. A cursor that is not ours is `400 INVALID_INPUT`. */
export function positionOf(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [createdAt, id, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  const sane = rest.length === 0 && isInstant(createdAt ?? '') && isUuid.test(id ?? '')
  if (!sane || createdAt === undefined || id === undefined) {
    throw invalidInput([{ field: 'cursor', constraint: 'format', message: 'is not a cursor' }])
  }
  return { createdAt, id }
}

/** An instant as a row shows it, of a day that exists: PostgreSQL must be able to read it. */
function isInstant(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00:00$/.test(text)) return false
  if (Number.isNaN(Date.parse(text)) || text.startsWith('0000')) return false
  // A thirtieth of February is read as one of March.
  return instant(text).toISOString().startsWith(text.slice(0, 19))
}

export type Ordered = { readonly id: string; readonly created_at: string }

/**
 * The list envelope of a page. Ask the database for `limit + 1` rows: the one too many says that
 * there is more.
 */
export function pageOf<Row extends Ordered>(
  rows: readonly Row[],
  limit: number,
  presentRow: (row: Row) => object,
  totalCount?: number,
): object {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    data: shown.map(presentRow),
    hasMore,
    ...(hasMore && last && { nextCursor: cursorOf(last) }),
    ...(totalCount !== undefined && { totalCount }),
  }
}

/** Where the page after this row begins. */
export function cursorOf(row: Ordered): string {
  return Buffer.from(`${row.created_at}|${row.id}`).toString('base64url')
}

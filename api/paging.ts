/** Cursor paging: a page starts after the last row shown, so inserts never shift it. */
import { invalidInput } from '../contract/errors.ts'

type Position = { readonly createdAt: string; readonly id: string }

/** Decodes a cursor, or undefined without one. A cursor that is not ours is `400 INVALID_INPUT`. */
export function positionOf(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [createdAt, id, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  const sane =
    rest.length === 0 &&
    /^\d{4}-\d{2}-\d{2}T[\d:.]{8,15}\+00:00$/.test(createdAt ?? '') &&
    !Number.isNaN(Date.parse(createdAt ?? '')) &&
    /^[0-9a-f-]{36}$/.test(id ?? '')
  if (!sane || createdAt === undefined || id === undefined) {
    throw invalidInput([{ field: 'cursor', constraint: 'format', message: 'is not a cursor' }])
  }
  return { createdAt, id }
}

type Ordered = { readonly id: string; readonly created_at: string }

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

function cursorOf(row: Ordered): string {
  return Buffer.from(`${row.created_at}|${row.id}`).toString('base64url')
}

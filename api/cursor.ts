/** Cursors: a page starts after the last row shown, so inserts never shift it. */
import { canonicalJson } from '../contract/canonicalJson.ts'
import { invalidInput } from '../contract/errors.ts'
import { instant } from '../contract/time.ts'
import { hashOf } from '../domain/derivedIds.ts'

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HASH_LENGTH = 16

export type Position = { readonly createdAt: string; readonly id: string }

/** A list with its filters, as a cursor of it remembers them: name, filters, direction. */
export type ListFilter = { readonly list: string } & Readonly<Record<string, unknown>>

/**
 * Decodes a cursor, or undefined without one. A cursor that is not ours is `400 INVALID_INPUT`.
 *
 * @param filter of the list that is asked for: a cursor of another list, or of the same one with
 *   other filters, is refused too, for its place means nothing here
 */
export function positionOf(cursor: string | undefined, filter: ListFilter): Position | undefined {
  if (cursor === undefined) return undefined
  const parts = partsOf(cursor)
  if (parts === undefined) throw wrongCursor('is not a cursor')
  const { hash, ...position } = parts
  if (hash !== hashOfFilter(filter)) {
    throw wrongCursor('belongs to a list with other filters; begin again without it')
  }
  return position
}

/** Whether a text is a cursor of some list of ours. */
export function isCursor(text: string): boolean {
  return partsOf(text) !== undefined
}

function wrongCursor(message: string): Error {
  return invalidInput([{ field: 'cursor', constraint: 'format', message }])
}

function partsOf(cursor: string): (Position & { readonly hash: string }) | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const [createdAt = '', id = '', hash = '', ...rest] = text.split('|')
  const isHash = hash.length === HASH_LENGTH && /^[0-9a-f]+$/.test(hash)
  const isValid = rest.length === 0 && isInstant(createdAt) && isUuid.test(id) && isHash
  return isValid ? { createdAt, id, hash } : undefined
}

/** An instant as a row shows it, of a day that exists: PostgreSQL must be able to read it. */
function isInstant(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00:00$/.test(text)) return false
  if (Number.isNaN(Date.parse(text)) || text.startsWith('0000')) return false
  // A thirtieth of February is read as one of March.
  return instant(text).toISOString().startsWith(text.slice(0, 19))
}

export type Ordered = { readonly id: string; readonly created_at: string }

/** The cursor of the page after this row. */
export function cursorOf(row: Ordered, filter: ListFilter): string {
  const text = `${row.created_at}|${row.id}|${hashOfFilter(filter)}`
  return Buffer.from(text).toString('base64url')
}

function hashOfFilter(filter: ListFilter): string {
  return hashOf(canonicalJson(filter)).slice(0, HASH_LENGTH)
}

/** Pages of the issuer's lists: newest first, by the token of an item. */
import type { ParsedUrlQuery } from 'node:querystring'
import type { Answer } from '../http.ts'
import { type Issuer, refusal, tokenOf } from './issuer.ts'

const PAGE_SIZE = 50
const PAGE_SIZE_MAX = 100

type Filter = { readonly sql: string; readonly value: unknown }

/**
 * One page of a table that has `token` and `ordinal`.
 *
 * @throws Refusal 400 for a page size that is none, 404 for a token of no item
 */
export async function pageOf<Row extends { token: string }>(
  issuer: Issuer,
  table: string,
  query: ParsedUrlQuery,
  filters: readonly Filter[],
  present: (row: Row) => object,
): Promise<Answer> {
  const size = Number(query.page_size ?? PAGE_SIZE)
  if (!Number.isInteger(size) || size < 1 || size > PAGE_SIZE_MAX) {
    throw refusal(400, `page_size must be from 1 to ${PAGE_SIZE_MAX}`)
  }
  const isBackward = query.ending_before !== undefined
  const edge = textOf(isBackward ? query.ending_before : query.starting_after)
  const values: unknown[] = [size + 1]
  const conditions = ['true']
  const add = (sql: string, value: unknown): void => {
    values.push(value)
    conditions.push(sql.replace('?', `$${values.length}`))
  }
  for (const { sql, value } of filters) if (value !== undefined) add(sql, value)
  if (edge !== undefined) {
    const at = `(select ordinal from ${table} where token = ?)`
    add(`ordinal ${isBackward ? '>' : '<'} ${at}`, tokenOf(edge, 'Page'))
  }
  const { rows } = await issuer.store.pool.query<Row>(
    `select * from ${table} where ${conditions.join(' and ')}
     order by ordinal ${isBackward ? 'asc' : 'desc'} limit $1`,
    values,
  )
  const page = rows.slice(0, size)
  if (isBackward) page.reverse()
  return { status: 200, body: { data: page.map(present), has_more: rows.length > size } }
}

export function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** A filter by a token: what can be none finds nothing. */
export function tokenFilter(sql: string, value: string | string[] | undefined): Filter {
  const text = textOf(value)
  return { sql: sql.replace('=', '::text ='), value: text }
}

/** The `where` of a list, put together from the filters that were given. */
import { between } from './keyset.ts'
import { positionOf } from './paging.ts'

export type Conditions = {
  /** @param condition SQL in which each `?` is the value */
  add(condition: string, value: unknown): void
  /** A condition without a value. */
  addText(condition: string): void
  /** A value for another part of the statement; answers its place, `$7`. */
  place(value: unknown): string
  /** Rows after the cursor, in the order that `order` then names. */
  page(
    columns: readonly [createdAt: string, id: string],
    query: { readonly cursor?: string; readonly sortOrder: string },
  ): void
  /** Rows of a time, both ends included. */
  period(column: string, query: { readonly startDate?: string; readonly endDate?: string }): void
  readonly where: string
  readonly order: string
  readonly values: readonly unknown[]
}

/** Conditions that begin with one: whose rows they are. */
export function conditionsOf(owner: string, platformId: string): Conditions {
  const parts: string[] = []
  const values: unknown[] = []
  let order = ''
  const place = (value: unknown): string => `$${values.push(value)}`
  const add = (condition: string, value: unknown): void => {
    parts.push(condition.replaceAll('?', place(value)))
  }
  add(`${owner} = ?`, platformId)
  return {
    add,
    addText: (condition) => void parts.push(condition),
    place,
    page([createdAt, id], { cursor, sortOrder }) {
      const [way, beyond] = sortOrder === 'asc' ? ['asc', '>'] : ['desc', '<']
      order = `${createdAt} ${way}, ${id} ${way}`
      const after = positionOf(cursor)
      if (after === undefined) return
      const position = `(${place(after.createdAt)}, ${place(after.id)}::uuid)`
      parts.push(`(${createdAt}, ${id}) ${beyond} ${position}`)
    },
    period(column, { startDate, endDate }) {
      parts.push(...between(place, column, { from: startDate, to: endDate }))
    },
    get where() {
      return parts.join(' and ')
    },
    get order() {
      return order
    },
    values,
  }
}

/** Query parameters of a list by time. */
export const sortOrder = { type: 'string', enum: ['asc', 'desc'], default: 'desc' } as const

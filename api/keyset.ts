/**
 * Lists whose pages cost the same however long the table is. A list is one or more *branches*:
 * conditions that an index answers in the list's own order. The database merges the branches row
 * by row, so a page reads about as many rows as it shows.
 */
import { PAGE_MAX } from '../contract/components/shared.ts'
import { instant } from '../contract/time.ts'
import type { Database } from '../db/database.ts'
import { cursorOf, type ListFilter, type Ordered, type Position, positionOf } from './cursor.ts'

/** Beyond this number of matching rows, `totalCount` is an estimate: a count may cost what a page costs. */
export const TOTAL_COUNT_MAX = PAGE_MAX

/**
 * Collects the values of a statement: `bind(x)` is a placeholder of `x`, a new one each time, for
 * PostgreSQL gives a placeholder one type and the same text may be compared with a uuid elsewhere.
 */
export type Bind = (value: unknown) => string

/**
 * A condition of each of many owners, whom `owner` calls in it: one part of the statement, however many they
 * are, that reads the first rows of each by the index that a single owner's page is read by.
 */
export type OwnersBranch = {
  /** UUIDs without prefix. */
  readonly owners: readonly string[]
  readonly of: (owner: string) => string
}

export type Branch = string | OwnersBranch

export type Range = { readonly from?: string | undefined; readonly to?: string | undefined }

type PageQuery = { readonly limit: number; readonly cursor?: string | undefined }

export type Keyset<Row, Item = unknown> = {
  /** Names the list in its cursors. */
  readonly name: string
  /** The request's query: what is in it beside `limit` and `cursor` belongs to a cursor. */
  readonly query: PageQuery & Readonly<Record<string, unknown>>
  /** The table, which the conditions call `t`; it has `created_at` and `id`. */
  readonly table: string
  readonly direction: 'asc' | 'desc'
  /** Bounds of `created_at`, both included, as date-times of a request. */
  readonly created?: Range
  /**
   * The SQL conditions of each branch. A row must be in one branch at most. No branch at all is an
   * empty list.
   */
  readonly branches: (bind: Bind) => readonly Branch[]
  /** SQL expression for the row that is presented; the page's rows are called `t`. */
  readonly select: string
  /** SQL after `from`, joining what `select` needs to `t`. */
  readonly join?: string
  readonly present: (row: Row) => Item
  /**
   * Whether first pages show `totalCount`: counted up to `TOTAL_COUNT_MAX` rows and estimated beyond (the default),
   * counted whatever it costs, or never.
   */
  readonly totalCount?: 'BOUNDED' | 'EXACT' | 'NONE'
}

/** The envelope of `listOf`. */
export type Page<Item> = {
  readonly data: readonly Item[]
  readonly hasMore: boolean
  readonly nextCursor?: string
  readonly totalCount?: number
}

type Found<Row> = { readonly id: string; readonly created_at: string; readonly row: Row }

/**
 * Reads one page.
 *
 * @throws Refusal `INVALID_INPUT` for a cursor of another list
 */
export async function pageFrom<Row, Item>(
  database: Database,
  list: Keyset<Row, Item>,
): Promise<Page<Item>> {
  const { limit, cursor, ...filters } = list.query
  const filter: ListFilter = { list: list.name, ...filters }
  const after = positionOf(cursor, filter)
  const statement = pageStatement(list, limit + 1, after)
  const rows = statement === undefined ? [] : await database.query<Found<Row>>(statement)
  const isCounted = after === undefined && list.totalCount !== 'NONE'
  const total = isCounted ? await totalOf(database, list, rows.length) : undefined
  return pageOf(rows, limit, ({ row }) => list.present(row), total, filter)
}

/**
 * The list envelope of a page. Ask the database for `limit + 1` rows: the one too many says that
 * there is more.
 *
 * @param totalCount left out where it would cost a scan or isn't known
 * @param filter the same that `positionOf` is given
 */
export function pageOf<Row extends Ordered, Item>(
  rows: readonly Row[],
  limit: number,
  presentRow: (row: Row) => Item,
  totalCount: number | undefined,
  filter: ListFilter,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    data: shown.map(presentRow),
    hasMore,
    ...(hasMore && last && { nextCursor: cursorOf(last, filter) }),
    ...(totalCount !== undefined && { totalCount }),
  }
}

type Text = { readonly text: string; readonly values: readonly unknown[] }

function pageStatement<Row>(
  list: Keyset<Row>,
  count: number,
  after: Position | undefined,
): Text | undefined {
  const { values, bind } = binder()
  const branches = list.branches(bind)
  if (branches.length === 0) return undefined
  const bounds = boundsOf(bind, list, after)
  const page = merged(list, branches, { select: 't.*', bounds, bind, limit: bind(count) })
  const text = `select t.id, to_jsonb(t.created_at) #>> '{}' as created_at, ${list.select} as row
    from (${page}) t ${list.join ?? ''} ${orderOf(list)}`
  return { text, values }
}

/**
 * The conditions that the order's own columns must meet: the place of the cursor, and the dates.
 */
function boundsOf<Row>(
  bind: Bind,
  { direction, created = {} }: Pick<Keyset<Row>, 'direction' | 'created'>,
  after?: Position,
): string[] {
  if (after === undefined) return between(bind, 't.created_at', created)
  const isForward = direction === 'asc'
  const place = `(t.created_at, t.id) ${isForward ? '>' : '<'} (${bind(after.createdAt)}, ${bind(after.id)}::uuid)`
  // A date that the cursor is past already is left out: an index begins at one bound only, and it
  // may be that one. A made-up cursor may stand before the date: then both must hold.
  const { from, to } = created
  const at = instant(after.createdAt).getTime()
  const isPast = isForward
    ? from !== undefined && instant(from).getTime() <= at
    : to !== undefined && instant(to).getTime() >= at
  const rest = isPast ? (isForward ? { to } : { from }) : created
  return [place, ...between(bind, 't.created_at', rest)]
}

/** The number of all matching rows; an estimate where there are more than we count. */
async function totalOf<Row>(database: Database, list: Keyset<Row>, found: number): Promise<number> {
  // A first page that holds everything has counted already.
  if (found <= list.query.limit) return found
  const { values, bind } = binder()
  const branches = list.branches(bind)
  const isExact = list.totalCount === 'EXACT'
  const limit = isExact ? undefined : bind(TOTAL_COUNT_MAX + 1)
  const bounds = boundsOf(bind, list)
  const rows = merged(list, branches, { select: 't.created_at, t.id', bounds, bind, limit })
  const [counted] = await database.query<{ total: number }>({
    text: `select count(*)::integer as total from (${rows}) t`,
    values,
  })
  const total = counted?.total ?? 0
  return isExact || total <= TOTAL_COUNT_MAX ? total : estimateOf(database, list)
}

/** How many rows PostgreSQL expects by its statistics: it plans the whole list and reads none of it. */
async function estimateOf<Row>(database: Database, list: Keyset<Row>): Promise<number> {
  const { values, bind } = binder()
  const bounds = boundsOf(bind, list)
  const rows = merged(list, list.branches(bind), {
    ...{ select: 't.created_at, t.id', bounds, bind, limit: undefined },
  })
  const [explained] = await database.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
    text: `explain (format json) ${rows}`,
    values,
  })
  return Math.max(TOTAL_COUNT_MAX + 1, explained?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
}

/** The first rows of all branches together, in the list's order; without a limit all, in none. */
function merged<Row>(
  list: Keyset<Row>,
  branches: readonly Branch[],
  {
    select,
    bounds,
    bind,
    limit,
  }: { select: string; bounds: readonly string[]; bind: Bind; limit: string | undefined },
): string {
  // Each branch is ordered and limited by itself, else PostgreSQL reads all of them and sorts. A
  // bounded count needs no order, but it is what keeps the database to the index.
  const end = limit === undefined ? '' : `${orderOf(list)} limit ${limit}`
  const rowsOf = (branch: string): string => {
    const where = [branch, ...bounds].join(' and ')
    return `(select ${select} from ${list.table} t where ${where} ${end})`
  }
  const parts = branches.map((branch) => {
    if (typeof branch === 'string') return rowsOf(branch)
    const owners = `unnest(${bind(branch.owners)}::uuid[]) o (owner)`
    return `(select t.* from ${owners} cross join lateral ${rowsOf(branch.of('o.owner'))} t ${end})`
  })
  return parts.length === 1 ? parts.join() : `select * from (${parts.join(' union all ')}) t ${end}`
}

function orderOf({ direction }: { readonly direction: 'asc' | 'desc' }): string {
  return `order by t.created_at ${direction}, t.id ${direction}`
}

function binder(): { readonly values: unknown[]; readonly bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** The conditions of a range of `column`, both ends included. */
export function between(bind: Bind, column: string, { from, to }: Range): string[] {
  return [
    ...(from === undefined ? [] : [`${column} >= ${bind(from)}::timestamptz`]),
    // Instants are shown in milliseconds: the end that a caller copied from an answer is included.
    ...(to === undefined
      ? []
      : [`${column} < ${bind(to)}::timestamptz + interval '1 millisecond'`]),
  ]
}

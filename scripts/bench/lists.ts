/** Rows of the bench about lists: a page of a long table against the same page of a short one. */
import { type Database, openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import { createDatabases, databaseUrl } from '../devstack/postgres.ts'
import { type PagedList, pagedTables, pageOf, pagesOf, placesIn, queriesOf } from './listPages.ts'
import { fillLists, type Lengths, type ListRows } from './listRows.ts'
import type { Row } from './report.ts'
import type { Stage } from './stage.ts'

const LIMIT = 20
const SHORT: Lengths = { transactions: 1_000, customers: 1_000 }
const GOAL = 1.5

export type ListSize = { readonly rounds: number; readonly transactions: number }

type Table = { readonly database: Database; readonly rows: ListRows }
export type Timed = { readonly what: string; readonly longMs: number; readonly shortMs: number }

export async function listRows(
  stage: Stage,
  { rounds, transactions }: ListSize,
  say: (line: string) => void,
): Promise<Row[]> {
  const long = { transactions, customers: transactions / 10 }
  const url = stage.stack.env.DATABASE_URL ?? ''
  const opened: Database[] = []
  const make = async (name: string, lengths: Lengths): Promise<Table> => {
    say(`filling ${name} with ${lengths.transactions} transactions`)
    const database = await databaseOf(url, name)
    opened.push(database)
    return { database, rows: await fillLists(database, lengths) }
  }
  try {
    const tables = [await make('bench_short', SHORT), await make('bench_long', long)] as const
    const timed = await timePages(...tables, rounds)
    const worst = timed.toSorted((a, b) => ratioOf(b) - ratioOf(a)).slice(0, 3)
    for (const page of worst) say(`  ${page.what}: ${ratioOf(page).toFixed(2)}`)
    const [slowest] = worst
    if (slowest === undefined) throw new Error('no page was timed')
    const detail = `${timed.length} pages of ${LIMIT}: every filter, first, middle and last; the least of ${rounds} turns each, in turn with the short table, without HTTP; the worst: ${slowest.what}`
    const name = `a page of ${transactions} transactions over one of ${SHORT.transactions}`
    return [
      rowOf(`${name}, the middle one of all`, middleOf(timed), detail),
      rowOf(`${name}, the worst of all`, slowest, detail),
    ]
  } finally {
    await Promise.all(opened.map((database) => database.close()))
  }
}

async function databaseOf(server: string, name: string): Promise<Database> {
  const url = databaseUrl(server, name)
  await createDatabases(server, [name])
  await migrate(url)
  return openDatabase(url, { poolMax: 1, statementTimeoutMs: 600_000 })
}

/** Both tables in turn, so that both meet the same noise. */
export async function timePages(short: Table, long: Table, rounds: number): Promise<Timed[]> {
  const timed: Timed[] = []
  const shortQueries = queriesOf(short.rows)
  for (const id of Object.keys(pagedTables) as PagedList[]) {
    const [shortPlaces, longPlaces] = [
      await placesIn(short.database, short.rows, id),
      await placesIn(long.database, long.rows, id),
    ]
    for (const [index, query] of (queriesOf(long.rows)[id] ?? []).entries()) {
      const longPages = pagesOf(id, query, longPlaces, LIMIT)
      const shortPages = pagesOf(id, shortQueries[id]?.[index] ?? {}, shortPlaces, LIMIT)
      for (const [place, longPage] of longPages.entries()) {
        const shortPage = shortPages[place] ?? {}
        const times = { long: [] as number[], short: [] as number[] }
        for (let round = 0; round <= rounds; round += 1) {
          const shortMs = await timeOf(() => pageOf(short.database, short.rows, id, shortPage))
          const longMs = await timeOf(() => pageOf(long.database, long.rows, id, longPage))
          if (round === 0) continue
          times.short.push(shortMs)
          times.long.push(longMs)
        }
        const where = ['first', 'middle', 'last'][place]
        timed.push({
          what: `${id} ${JSON.stringify(query)}, ${where} page`,
          longMs: Math.min(...times.long),
          shortMs: Math.min(...times.short),
        })
      }
    }
  }
  return timed
}

export function ratioOf({ longMs, shortMs }: Timed): number {
  return longMs / shortMs
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function middleOf(timed: readonly Timed[]): Timed {
  const sorted = timed.toSorted((a, b) => ratioOf(a) - ratioOf(b))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no page was timed')
  return middle
}

function rowOf(name: string, timed: Timed, detail: string): Row {
  return {
    name,
    ours: `${timed.longMs.toFixed(2)} ms`,
    baseline: `${timed.shortMs.toFixed(2)} ms`,
    ratio: ratioOf(timed),
    goal: { atMost: GOAL },
    detail,
  }
}

/** Tables of any length for the lists, and what the database does for a page of them. */
import { expect } from 'vitest'
import { NAMED_APART_MAX } from '../../api/customers/named.ts'
import { TOTAL_COUNT_MAX } from '../../api/keyset.ts'
import type { Statement } from '../../db/connection.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { fillLists, type Lengths, type ListRows } from '../../scripts/bench/listRows.ts'
import { aDatabase } from '../support/stack.ts'

export type Volume = {
  readonly database: Database
  readonly rows: ListRows
  stop(): Promise<void>
}

/** A database of its own with tables of this length, and a tenth as much of another platform. */
export async function aVolume(lengths: Lengths): Promise<Volume> {
  const own = await aDatabase()
  const database = openDatabase(own.url, { poolMax: 2, statementTimeoutMs: 600_000 })
  const tenth = (count: number): number => Math.max(100, count / 10)
  await fillLists(database, {
    transactions: tenth(lengths.transactions),
    customers: tenth(lengths.customers),
  })
  const rows = await fillLists(database, lengths)
  return {
    database,
    rows,
    async stop() {
      await database.close()
      await own.drop()
    },
  }
}

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  /** Pages of table and index that this node and those below have touched. */
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}

export type Watched = {
  readonly database: Database
  readonly plans: { readonly text: string; readonly plan: Plan }[]
}

/** A database that also explains each statement, with what it really read. */
export function watch(database: Database): Watched {
  const plans: Watched['plans'] = []
  const query = async <R>({ text, values }: Statement): Promise<R[]> => {
    const rows = await database.query<R>({ text, values: values ?? [] })
    // It plans, and reads nothing.
    if (text.startsWith('explain ')) return rows
    const [explained] = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `explain (analyze, buffers, format json) ${text}`,
      values: values ?? [],
    })
    const plan = explained?.['QUERY PLAN'][0].Plan
    if (plan === undefined) throw new Error('no plan')
    plans.push({ text, plan })
    return rows
  }
  return { database: { ...database, query }, plans }
}

const bigTables = new Set([
  'transactions',
  'customers',
  'internal_accounts',
  'external_accounts',
  'events',
  'webhook_deliveries',
  'request_log',
  'timeline',
  'ledger_transfers',
  'ledger_balances',
  'payments',
  'agents',
  'agent_policies',
])

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan
  for (const part of plan.Plans ?? []) yield* nodesOf(part)
}

/** Tables that a plan reads from end to end. */
export function scannedTables(plan: Plan): string[] {
  return [...nodesOf(plan)]
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => bigTables.has(table))
}

/** Rows that the scans of a plan have looked at, shown or not. */
export function rowsRead(plan: Plan): number {
  const scans = [...nodesOf(plan)].filter((node) => node['Relation Name'] !== undefined)
  return scans.reduce(
    (sum, node) =>
      sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  )
}

const BLOCKS_A_DESCENT = 12
/** Index and table, of one row. */
const BLOCKS_OF_AN_ID = 5

/** Each statement of a page reads by index, and about as much as it shows or counts. */
export function expectFrugal(plans: Watched['plans'], limit: number, what: string): void {
  for (const { text, plan } of plans) {
    expect(scannedTables(plan), `${what}\n${text}`).toEqual([])
    const isCount = text.includes('count(*)')
    // How many have a name: read by two indexes, up to a number.
    const isNames = text.includes('using ~<~')
    const reads = [...nodesOf(plan)].filter((node) => node['Relation Name'] !== undefined)
    const scans = reads.length
    const descents = reads.reduce((sum, node) => sum + node['Actual Loops'], 0)
    const shown = isCount ? 4 * (TOTAL_COUNT_MAX + 1) : 8 * (limit + 1)
    const most = isNames ? 2 * (NAMED_APART_MAX + 1) : shown
    const about = `${what} reads too much\n${text}\n${JSON.stringify(plan, null, 1)}`
    expect(rowsRead(plan), about).toBeLessThanOrEqual(most + scans)
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    const down = Math.max(scans * BLOCKS_A_DESCENT, descents * BLOCKS_OF_AN_ID)
    expect(blocks, about).toBeLessThanOrEqual(most + down)
  }
}

/** The plans of statements, those inside functions and triggers included, as PostgreSQL explains them. */
import pg from 'pg'
import { type Queryable, queryable } from '../../db/database.ts'

export type Plan = {
  readonly 'Node Type': string
  /** Of ModifyTable: Insert, Update or Delete. */
  readonly Operation?: string
  readonly Alias?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly Plan[]
}

export type Explained = { readonly text: string; readonly plan: Plan }

export type ExplainingDatabase = {
  readonly database: Queryable
  /** Of every statement so far that has ended. */
  readonly plans: Explained[]
  /** The same by transaction: each statement that a caller has sent, with those inside its functions before it. */
  readonly transactions: (readonly Explained[])[]
  /** Names of our functions that have been called. */
  called(): Promise<ReadonlySet<string>>
  end(): Promise<void>
}

/**
 * Among few rows, the planner's choice between an index and the whole table is a near tie that the
 * moment of the statistics decides. There an index is taken wherever one can serve, and what still
 * reads the whole table has none.
 */
export const PREFER_INDEXES = 'set enable_seqscan = off'

/**
 * One connection whose statements are explained as they run.
 *
 * @param preparations statements that it begins with
 */
export async function anExplainingDatabase(
  url: string,
  preparations: readonly string[] = [],
): Promise<ExplainingDatabase> {
  const client = new pg.Client({ connectionString: url })
  const plans: Explained[] = []
  const transactions: Explained[][] = []
  let transaction: Explained[] = []
  client.on('error', () => undefined)
  client.on('notice', ({ message = '' }) => {
    const [, json] = /^duration: .* plan:\n([\s\S]*)$/.exec(message) ?? []
    if (json === undefined) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(json)
    plans.push({ text, plan })
    transaction.push({ text, plan })
  })
  await client.connect()
  await client.query(`load 'auto_explain'`)
  for (const [name, value] of [
    ['auto_explain.log_format', 'json'],
    ['auto_explain.log_nested_statements', 'on'],
    ['auto_explain.log_level', 'notice'],
    ['auto_explain.log_min_duration', '0'],
    ['track_functions', 'all'],
  ]) {
    await client.query(`select set_config('${name}', '${value}', false)`)
  }
  for (const preparation of preparations) await client.query(preparation)
  return {
    plans,
    transactions,
    database: queryable(async ({ text, values }) => {
      transaction = []
      transactions.push(transaction)
      const { rows } = await client.query(text, [...(values ?? [])])
      return rows
    }),
    async called() {
      await client.query('select pg_stat_force_next_flush()')
      const { rows } = await client.query<{ name: string }>(
        `select distinct funcname as name from pg_stat_user_functions where schemaname = 'public'`,
      )
      return new Set(rows.map(({ name }) => name))
    },
    end: () => client.end(),
  }
}

/**
 * The plan of a statement whatever its values, which is what a prepared statement may get.
 *
 * @param places how many parameters it has
 */
export async function genericPlan(client: pg.Client, text: string, places: number): Promise<Plan> {
  await client.query(`set plan_cache_mode = force_generic_plan`)
  await client.query(`prepare explained as ${text}`)
  try {
    const nulls = places === 0 ? '' : `(${Array(places).fill('null').join(', ')})`
    const { rows } = await client.query(`explain (format json) execute explained${nulls}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('deallocate explained')
  }
}

/**
 * Tables that stay short, whatever a platform does: settings, tables of reference, and rows of what
 * runs at this moment.
 */
const short = new Set([
  // As many as there are people of the operator.
  'operators',
  'operator_sessions',
  'last_ledger_check',
  // What is open at this moment, and nothing else.
  'failing_workflow_tasks',
  'runs_without_row',
  'pending_starts',
  'paused_payouts',
  'shown_waits',
  // One row.
  'store_state',
  // One row each time that an operator pauses payouts.
  'payout_pauses',
  'exchange_rates',
  'exchange_rate_sources',
  // As many as operators have set.
  'exchange_rate_overrides',
  'exchange_rate_spreads',
  'service_fees',
  'payment_limits',
  'sca_regions',
  'banks',
  'uma_providers',
  'vasps',
  'agreements',
  'record_keys',
  'fee_configs',
  'card_list_cursors',
  'rail_cursors',
  'sweep_cursors',
  'rail_notice_dead_letters',
  'ledger_rollups',
  'job_pools',
  'webhook_slots',
  'migrations',
  'function_files',
  'releases',
])

/** Tables that grow, read by this plan from end to end: also through an index, without a condition. */
export function readWhole(plan: Plan, grows: ReadonlySet<string>): string[] {
  return [...nodesOf(plan, false)].flatMap(({ node, isLimited }) => {
    const table = node['Relation Name']
    if (table === undefined || !grows.has(table)) return []
    const kind = node['Node Type']
    if (kind === 'Seq Scan') return [table]
    const isIndexScan = kind === 'Index Scan' || kind === 'Index Only Scan'
    // The first rows of an index are few; with a filter, it may be all of them.
    const isFree = node['Index Cond'] === undefined && !(isLimited && node.Filter === undefined)
    return isIndexScan && isFree ? [`${table} (all of ${node['Index Name']})`] : []
  })
}

/** Tables whose rows a statement locks until the end of its transaction, against others that change them. */
export function locksOf({ text, plan }: Explained): string[] {
  const [, of] = /for (?:no key update|update|share) of (\w+)/i.exec(text) ?? []
  // Without OF it is the table that is read, and none of its conditions'.
  const [, read] = /\bfrom (\w+)/i.exec(text) ?? []
  const isShared = /for key share/i.test(text)
  return [...nodesOf(plan, false)].flatMap(({ node }) => {
    const table = node['Relation Name']
    if (node['Node Type'] === 'ModifyTable') {
      // A row that is inserted waits for nobody, but for the one with the same key.
      const isNew = node.Operation === 'Insert' && table !== 'idempotency_keys'
      return table === undefined || isNew ? [] : [table]
    }
    if (node['Node Type'] !== 'LockRows' || isShared) return []
    return [...nodesOf(node, false)].flatMap(({ node: { 'Relation Name': name, Alias } }) =>
      name === undefined || (of === undefined ? name !== read : Alias !== of) ? [] : [name],
    )
  })
}

type Place = { readonly node: Plan; readonly isLimited: boolean }

function* nodesOf(node: Plan, isLimited: boolean): Generator<Place> {
  yield { node, isLimited }
  for (const part of node.Plans ?? []) {
    yield* nodesOf(part, isLimited || node['Node Type'] === 'Limit')
  }
}

/** All tables of the service that grow with platforms, customers or payments. */
export async function growingTables(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>({
    text: `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  })
  return new Set(rows.map(({ name }) => name).filter((name) => !short.has(name)))
}

/**
 * Compares the runs that have closed in Temporal with the rows that they are about: a run without its
 * row, or whose row is in an earlier state than it left, means that the database has lost what was
 * done, as after a restore to an earlier point.
 *
 * Runs are read as they close, behind a cursor in the database, which a restore sets back as well: the
 * runs since then are compared again. A row that is written by its run is there when the run has
 * completed, so runs that are open, or were refused, are left alone; but those of payments, which are started for
 * a row: without it they ask for it for ever.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { RunRow } from '../db/sqlFunctions.ts'
import type { Config } from '../runtime/config.ts'
import { definitions } from '../workflows/registry.ts'
import { REQUESTS_KEPT_DAYS } from './jobs/retention.ts'
import { openWorkflowsOf } from './replayOpen.ts'

/** Temporal lists a run some seconds after it has closed; clocks differ. */
const QUIET_SECONDS = 10
/** What one round reads, however long none has run. */
const WINDOW_SECONDS = 600
const WINDOWS_MAX = 6
/** Rows of older runs may have been deleted: those of requests go first. */
const KEPT_DAYS = REQUESTS_KEPT_DAYS - 1
const AT_ONCE = 500

/** Started for a row that is there. */
const startedForRow = definitions.filter(({ name }) =>
  /^(quoteExecution|paymentCorrection)$/.test(name),
)

/** Their rows are kept for days, and nothing outside outlives them. */
const withoutRow = definitions.filter(({ isKeptWithRow }) => !isKeptWithRow)

export type ClosedRun = {
  readonly workflowId: string
  readonly runId: string
  readonly type: string
  readonly status: string
  readonly startedAt: Date
  readonly closedAt: Date | undefined
}

/** A run that has no row, or whose row is behind it. */
export type FoundRun = ClosedRun & { readonly state: 'MISSING' | 'BEHIND' }

/** Compares what has closed since the last round; what lacks its row is listed in `runs_without_row`. */
export async function compareRuns(
  database: Database,
  client: Client,
  config: Config,
  log: Logger,
): Promise<void> {
  for (let window = 0; window < WINDOWS_MAX; window += 1) {
    const claimed = await database.call(
      'claim_run_window',
      QUIET_SECONDS,
      WINDOW_SECONDS,
      KEPT_DAYS,
    )
    if (claimed === null) return
    const { from, until } = claimed
    const found = []
    const closed = `${closedRuns(config, 'Completed')} AND CloseTime >= '${from}' AND CloseTime < '${until}'`
    const open = `${openRunsOfRows(config)} AND StartTime >= '${from}' AND StartTime < '${until}'`
    for (const query of [closed, open]) {
      for await (const run of runsWithoutRow(database, client, query)) {
        const { workflowId, runId, state, startedAt, closedAt = startedAt, status } = run
        if (query === open && state !== 'MISSING') continue
        log.error({ workflowId, runId, state, status }, 'a workflow is further than its row')
        found.push({ workflowId, runId, state, closedAt })
      }
    }
    await database.call('report_run_window', until, { runs: found })
  }
}

/** The visibility query of this service's runs that have a row, and have ended so. */
export function closedRuns(
  { TASK_QUEUE: queue }: Pick<Config, 'TASK_QUEUE'>,
  status: 'Completed' | 'Terminated',
): string {
  const types = withoutRow.map(({ name }) => `WorkflowType != '${name}'`).join(' AND ')
  return `ExecutionStatus = '${status}' AND TaskQueue = '${queue}' AND ${types}`
}

function openRunsOfRows(config: Pick<Config, 'TASK_QUEUE'>): string {
  const types = startedForRow.map(({ name }) => `WorkflowType = '${name}'`).join(' OR ')
  return `${openWorkflowsOf(config)} AND (${types})`
}

/** The runs of a query that have no row, or whose row is behind them. */
export async function* runsWithoutRow(
  database: Database,
  client: Client,
  query: string,
): AsyncGenerator<FoundRun> {
  let page: ClosedRun[] = []
  for await (const run of client.workflow.list({ query, pageSize: AT_ONCE })) {
    const { workflowId, runId, type, status, startTime, closeTime } = run
    page.push({
      ...{ workflowId, runId, type, status: status.name },
      startedAt: startTime,
      closedAt: closeTime,
    })
    if (page.length < AT_ONCE) continue
    yield* await withoutRowOf(database, page)
    page = []
  }
  yield* await withoutRowOf(database, page)
}

async function withoutRowOf(database: Database, runs: readonly ClosedRun[]): Promise<FoundRun[]> {
  if (runs.length === 0) return []
  const rows = await database.query<RunRow>({
    name: 'run_rows',
    text: 'select workflow_id, state from run_rows($1::text[])',
    values: [runs.map(({ workflowId }) => workflowId)],
  })
  const states = new Map(rows.map(({ workflow_id: id, state }) => [id, state]))
  return runs.flatMap((run) => {
    const state = states.get(run.workflowId)
    return state === 'MISSING' || state === 'BEHIND' ? [{ ...run, state }] : []
  })
}

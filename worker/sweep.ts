/**
 * Finds open rows and makes sure that each has its workflow, which can be started from the row
 * alone. A row that is still open although its workflow has completed raises an alarm for an
 * operator. The same round deletes the tokens of requests that expired unclaimed, and what agents
 * have asked for without a key once no repeat can come.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { OpenRow } from '../contract/openRow.ts'
import type { Database } from '../db/database.ts'
import { FLAG_AFTER_MINUTES } from '../db/inbox.ts'
import type { Config } from '../runtime/config.ts'
import { settingsOfRow, startOfOpenRow } from '../workflows/registry.ts'
import { isOutage } from './permanentErrors.ts'
import { showWaits } from './showWaits.ts'
import { ensureStarted, type Starting } from './temporalClient.ts'

/** A younger row may still wait for its request or its first workflow task. */
const QUIET_SECONDS = 30
const PAGE_ROWS = 100
/** Of each kind in one round: a long pass takes several rounds, and delays no other kind. */
const PAGES_MAX = 5

/**
 * Sweeps the next pages of each kind. Several workers share them: a page is claimed in the database
 * (`db/functions/sweep.sql`), which also keeps the number for the alarm.
 *
 * @throws Error when Temporal or PostgreSQL is not available: the next round goes on, and the next
 * pass meets the rows that were left out
 */
export async function sweep(
  database: Database,
  client: Client,
  config: Config,
  log: Logger,
): Promise<void> {
  await database.call('purge_expired_secrets')
  await database.call('purge_agent_intents')
  const ensure = (row: OpenRow): Promise<boolean> =>
    hasWorkflow(row, { database, client, config }, log)
  for (const kind of await database.call('open_row_cursors')) {
    await sweepKind(database, kind, ensure)
  }
  await database.call('flag_overdue_payments', FLAG_AFTER_MINUTES)
  await showWaits(database, client)
  await database.call('order_open_decisions')
}

/** Claims pages until the kind's pass has ended, another worker claims, or the round has its share. */
async function sweepKind(
  database: Database,
  kind: string,
  ensure: (row: OpenRow) => Promise<boolean>,
): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const claimed = await database.call('claim_sweep_page', kind, QUIET_SECONDS, PAGE_ROWS)
    if (claimed === null) return
    const { pass, isLast, rows } = claimed
    let found = 0
    for (const row of rows) if (!(await ensure(row))) found += 1
    if (rows.length > 0) await database.call('report_sweep_page', kind, pass, found)
    if (isLast) return
  }
}

/**
 * Starts the row's workflow unless it runs.
 *
 * @returns false when it has completed, or cannot be started from this row: an operator must look
 * @throws Error when Temporal is not available, which says nothing about the row
 */
async function hasWorkflow(
  row: OpenRow,
  starting: Starting & { readonly database: Database; readonly config: Config },
  log: Logger,
): Promise<boolean> {
  const { config } = starting
  const start = startOfOpenRow(row, settingsOfRow(config, row))
  // A kind of a later release, whose workers start it.
  if (start === undefined) return true
  const { workflowId } = start
  try {
    if (await ensureStarted(starting, start)) return true
    // The row may have been closed since the page was read.
    const { kind, id, number } = row
    if (!(await starting.database.call('needs_workflow', kind, id, number))) return true
    log.error({ workflowId }, 'open row, but its workflow has completed')
  } catch (error) {
    if (isOutage(error)) throw error
    log.error({ err: error, workflowId }, 'open row, but its workflow cannot be started')
  }
  return false
}

/**
 * After a restore of the database to an earlier point: what Temporal, the rails and the wallet providers hold since
 * then and no row has. At any time: what the running service has found so by itself.
 */
import { instant } from '../../../contract/time.ts'
import type { Database } from '../../../db/database.ts'
import {
  comparisonBegins,
  keepOpenFindings,
  listedFindings,
  storeStateOf,
} from '../../../db/storeState.ts'
import { openOutsideParties } from '../../../providers/outsideParties.ts'
import { type Config, need } from '../../../runtime/config.ts'
import { outsideSettings } from '../../../runtime/outsideSettings.ts'
import { applyAll, type Finding, findAll } from '../../../worker/reconcile/index.ts'
import { createClient } from '../../../worker/temporalClient.ts'
import { Failure, requireReason } from '../../failure.ts'
import {
  adminConfig,
  auditCommand,
  personOf,
  print,
  WHOLE_TABLES,
  withDatabase,
} from '../shared.ts'
import { withTemporal } from '../temporal.ts'
import { oneAtATime } from './oneAtATime.ts'

const OUTSIDE_TIMEOUT_MS = 5_000
const CONNECTIONS = { ...WHOLE_TABLES, poolMax: 4 }
const LISTED_MAX = 1_000

export type ReconcileOptions = {
  readonly since?: string
  readonly apply?: boolean
  readonly list?: boolean
  readonly close?: readonly string[]
  readonly by?: string
  readonly reason?: string
}

/** Compares, lists, or closes. @throws Failure */
export async function reconcile(options: ReconcileOptions): Promise<void> {
  const { close, list, since, apply = false, by, reason } = options
  if (close !== undefined) return closeAll(close, by, reason)
  if (list) return listAll()
  const config = adminConfig('DATABASE_URL', 'TEMPORAL_ADDRESS', 'CODEC_KEYS')
  await withDatabase(config, CONNECTIONS, (database) =>
    oneAtATime(need(config, 'DATABASE_URL'), async () => {
      const point = await pointOf(database, since)
      await compare(config, database, point, apply ? { by } : undefined)
    }),
  )
}

/** What a person has decided about findings. @throws Failure that names those that are not listed */
async function closeAll(
  subjects: readonly string[],
  by: string | undefined,
  given: string | undefined,
): Promise<void> {
  const reason = requireReason(given)
  const unlisted: string[] = []
  await withDatabase(adminConfig('DATABASE_URL'), CONNECTIONS, async (database) => {
    for (const subject of subjects) {
      const isClosed = await database.transaction(async (tx) => {
        const isListed = await tx.call('decide_finding', subject, personOf(by), reason)
        const entry = { action: 'reconcile:close', subject, details: { reason } }
        if (isListed) await auditCommand(tx, by, entry)
        return isListed
      })
      if (isClosed) print(`${subject} is not listed any more.`)
      else unlisted.push(subject)
    }
  })
  if (unlisted.length === 0) return
  const named = unlisted.join(', ')
  throw new Failure(
    'NOT_FOUND',
    `Not listed, so nothing was recorded (\`reconcile --list\` names what is): ${named}`,
  )
}

/** The point that was given, or else that of the last restore. */
async function pointOf(database: Database, text: string | undefined): Promise<Date> {
  const { state, restoredTo } = await storeStateOf(database)
  const point = text === undefined ? restoredTo : instant(text)
  if (state === 'RESTORING') {
    throw new Failure('REFUSED', '`payments admin restore begin` has not come to its end.')
  }
  if (point === null) {
    const reason =
      'No restore has begun: --since TIME says from when on to compare, or --list what is found.'
    throw new Failure('REFUSED', reason)
  }
  if (state !== 'OPEN' && restoredTo !== null && point > restoredTo) {
    const reason = `The store was set back to ${restoredTo.toISOString()}, which is earlier.`
    throw new Failure('REFUSED', reason)
  }
  return point
}

/** @param applied who applies what can be; undefined: nothing is changed */
async function compare(
  config: Config,
  database: Database,
  since: Date,
  applied: { readonly by: string | undefined } | undefined,
): Promise<void> {
  const outside = openOutsideParties(outsideSettings(config), OUTSIDE_TIMEOUT_MS)
  const work = withTemporal(config, async (connection) => {
    const client = createClient(connection, config)
    const context = { database, client, config, outside, since }
    const { epoch } = await storeStateOf(database)
    const begunAt = await comparisonBegins(database)
    let count = 0
    const found = await (applied === undefined
      ? findAll(context)
      : applyAll(context, {
          // Of its own: what is applied is of several transactions, and of Temporal.
          begins: ({ kind, subject, remedy }) => {
            const details = { kind, remedy }
            const entry = { action: 'reconcile:apply', subject, details }
            return auditCommand(database, applied.by, entry)
          },
          done(finding, what) {
            count += 1
            print(`${lineOf(finding)}; done: ${what}`)
          },
        }))
    await keepOpenFindings(
      database,
      found.map(({ subject }) => subject),
      { epoch, begunAt },
    )
    for (const finding of found) print(`${lineOf(finding)}; ${endOf(finding)}`)
    const waiting = found.filter((finding) => 'undecided' in finding).length
    const rest = `${found.length - waiting} can be applied, a person must decide about ${waiting}`
    print(applied ? `${count} applied; ${rest}.` : `${found.length} found: ${rest}.`)
  })
  await work.finally(() => outside.close())
}

function lineOf({ kind, subject, amount, known }: Finding): string {
  return [kind, subject, ...(amount === undefined ? [] : [amount]), known].join('  ')
}

function endOf(finding: Finding): string {
  if ('undecided' in finding) return `a person must decide: ${finding.undecided}`
  return `--apply: ${'apply' in finding ? finding.remedy : `after ${finding.waitsFor}`}`
}

/** What the rounds of the workers, and the last comparison, have found. */
async function listAll(): Promise<void> {
  const { findings, total } = await withDatabase(
    adminConfig('DATABASE_URL'),
    CONNECTIONS,
    (database) => listedFindings(database, LISTED_MAX),
  )
  if (total === 0) print('Nothing outside is without its row.')
  for (const { kind, subject, known } of findings) print([kind, subject, known].join('  '))
  if (total > findings.length) print(`and ${total - findings.length} more`)
}

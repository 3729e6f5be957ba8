/**
 * `npm run reconcile -- [--since TIME] [--apply]`: after a restore of the database to an earlier point (the
 * last restore's, if none is given), what Temporal, the rails and the wallet providers hold since then and no row
 * has; `--apply` takes over what can be.
 * `npm run reconcile -- --list`: what the running service has found so by itself, at any time.
 * `npm run reconcile -- --close SUBJECT --by NAME --reason TEXT`: what a person has decided about one of
 * them; `--close` may be repeated.
 *
 * Settings: DATABASE_URL, TEMPORAL_ADDRESS, CODEC_KEYS, and those of the outside parties.
 */
import { parseArgs } from 'node:util'
import { Connection } from '@temporalio/client'
import { instant } from '../contract/time.ts'
import { type Database, openDatabase } from '../db/database.ts'
import {
  comparisonBegins,
  keepOpenFindings,
  listedFindings,
  storeStateOf,
} from '../db/storeState.ts'
import { openOutsideParties } from '../providers/outsideParties.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { outsideSettings } from '../runtime/outsideSettings.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { applyAll, type Finding, findAll } from '../worker/reconcile/index.ts'
import { createClient } from '../worker/temporalClient.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { oneAtATime } from './restore/oneAtATime.ts'

const USAGE =
  'usage: reconcile -- [--since TIME] [--apply] | --list | --close SUBJECT... --by NAME --reason TEXT'
const OUTSIDE_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 600_000
const LISTED_MAX = 1_000

await command(async () => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({
    options: {
      ...{ since: text, apply: flag, list: flag, by: text, reason: text },
      close: { ...text, multiple: true },
    },
  })
  const config = parseConfig(environmentOfStack(process.env), ['TEMPORAL_ADDRESS', 'CODEC_KEYS'])
  const url = need(config, 'DATABASE_URL')
  const database = openDatabase(url, {
    poolMax: 4,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  try {
    const { list, close, by, reason } = values
    if (close !== undefined) {
      if (!by || !reason) throw new Error(USAGE)
      await closeAll(database, close, by, reason)
    } else if (list) {
      process.stdout.write(await listed(database))
    } else {
      await oneAtATime(url, async () => {
        const since = await pointOf(database, values.since)
        await reconcile(config, database, since, values.apply ?? false)
      })
    }
  } finally {
    await database.close()
  }
})

/** @throws Error that names those that are not listed: nothing is recorded about these */
async function closeAll(
  database: Database,
  subjects: readonly string[],
  by: string,
  reason: string,
): Promise<void> {
  const unlisted: string[] = []
  for (const subject of subjects) {
    if (await database.call('decide_finding', subject, by, reason)) {
      process.stdout.write(`${subject} is not listed any more.\n`)
    } else unlisted.push(subject)
  }
  if (unlisted.length === 0) return
  throw new Error(
    `Not listed, so nothing was recorded (\`reconcile -- --list\` names what is): ${unlisted.join(', ')}`,
  )
}

/** The point that was given, or else that of the last restore. */
async function pointOf(database: Database, text: string | undefined): Promise<Date> {
  const { state, restoredTo } = await storeStateOf(database)
  const point = text === undefined ? restoredTo : instant(text)
  if (state === 'RESTORING') throw new Error('`npm run restore:begin` has not come to its end.')
  if (point === null) throw new Error(`no restore has begun. ${USAGE}`)
  if (state !== 'OPEN' && restoredTo !== null && point > restoredTo) {
    throw new Error(`the store was set back to ${restoredTo.toISOString()}, which is earlier`)
  }
  return point
}

async function reconcile(
  config: ReturnType<typeof parseConfig>,
  database: Database,
  since: Date,
  isApplied: boolean,
): Promise<void> {
  const outside = openOutsideParties(outsideSettings(config), OUTSIDE_TIMEOUT_MS)
  const connection = await Connection.connect(temporalConnectionOptions(config))
  try {
    const client = createClient(connection, config)
    const context = { database, client, config, outside, since }
    const { epoch } = await storeStateOf(database)
    const begunAt = await comparisonBegins(database)
    const print = (line: string): void => {
      process.stdout.write(`${line}\n`)
    }
    let applied = 0
    const found = isApplied
      ? await applyAll(context, (finding, done) => {
          applied += 1
          print(`${lineOf(finding)}; done: ${done}`)
        })
      : await findAll(context)
    await keepOpenFindings(
      database,
      found.map(({ subject }) => subject),
      { epoch, begunAt },
    )
    for (const finding of found) {
      print(`${lineOf(finding)}; ${endOf(finding)}`)
    }
    const waiting = found.filter((finding) => 'undecided' in finding).length
    const rest = `${found.length - waiting} can be applied, a person must decide about ${waiting}`
    print(isApplied ? `${applied} applied; ${rest}.` : `${found.length} found: ${rest}.`)
  } finally {
    await connection.close()
    await outside.close()
  }
}

function lineOf({ kind, subject, amount, known }: Finding): string {
  return [kind, subject, ...(amount === undefined ? [] : [amount]), known].join('  ')
}

function endOf(finding: Finding): string {
  if ('undecided' in finding) return `a person must decide: ${finding.undecided}`
  return `--apply: ${'apply' in finding ? finding.remedy : `after ${finding.waitsFor}`}`
}

/** What the rounds of the workers, and the last comparison, have found. */
async function listed(database: Database): Promise<string> {
  const { findings, total } = await listedFindings(database, LISTED_MAX)
  if (total === 0) return 'Nothing outside is without its row.\n'
  const more = total > findings.length ? [`and ${total - findings.length} more`] : []
  const lines = findings.map(({ kind, subject, known }) => [kind, subject, known].join('  '))
  return `${[...lines, ...more].join('\n')}\n`
}

/**
 * `npm run payments:list -- --needs-operator | --waiting 10m [--platform NAME] [--environment SANDBOX|PRODUCTION]
 * [--json]`: what needs a person, payments and all else; or payments and refunds that have waited so long. The
 * oldest first.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { idOf } from '../contract/ids.ts'
import { shownMoney } from '../contract/money.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type InboxItem, type InboxKind, inboxKinds, listInbox } from '../db/inbox.ts'
import { addAudit, COMMAND_LINE } from '../db/operators.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE =
  'usage: payments:list -- --needs-operator | --waiting 10m [--platform NAME] [--environment SANDBOX|PRODUCTION] [--json]'
const SHOWN_MAX = 1_000
const waitingKinds: readonly InboxKind[] = ['WAITING', 'REFUND_WAITING']
const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

await command(async () => {
  const { values } = parseArgs({
    options: {
      'needs-operator': { type: 'boolean', default: false },
      waiting: { type: 'string' },
      platform: { type: 'string' },
      environment: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { waiting, platform, environment } = values
  if (values['needs-operator'] === (waiting !== undefined)) throw new Error(USAGE)
  if (environment !== undefined && environment !== 'SANDBOX' && environment !== 'PRODUCTION') {
    throw new Error('--environment is SANDBOX or PRODUCTION')
  }
  const waitingSeconds = waiting === undefined ? undefined : secondsOf(waiting)
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    const platformIds =
      platform === undefined ? [undefined] : await platformsNamed(database, platform, environment)
    const kinds = waiting === undefined ? inboxKinds : waitingKinds
    // What is listed is audited with it, as on the pages.
    const items = await database.transaction(async (tx) => {
      const found: InboxItem[] = []
      for (const platformId of platformIds) {
        const filter = { kinds, platformId, waitingSeconds, limit: SHOWN_MAX }
        found.push(...(await listInbox(tx, filter)))
      }
      const details = { waitingSeconds, platform, environment }
      await addAudit(tx, { name: COMMAND_LINE }, { action: 'payments:list', details })
      return found.filter((item) => environment === undefined || item.environment === environment)
    })
    process.stdout.write(
      values.json ? `${JSON.stringify(items.map(shown))}\n` : items.map(line).join(''),
    )
  } finally {
    await database.close()
  }
})

function secondsOf(text: string): number {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (number === undefined) throw new Error('--waiting is a time: 30s, 10m, 2h, 1d')
  return Number(number) * seconds[unit as keyof typeof seconds]
}

/** The platform's sides, or that of one environment. @throws Error when there is none */
async function platformsNamed(
  database: Database,
  name: string,
  environment: string | undefined,
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>({
    text: 'select id from platforms where name = $1 and ($2::text is null or environment = $2) order by id',
    values: [name, environment ?? null],
  })
  if (rows.length === 0) throw new Error(`there is no platform ${name}`)
  return rows.map(({ id }) => id)
}

function shown(item: InboxItem): object {
  const { platformId, amount, currency, since, ...rest } = item
  return {
    ...rest,
    platformId: platformId && idOf('PlatformConfig', platformId),
    amount: amount === null || currency === null ? null : shownMoney(amount, currency),
    since: since.toISOString(),
  }
}

function line(item: InboxItem): string {
  const { kind, subject, since, amount, currency, reason, environment, platform } = item
  const parts = [
    kind,
    subject,
    amount === null || currency === null ? '-' : shownMoney(amount, currency),
    `since ${since.toISOString()}`,
    environment ?? '-',
    // As JSON: a platform or a rail chose it, and it must not break the line.
    platform === null ? '-' : JSON.stringify(platform),
    reason === null ? '-' : JSON.stringify(reason),
  ]
  return `${parts.join('  ')}\n`
}

/**
 * `npm run card:retry [-- ID --by NAME --reason TEXT]`: pulls of card transactions that could not be made;
 * asking for those of one transaction again. ID is a card's Transaction.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { idOf, uuidOf } from '../contract/ids.ts'
import { shownMoney } from '../contract/money.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE = 'usage: card:retry [-- Transaction:<uuid> --by NAME --reason TEXT]'

/** Pulls that the list shows. */
const SHOWN_MAX = 100

await command(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string' }, reason: { type: 'string' } },
  })
  const { by, reason } = values
  const [id] = positionals
  if (id === undefined && (by ?? reason) !== undefined) throw new Error(USAGE)
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (id === undefined) {
      process.stdout.write(await list(database))
      return
    }
    const uuid = uuidOf('Transaction', id)
    if (uuid === undefined || positionals.length > 1 || !by || !reason) throw new Error(USAGE)
    process.stdout.write(`${await retry(database, { uuid, by, reason })}\n`)
  } finally {
    await database.close()
  }
})

type Retry = { readonly uuid: string; readonly by: string; readonly reason: string }

async function retry(database: Database, { uuid, by, reason }: Retry): Promise<string> {
  if (!(await database.call('retry_card_pulls_by', uuid, by, reason))) {
    throw new Error(`${idOf('Transaction', uuid)} has no pull that could not be made.`)
  }
  return `${idOf('Transaction', uuid)}: its pulls are made again.`
}

/** A line for each pull, the oldest first. */
async function list(database: Database): Promise<string> {
  const rows = await database.query<{
    transaction_id: string
    at: Date
    code: string
    amount: bigint
    currency: string
    account_id: string
    environment: string
    platform: string
  }>({
    text: `select p.transaction_id, p.created_at as at, p.code, card_units(t, p.cents) as amount, t.currency,
        t.account_id, t.environment, o.name as platform
      from card_pulls p join card_transactions t on t.id = p.transaction_id join platforms o on o.id = t.platform_id
      where p.state = 'EXCEPTION' order by p.created_at, p.id limit $1`,
    values: [SHOWN_MAX + 1],
  })
  if (rows.length === 0) return 'Every pull has been made, or is being made.\n'
  const lines = rows
    .slice(0, SHOWN_MAX)
    .map((row) =>
      [
        idOf('Transaction', row.transaction_id),
        row.at.toISOString(),
        row.code,
        shownMoney(row.amount, row.currency),
        `of ${idOf('InternalAccount', row.account_id)}, ${row.environment} platform ${JSON.stringify(row.platform)}`,
      ].join('  '),
    )
  if (rows.length > SHOWN_MAX) lines.push(`... and more: the oldest ${SHOWN_MAX} are shown.`)
  return `${lines.join('\n')}\n`
}

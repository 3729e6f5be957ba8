/**
 * `npm run agent:approvals [-- --approve|--reject ID --by NAME --reason TEXT]`: what agents have
 * submitted and their platforms have not decided; an operator's decision about one of them. ID is an
 * AgentAction.
 *
 * Settings: DATABASE_URL, RECORD_KEYS.
 */
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import {
  type DecidableAction,
  decidable,
  decideAction,
  decidedAlready,
  type WantedDecision,
} from '../api/agentActions/decideAction.ts'
import { createPlaces } from '../api/places.ts'
import { idOf, uuidOf } from '../contract/ids.ts'
import { shownMoney } from '../contract/money.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type Config, need, parseConfig } from '../runtime/config.ts'
import { recordKeys } from '../runtime/keyRing.ts'
import { createOneTimeCodes } from '../runtime/oneTimeCodes.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE =
  'usage: agent:approvals [-- --approve|--reject AgentAction:<uuid> --by NAME --reason TEXT]'

/** Actions that the list shows. */
const SHOWN_MAX = 100

await command(async () => {
  const { values } = parseArgs({
    options: {
      approve: { type: 'string' },
      reject: { type: 'string' },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  })
  const { approve, reject, by, reason } = values
  const config = parseConfig(environmentOfStack(process.env), ['RECORD_KEYS'])
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    const id = approve ?? reject
    if (id === undefined) {
      if (by !== undefined || reason !== undefined) throw new Error(USAGE)
      process.stdout.write(await list(database))
      return
    }
    const uuid = uuidOf('AgentAction', id)
    if (uuid === undefined || !by || !reason || (approve && reject)) throw new Error(USAGE)
    const decision = approve === undefined ? 'REJECT' : 'APPROVE'
    const line = await decide(config, database, uuid, { decision, by, reason })
    process.stdout.write(`${line}\n`)
  } finally {
    await database.close()
  }
})

/** A line for each, the oldest first. */
async function list(database: Database): Promise<string> {
  const rows = await database.query<{
    id: string
    at: Date
    agent: string
    customer_id: string
    platform: string
    type: string
    amount: bigint
    currency: string
  }>({
    text: `select a.id, a.created_at as at, g.name as agent, a.customer_id, p.name as platform, a.type, a.amount, a.currency
      from agent_actions a join agents g on g.id = a.agent_id join platforms p on p.id = a.platform_id
      where a.status = 'PENDING_APPROVAL' order by a.updated_at, a.id limit $1`,
    values: [SHOWN_MAX + 1],
  })
  if (rows.length === 0) return 'Nothing waits for approval.\n'
  const lines = rows
    .slice(0, SHOWN_MAX)
    .map((row) =>
      [
        idOf('AgentAction', row.id),
        row.at.toISOString(),
        row.type,
        shownMoney(row.amount, row.currency),
        `agent ${quoted(row.agent)} of ${idOf('Customer', row.customer_id)}, platform ${quoted(row.platform)}`,
      ].join('  '),
    )
  if (rows.length > SHOWN_MAX) lines.push(`... and more: the oldest ${SHOWN_MAX} are shown.`)
  return `${lines.join('\n')}\n`
}

/** A name as one word of a line: what would break or reorder the line is escaped. */
function quoted(name: string): string {
  return JSON.stringify(name).replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

async function decide(
  config: Config,
  database: Database,
  uuid: string,
  wanted: WantedDecision,
): Promise<string> {
  const found = await database.maybeOne<DecidableAction>({
    text: `select ${decidable} from agent_actions a join payments p on p.id = a.payment_id where a.id = $1`,
    values: [uuid],
  })
  if (found === undefined) throw new Error('There is no such action.')
  const services = {
    ...{ database, lookups: database, places: createPlaces(1), log: pino({ level: 'silent' }) },
    codes: createOneTimeCodes(recordKeys(config)),
    // A worker starts the payment from its row in pending_starts.
    handOver: { handOver: () => undefined },
  }
  const { status, reason } = await decideAction(services, found, wanted, decidedAlready())
  return `${idOf('AgentAction', uuid)} is ${status}${status === 'FAILED' ? ` (${reason})` : ''}.`
}

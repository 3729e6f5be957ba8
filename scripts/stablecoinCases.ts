/**
 * `npm run stablecoin:cases [-- --decide ID --made TRANSFER|--none --by NAME --reason TEXT]`: mints and burns that a
 * person is to look at, the newest first; what one has found at the provider about an UNKNOWN_TRANSFER. ID is a
 * StablecoinOperation.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { idOf, uuidOf } from '../contract/ids.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE =
  'usage: stablecoin:cases [-- --decide StablecoinOperation:<uuid> --made TRANSFER|--none --by NAME --reason TEXT]'
const SHOWN_MAX = 1_000

type Case = {
  readonly id: string
  readonly case_reason: string
  readonly operation_type: string
  readonly status: string
  readonly cents: string
  readonly source_address_id: string | null
  readonly transfer_id: string | null
  readonly provider_account_id: string
  readonly environment: string
  readonly platform: string
  readonly updated_at: Date
}

await command(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { decide: text, made: text, none: { type: 'boolean' }, by: text, reason: text },
  })
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (values.decide === undefined) {
      if (Object.keys(values).length > 0) throw new Error(USAGE)
      process.stdout.write(await list(database))
      return
    }
    process.stdout.write(await decide(database, values))
  } finally {
    await database.close()
  }
})

type Decision = {
  readonly decide?: string
  readonly made?: string
  readonly none?: boolean
  readonly by?: string
  readonly reason?: string
}

/** The operation goes on by itself: with that transfer, or by asking for it again. */
async function decide(
  database: Database,
  { decide: id = '', made, none, by, reason }: Decision,
): Promise<string> {
  const uuid = uuidOf('StablecoinOperation', id)
  const isOne = (made !== undefined && made !== '') !== (none ?? false)
  if (uuid === undefined || !isOne || !by || !reason) throw new Error(USAGE)
  if (!(await database.call('decide_stablecoin_transfer', uuid, made ?? null, by, reason))) {
    throw new Error(`${id} has no transfer that is not known.`)
  }
  return made ? `${id} has the transfer ${made}.\n` : `${id} asks for its transfer again.\n`
}

async function list(database: Database): Promise<string> {
  const rows = await database.query<Case>({
    text: `select o.id, o.case_reason, o.operation_type, o.status, o.cents::text, o.source_address_id,
        o.transfer_id, l.provider_account_id, o.environment, p.name as platform, o.updated_at
      from stablecoin_operations o
      join stablecoin_provider_accounts l on l.id = o.link_id
      join platforms p on p.id = o.platform_id
      where o.case_reason is not null order by o.created_at desc limit $1`,
    values: [SHOWN_MAX],
  })
  const lines = rows.length === 0 ? ['No mint or burn has a case.'] : rows.map(lineOf)
  return `${lines.join('\n')}\n`
}

function lineOf(row: Case): string {
  const cents = BigInt(row.cents)
  return [
    row.case_reason,
    idOf('StablecoinOperation', row.id),
    `${row.operation_type} ${row.status}`,
    `${cents / 100n}.${String(cents % 100n).padStart(2, '0')} USD`,
    `account ${JSON.stringify(row.provider_account_id)}`,
    `address ${row.source_address_id ?? '-'}`,
    `transfer ${row.transfer_id ?? '-'}`,
    `${row.environment} platform ${JSON.stringify(row.platform)}`,
    row.updated_at.toISOString(),
  ].join('  ')
}

/**
 * `npm run stablecoin:links [-- --revoke ID --by NAME --reason TEXT]`: the accounts that platforms have
 * linked at the stablecoin provider; ending such a link for good. ID is a StablecoinProviderAccount.
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
  'usage: stablecoin:links [-- --revoke StablecoinProviderAccount:<uuid> --by NAME --reason TEXT]'
const SHOWN_MAX = 100

await command(async () => {
  const { values } = parseArgs({
    options: { revoke: { type: 'string' }, by: { type: 'string' }, reason: { type: 'string' } },
  })
  const { revoke, by, reason } = values
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (revoke === undefined) {
      if (by !== undefined || reason !== undefined) throw new Error(USAGE)
      process.stdout.write(await list(database))
      return
    }
    const uuid = uuidOf('StablecoinProviderAccount', revoke)
    if (uuid === undefined || !by || !reason) throw new Error(USAGE)
    const link = await database.call('revoke_stablecoin_link', uuid, by, reason)
    if (link === null) throw new Error(`${revoke} is no link that could be revoked.`)
    process.stdout.write(`${revoke} is ${link.status}.\n`)
  } finally {
    await database.close()
  }
})

/** A line for each, the newest first. */
async function list(database: Database): Promise<string> {
  const rows = await database.query<{
    id: string
    status: string
    provider_account_id: string
    environment: string
    platform: string
    last_verified_at: Date
  }>({
    text: `select l.id, l.status, l.provider_account_id, l.environment, p.name as platform, l.last_verified_at
      from stablecoin_provider_accounts l join platforms p on p.id = l.platform_id
      order by l.created_at desc, l.id limit $1`,
    values: [SHOWN_MAX],
  })
  if (rows.length === 0) return 'No platform has linked an account.\n'
  const lines = rows.map((row) =>
    [
      idOf('StablecoinProviderAccount', row.id),
      row.status,
      JSON.stringify(row.provider_account_id),
      `verified ${row.last_verified_at.toISOString()}`,
      `${row.environment} platform ${JSON.stringify(row.platform)}`,
    ].join('  '),
  )
  return `${lines.join('\n')}\n`
}

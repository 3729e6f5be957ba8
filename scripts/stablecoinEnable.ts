/**
 * `npm run stablecoin:enable [-- --move ID --to STATE --by NAME --reason TEXT]`: stablecoins that wait for
 * an operator; an operator's decision about one. `--token TICKER --network-token ID --name NAME --symbol CODE
 * --decimals N [--environment E]` writes what a token is, before a platform may register it.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { idOf, uuidOf } from '../contract/ids.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const STATES = [
  ...['PROVISIONING', 'REJECTED', 'PROVISIONED', 'FAILED'],
  ...['ENABLED', 'NOT_ENABLED', 'DISABLED'],
]
const USAGE =
  'usage: stablecoin:enable [-- --move Stablecoin:<uuid> --to STATE --by NAME --reason TEXT | ' +
  '--token TICKER --network-token ID --name NAME --symbol CODE --decimals N [--environment E]]'
const SHOWN_MAX = 100

await command(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      ...{ move: text, to: text, by: text, reason: text, token: text, 'network-token': text },
      ...{ name: text, symbol: text, decimals: text },
      environment: { type: 'string', default: 'PRODUCTION' },
    },
  })
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (values.token !== undefined) return await putToken(database, values)
    const { move, to, by, reason } = values
    if (move === undefined) {
      if (to ?? by ?? reason) throw new Error(USAGE)
      process.stdout.write(await list(database))
      return
    }
    const uuid = uuidOf('Stablecoin', move)
    if (uuid === undefined || !to || !STATES.includes(to) || !by || !reason) throw new Error(USAGE)
    const coin = await database.call('move_stablecoin', uuid, to, by, reason)
    if (coin === null) throw new Error(`${move} may not be moved to ${to}.`)
    process.stdout.write(`${move} is ${coin.issuance_status}, ${coin.service_status}.\n`)
  } finally {
    await database.close()
  }
})

type Token = Readonly<Record<string, string | undefined>>

async function putToken(database: Database, token: Token): Promise<void> {
  const { name, symbol = '', decimals = '', environment } = token
  const networkToken = token['network-token']
  if (
    !name ||
    !networkToken ||
    !/^[A-Z][A-Z0-9]{1,19}$/.test(symbol) ||
    !/^\d{1,2}$/.test(decimals)
  ) {
    throw new Error(USAGE)
  }
  await database.query({
    text: `insert into stablecoin_tokens (environment, provider_token, network_token, name, symbol, decimals)
      values ($1, $2, $3, $4, $5, $6) on conflict (environment, provider_token) do update set
        network_token = excluded.network_token, name = excluded.name, symbol = excluded.symbol,
        decimals = excluded.decimals`,
    values: [environment, token.token, networkToken, name, symbol, Number(decimals)],
  })
  process.stdout.write(`${token.token} is ${symbol} of ${decimals} decimals.\n`)
}

/** A line for each, the oldest first. */
async function list(database: Database): Promise<string> {
  const rows = await database.query<{
    id: string
    symbol: string
    issuance_status: string
    service_status: string
    environment: string
    platform: string
  }>({
    text: `select s.id, s.symbol, s.issuance_status, s.service_status, s.environment, p.name as platform
      from stablecoins s join platforms p on p.id = s.platform_id
      where s.service_status = 'PENDING_APPROVAL' or s.issuance_status in ('PENDING_REVIEW', 'PROVISIONING', 'FAILED')
      order by s.created_at, s.id limit $1`,
    values: [SHOWN_MAX],
  })
  if (rows.length === 0) return 'No stablecoin waits for an operator.\n'
  const lines = rows.map((row) =>
    [
      ...[idOf('Stablecoin', row.id), row.symbol, row.issuance_status, row.service_status],
      `${row.environment} platform ${JSON.stringify(row.platform)}`,
    ].join('  '),
  )
  return `${lines.join('\n')}\n`
}

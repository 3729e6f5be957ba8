/**
 * `npm run platform:tokens -- --name NAME [--environment SANDBOX|PRODUCTION] [--json]`: the tokens of a
 * platform, who created each, and when it was last used.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { idOf } from '../contract/ids.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

type ListedToken = {
  readonly id: string
  readonly name: string
  readonly permissions: readonly string[]
  /** `Token:<uuid>`, deleted since perhaps; null for one that an operator created. */
  readonly createdBy: string | null
  readonly createdAt: string
  /** To the minute. */
  readonly lastUsedAt: string | null
}

await command(async () => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      environment: { type: 'string', default: 'SANDBOX' },
      json: { type: 'boolean', default: false },
    },
  })
  const { name, environment } = values
  if (name === undefined) throw new Error('--name NAME is missing')
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    const tokens = await list(database, name, environment)
    if (tokens.length === 0) throw new Error(`no ${environment} platform ${name} has a token`)
    process.stdout.write(values.json ? `${JSON.stringify(tokens)}\n` : tokens.map(line).join(''))
  } finally {
    await database.close()
  }
})

/** The oldest first. */
async function list(
  database: Database,
  name: string,
  environment: string,
): Promise<readonly ListedToken[]> {
  const rows = await database.query<{
    id: string
    name: string
    permissions: string[]
    created_by: string | null
    created_at: Date
    last_used_at: Date | null
  }>({
    text: `select t.id, t.name, t.permissions, t.created_by, t.created_at, t.last_used_at
      from tokens t join platforms p on p.id = t.platform_id
      where p.name = $1 and p.environment = $2 order by t.created_at, t.id`,
    values: [name, environment],
  })
  return rows.map((row) => ({
    id: idOf('Token', row.id),
    name: row.name,
    permissions: row.permissions,
    createdBy: row.created_by && idOf('Token', row.created_by),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

function line(token: ListedToken): string {
  const { id, name, permissions, createdBy, createdAt, lastUsedAt } = token
  const parts = [
    id,
    permissions.join(','),
    `created ${createdAt} by ${createdBy ?? 'an operator'}`,
    lastUsedAt === null ? 'never used' : `used ${lastUsedAt}`,
    // As JSON: a platform chose it, and it must not break the line.
    JSON.stringify(name),
  ]
  return `${parts.join('  ')}\n`
}

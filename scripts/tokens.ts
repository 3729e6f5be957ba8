/**
 * `npm run tokens -- create|list|revoke --platform NAME [--environment SANDBOX|PRODUCTION] [--json]`: API tokens
 * of a platform from the shell, for a platform that has lost its own.
 *
 *   create --name TOKEN [--permissions VIEW,TRANSACT,MANAGE]   a new one; all permissions unless some are
 *                                  named. Its secret is kept as a hash and printed this once.
 *   list                           who created each, and when it was last used, to the minute
 *   revoke ID                      ends one within five seconds. The last one with MANAGE stays: create
 *                                  another one first.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { idOf, uuidOf } from '../contract/ids.ts'
import { isPermission, type Permission, permissions } from '../contract/permissions.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createToken } from '../db/tokens.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE =
  'usage: tokens -- create --platform NAME --name TOKEN [--permissions VIEW,TRANSACT,MANAGE] | ' +
  'list --platform NAME | revoke ID --platform NAME; each with [--environment SANDBOX|PRODUCTION] [--json]'
/** As the API has it. */
const NAME_MAX = 255

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

type Given = {
  readonly id: string | undefined
  readonly name?: string | undefined
  readonly permissions: string
  readonly json: boolean
}

/** Each answers what is printed. */
const verbs: Readonly<
  Record<string, (database: Database, platformId: string, given: Given) => Promise<string>>
> = {
  async create(database, platformId, { name = '', permissions: list, json }) {
    if (name.trim() === '' || name.length > NAME_MAX) throw new Error('--name TOKEN is missing')
    const granted = permissionsOf(list)
    const { token, clientSecret } = await database.transaction((tx) =>
      createToken(tx, { platformId, name, permissions: granted }),
    )
    const id = idOf('Token', token.id)
    const { clientId } = token
    if (json) return `${JSON.stringify({ id, clientId, clientSecret, permissions: granted })}\n`
    return [
      `token          ${id}, ${granted.join(',')}`,
      `client id      ${clientId}`,
      `client secret  ${clientSecret}`,
      'The secret is not shown again.\n',
    ].join('\n')
  },
  async list(database, platformId, { json }) {
    const tokens = await listed(database, platformId)
    return json ? `${JSON.stringify(tokens)}\n` : tokens.map(line).join('')
  },
  async revoke(database, platformId, { id = '' }) {
    const uuid = uuidOf('Token', id)
    if (uuid === undefined) throw new Error('revoke takes an id: Token:<uuid>, as list shows it')
    switch (await database.call('delete_token', platformId, uuid, null)) {
      case 'DELETED':
        return `${id} is revoked; what authenticates with it is refused within five seconds.\n`
      case 'LAST':
        throw new Error(`${id} is the only token with MANAGE: create another one first.`)
      default:
        throw new Error(`The platform has no token ${id}.`)
    }
  },
}

await command(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      platform: { type: 'string' },
      environment: { type: 'string', default: 'SANDBOX' },
      name: { type: 'string' },
      permissions: { type: 'string', default: permissions.join(',') },
      json: { type: 'boolean', default: false },
    },
  })
  const [verb, id, ...more] = positionals
  const { platform: name, environment } = values
  const takesId = verb === 'revoke'
  if (name === undefined || takesId !== (id !== undefined) || more.length > 0) {
    throw new Error(USAGE)
  }
  if (environment !== 'SANDBOX' && environment !== 'PRODUCTION') {
    throw new Error('--environment is SANDBOX or PRODUCTION')
  }
  const run = verbs[verb ?? '']
  if (run === undefined) throw new Error(USAGE)
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    const platform = await database.models.Platform.findOne({ where: { name, environment } })
    if (platform === null) throw new Error(`there is no ${environment} platform named ${name}`)
    process.stdout.write(await run(database, platform.id, { ...values, id }))
  } finally {
    await database.close()
  }
})

function permissionsOf(list: string): readonly Permission[] {
  const named = list.split(',')
  const known = named.filter(isPermission)
  if (known.length === named.length) return known
  throw new Error(`--permissions are of ${permissions.join(', ')}, with commas`)
}

/** The oldest first. */
async function listed({ models }: Database, platformId: string): Promise<readonly ListedToken[]> {
  const tokens = await models.Token.findAll({ where: { platformId }, order: ['createdAt', 'id'] })
  return tokens.map((token) => ({
    id: idOf('Token', token.id),
    name: token.name,
    permissions: token.permissions,
    createdBy: token.createdBy && idOf('Token', token.createdBy),
    createdAt: token.createdAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  }))
}

function line(token: ListedToken): string {
  const { id, name, permissions: granted, createdBy, createdAt, lastUsedAt } = token
  const parts = [
    id,
    granted.join(','),
    `created ${createdAt} by ${createdBy ?? 'an operator'}`,
    lastUsedAt === null ? 'never used' : `used ${lastUsedAt}`,
    // As JSON: a platform chose it, and it must not break the line.
    JSON.stringify(name),
  ]
  return `${parts.join('  ')}\n`
}

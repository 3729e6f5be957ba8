/**
 * `npm run operator:revoke -- --name NAME`: ends an operator's account, with its token and its sessions, at once.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { revokeOperator } from '../db/operators.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

await command(async () => {
  const { values } = parseArgs({ options: { name: { type: 'string' } } })
  const { name } = values
  if (name === undefined) throw new Error('--name NAME is missing')
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    const revoked = await database.transaction((tx) => revokeOperator(tx, name))
    if (!revoked) throw new Error(`There is no operator named ${name} who is not revoked.`)
    process.stdout.write(`${name} is revoked.\n`)
  } finally {
    await database.close()
  }
})

/**
 * `npm run migrate [-- --allow-older-functions]`: brings the database to the version of this code.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { migrate } from '../db/migrate.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

await command(async () => {
  const { values } = parseArgs({
    options: { 'allow-older-functions': { type: 'boolean', default: false } },
  })
  const allowOlderFunctions = values['allow-older-functions']
  await migrate(need(parseConfig(environmentOfStack(process.env)), 'DATABASE_URL'), {
    allowOlderFunctions,
  })
  process.stdout.write('The database is up to date.\n')
})

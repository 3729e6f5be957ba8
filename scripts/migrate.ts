/** `npm run migrate`: brings the database to the version of this code. */

import { migrate } from '../db/migrate.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

await command(async () => {
  const allowOlderFunctions = process.argv.includes('--allow-older-functions')
  await migrate(need(parseConfig(environmentOfStack(process.env)), 'DATABASE_URL'), {
    allowOlderFunctions,
  })
  process.stdout.write('The database is up to date.\n')
})

/** `npm run migrate`: brings the database to the version of this code. */
import { need, parseConfig } from '../contract/config.ts'
import { migrate } from '../db/migrate.ts'
import { command } from './command.ts'
import { environmentOfSet } from './set/connect.ts'

await command(async () => {
  const allowOlderFunctions = process.argv.includes('--allow-older-functions')
  await migrate(need(parseConfig(environmentOfSet(process.env)), 'DATABASE_URL'), {
    allowOlderFunctions,
  })
  process.stdout.write('The database is up to date.\n')
})

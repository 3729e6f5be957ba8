/**
 * `npm run functions:release`: writes `db/releasedFunctions.json`, the SQL functions that the code
 * of this release calls. Run it when a release is made: the next one keeps them.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../db/database.ts'
import { calledFunctions } from '../db/releasedFunctions.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readSources } from './imports/graph.ts'

const file = fileURLToPath(new URL('../db/releasedFunctions.json', import.meta.url))

await command(async () => {
  const url = need(parseConfig(environmentOfStack(process.env)), 'DATABASE_URL')
  const database = openDatabase(url, { poolMax: 1 })
  try {
    const called = await calledFunctions(database, [...readSources().values()])
    writeFileSync(file, `${JSON.stringify(called, null, 2)}\n`)
    process.stdout.write(`${called.length} functions are in db/releasedFunctions.json.\n`)
  } finally {
    await database.close()
  }
})

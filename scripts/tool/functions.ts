/**
 * `npm run tool -- functions`: writes what this release relies on, for the next one to keep:
 * `db/releasedFunctions.json`, the SQL functions that its code calls, and
 * `workflows/releasedFlows.json`, the flows that its workers know. Run it when a release is made.
 *
 * Settings: DATABASE_URL.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/database.ts'
import { calledFunctions } from '../../db/releasedFunctions.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { flows } from '../../workflows/flows.ts'
import { command } from '../command.ts'
import { environmentOfStack } from '../devstack/connect.ts'
import { readSources } from '../imports/graph.ts'

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))

function write(file: string, content: unknown): void {
  writeFileSync(pathOf(file), `${JSON.stringify(content, null, 2)}\n`)
}

await command(async () => {
  parseArgs()
  const url = need(parseConfig(environmentOfStack(process.env)), 'DATABASE_URL')
  const database = openDatabase(url, { poolMax: 1 })
  try {
    const called = await calledFunctions(database, [...readSources().values()])
    write('db/releasedFunctions.json', called)
    process.stdout.write(`${called.length} functions are in db/releasedFunctions.json.\n`)
    const known = Object.entries(flows).map(([name, flow]) => [name, flow.known])
    write('workflows/releasedFlows.json', Object.fromEntries(known))
    process.stdout.write(`${known.length} workflows are in workflows/releasedFlows.json.\n`)
  } finally {
    await database.close()
  }
})

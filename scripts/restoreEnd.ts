/**
 * `npm run restore:end`: opens the store again, once `npm run reconcile` has left nothing open and the ledger holds;
 * what is open it prints.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../db/database.ts'
import { checkLedger } from '../db/ledger/check.ts'
import { changeStoreState, listedFindings, openFindings, storeStateOf } from '../db/storeState.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { oneAtATime } from './restore/oneAtATime.ts'

const STATEMENT_TIMEOUT_MS = 600_000
const PRINTED_MAX = 1_000

await command(async () => {
  parseArgs()
  const url = need(parseConfig(environmentOfStack(process.env)), 'DATABASE_URL')
  const database = openDatabase(url, { poolMax: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  try {
    await oneAtATime(url, () => openStore(database))
  } finally {
    await database.close()
  }
})

async function openStore(database: Database): Promise<void> {
  const found = await storeStateOf(database)
  if (found.state === 'OPEN') throw new Error('The store is open.')
  if (found.state === 'RESTORING') {
    throw new Error('`npm run restore:begin` has not come to its end.')
  }
  const open = await openFindings(database)
  if (open === undefined) {
    throw new Error('`npm run reconcile -- --apply` has not compared the store since the restore.')
  }
  if (open.length > 0) {
    throw new Error(
      `${open.length} findings of \`npm run reconcile\` are neither applied nor closed:\n${open.join('\n')}`,
    )
  }
  await refuseListed(database)
  const { ok, findings } = await checkLedger(database)
  if (!ok) {
    const [first] = findings
    throw new Error(
      `The ledger does not hold: \`npm run ledger:check\` says where (${first?.check}: ${first?.subject}).`,
    )
  }
  await changeStoreState(database, found, 'OPEN')
  process.stdout.write('OPEN: requests, the sweep, deliveries and expiries go on.\n')
}

/** @throws Error that prints what has come since the comparison, and would have all writes refused again */
async function refuseListed(database: Database): Promise<void> {
  await database.call('drop_found_rows')
  const { findings } = await listedFindings(database, PRINTED_MAX)
  const lines = findings.flatMap(({ kind, subject, known, stops }) =>
    stops ? [[kind, subject, known].join('  ')] : [],
  )
  if (lines.length === 0) return
  throw new Error(
    `What was done outside has no row: run \`npm run reconcile -- --apply\` again, or close it.\n${lines.join('\n')}`,
  )
}

/** `npm run restore:end`: opens the store again, once the ledger holds. */
import { openDatabase } from '../db/database.ts'
import { checkLedger } from '../db/ledger/check.ts'
import { changeStoreState, storeStateOf } from '../db/storeState.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const STATEMENT_TIMEOUT_MS = 600_000

await command(async () => {
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), {
    poolMax: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  try {
    const { state } = await storeStateOf(database)
    if (state === 'OPEN') throw new Error('The store is open.')
    if (state === 'RESTORING') throw new Error('`npm run restore:begin` has not come to its end.')
    if (!(await checkLedger(database)).ok) {
      throw new Error('The ledger does not hold: `npm run ledger:check` says where.')
    }
    await changeStoreState(database, 'OPEN')
    process.stdout.write('OPEN: requests, the sweep, deliveries and expiries go on.\n')
  } finally {
    await database.close()
  }
})

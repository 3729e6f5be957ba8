import type { Database } from '../../../db/database.ts'
import { checkLedger } from '../../../db/ledger/check.ts'
import {
  changeStoreState,
  listedFindings,
  openFindings,
  storeStateOf,
} from '../../../db/storeState.ts'
import { need } from '../../../runtime/config.ts'
import { Failure } from '../../failure.ts'
import { adminConfig, auditCommand, print, WHOLE_TABLES, withDatabase } from '../shared.ts'
import { oneAtATime } from './oneAtATime.ts'

const PRINTED_MAX = 1_000

/**
 * Opens the store again, once `reconcile` has left nothing open and the ledger holds; what is open it prints.
 *
 * @throws Failure
 */
export async function restoreEnd({ by }: { readonly by?: string }): Promise<void> {
  const config = adminConfig('DATABASE_URL')
  await withDatabase(config, WHOLE_TABLES, (database) =>
    oneAtATime(need(config, 'DATABASE_URL'), () => openStore(database, by)),
  )
}

async function openStore(database: Database, by: string | undefined): Promise<void> {
  const found = await storeStateOf(database)
  if (found.state === 'OPEN') throw new Failure('REFUSED', 'The store is open.')
  if (found.state === 'RESTORING') {
    throw new Failure('REFUSED', '`payments admin restore begin` has not come to its end.')
  }
  const open = await openFindings(database)
  if (open === undefined) {
    const reason =
      '`payments admin reconcile --apply` has not compared the store since the restore.'
    throw new Failure('REFUSED', reason)
  }
  if (open.length > 0) {
    for (const subject of open) print(subject)
    const reason = `${open.length} findings of \`payments admin reconcile\` are neither applied nor closed.`
    throw new Failure('REFUSED', reason)
  }
  await refuseListed(database)
  const { ok, findings } = await checkLedger(database)
  if (!ok) {
    const [first] = findings
    const reason = `The ledger does not hold: \`payments admin ledger check\` says where (${first?.check}: ${first?.subject}).`
    throw new Failure('REFUSED', reason)
  }
  await database.transaction(async (tx) => {
    await changeStoreState(tx, found, 'OPEN')
    await auditCommand(tx, by, { action: 'restore:end', details: { epoch: found.epoch } })
  })
  print('OPEN: requests, the sweep, deliveries and expiries go on.')
}

/** Prints what has come since the comparison, and would have all writes refused again. @throws Failure where it has */
async function refuseListed(database: Database): Promise<void> {
  await database.call('drop_found_rows')
  const { findings } = await listedFindings(database, PRINTED_MAX)
  const stopping = findings.filter(({ stops }) => stops)
  if (stopping.length === 0) return
  for (const { kind, subject, known } of stopping) print([kind, subject, known].join('  '))
  throw new Failure(
    'REFUSED',
    'What was done outside has no row: run `payments admin reconcile --apply` again, or close it.',
  )
}

/** The periodic check of the ledger, and its alarm. */
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { checkLedger } from '../db/ledger/check.ts'
import type { Alarms } from './alarms.ts'

/** A check that does not finish proves nothing: the alarm is raised until one does. */
export async function proveLedger(
  database: Database,
  { ledgerOk }: Pick<Alarms, 'ledgerOk'>,
  log: Logger,
): Promise<void> {
  try {
    const { ok, findings } = await checkLedger(database)
    ledgerOk.set(ok ? 1 : 0)
    await database.query({
      name: 'keep_ledger_check',
      text: 'update last_ledger_check set is_ok = $1, findings = $2, finished_at = service_now()',
      values: [ok, JSON.stringify(findings)],
    })
    if (!ok) log.error({ findings }, 'the ledger does not hold')
  } catch (error) {
    ledgerOk.set(0)
    log.error({ err: error }, 'the check of the ledger did not finish')
  }
}

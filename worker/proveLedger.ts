/** The periodic check of the ledger, and its alarm. */
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { checkLedger } from '../db/ledger/check.ts'
import { DatabaseBusy } from '../db/pool.ts'
import type { Alarms } from './alarms.ts'

const CHECKED_EVERY_MS = 600_000

/**
 * Makes the task of a check every ten minutes. One that does not finish is tried again with the next round, seconds
 * later. It proves nothing, and raises the alarm until one does finish; but where it only found no connection free, the
 * last result stands for as long as the next check would have been away.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function ledgerProof(
  database: Database,
  { ledgerOk }: Pick<Alarms, 'ledgerOk'>,
  log: Logger,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let dueAt = now()
  return async () => {
    if (now() < dueAt) return
    try {
      const { ok, findings } = await checkLedger(database)
      ledgerOk.set(ok ? 1 : 0)
      dueAt = now() + CHECKED_EVERY_MS
      await database.query({
        name: 'keep_ledger_check',
        text: 'update last_ledger_check set is_ok = $1, findings = $2, finished_at = service_now()',
        values: [ok, JSON.stringify(findings)],
      })
      if (!ok) log.error({ findings }, 'the ledger does not hold')
    } catch (error) {
      const isBusy = error instanceof DatabaseBusy && now() - dueAt < CHECKED_EVERY_MS
      if (!isBusy) ledgerOk.set(0)
      log[isBusy ? 'warn' : 'error']({ err: error }, 'the check of the ledger did not finish')
    }
  }
}

/** The named numbers that wake somebody up; the README has a line on each. */
import { Gauge, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { checkLedger } from '../db/ledger/check.ts'
import { oldestUndeliveredWebhookSeconds } from './jobs/index.ts'
import { openRowsWithoutWorkflow } from './sweep.ts'

export function createAlarms(database: Database): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  }
  gauge(
    'open_rows_without_workflow',
    'open rows whose workflow has completed',
    async () => openRowsWithoutWorkflow,
  )
  gauge('held_amount_age_seconds', 'age of the oldest hold', async () => {
    const [row] = await database.query<{ seconds: number | null }>({
      name: 'oldest_hold',
      text: `select extract(epoch from service_now() - min(executed_at))::float8 as seconds
        from quotes where status = 'PROCESSING'`,
    })
    return row?.seconds ?? 0
  })
  gauge('suspense_accounts_open', 'suspense accounts that do not sum to zero', async () => {
    const [row] = await database.query<{ open: bigint }>({
      name: 'open_suspense',
      text: `select count(*) as open from ledger_accounts where kind = 'SUSPENSE' and ledger_sum(id) <> 0`,
    })
    return Number(row?.open ?? 0n)
  })
  gauge('oldest_undelivered_webhook_seconds', 'age of the oldest webhook under way', () =>
    oldestUndeliveredWebhookSeconds(database),
  )
  gauge('ledger_check_ok', '1 when every sum of the ledger holds', async () =>
    (await checkLedger(database)).ok ? 1 : 0,
  )
  return registry
}

/** The named numbers that wake somebody up; the README has a line on each. */
import { Gauge, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { oldestUndeliveredWebhookSeconds } from './jobs/index.ts'

export type Alarms = {
  readonly registry: Registry
  /** Open rows whose workflow has completed, as the last sweep found them. */
  readonly openRows: Gauge
  /** 1 when the last check of the ledger held, else 0. */
  readonly ledgerOk: Gauge
}

export function createAlarms(database: Database): Alarms {
  const registry = new Registry()
  const registers = [registry]
  const asked = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  }
  asked('held_amount_age_seconds', 'age of the oldest hold', async () => {
    const [row] = await database.query<{ seconds: number | null }>({
      name: 'oldest_hold',
      text: `select extract(epoch from service_now() - min(executed_at))::float8 as seconds
        from quotes where status = 'PROCESSING'`,
    })
    return row?.seconds ?? 0
  })
  asked('suspense_accounts_open', 'suspense accounts that do not sum to zero', async () => {
    const [row] = await database.query<{ open: bigint }>({
      name: 'open_suspense',
      text: `select count(*) as open from ledger_accounts where kind = 'SUSPENSE' and ledger_sum(id) <> 0`,
    })
    return Number(row?.open ?? 0n)
  })
  asked('oldest_undelivered_webhook_seconds', 'age of the oldest webhook under way', () =>
    oldestUndeliveredWebhookSeconds(database),
  )
  return {
    registry,
    openRows: new Gauge({
      name: 'open_rows_without_workflow',
      help: 'open rows whose workflow has completed, at the last sweep',
      registers,
    }),
    ledgerOk: new Gauge({
      name: 'ledger_check_ok',
      help: '1 when every sum of the ledger held at the last check',
      registers,
    }),
  }
}

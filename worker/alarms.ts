/** The named numbers that alert an operator; docs/operating.md explains each. */
import { Gauge, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { oldestUndeliveredWebhookSeconds } from './jobs/index.ts'

export type Alarms = {
  readonly registry: Registry
  /** Running workflows whose workflow task fails again and again, as the last rounds found them. */
  readonly failingTasks: Gauge
  /** 1 when the last check of the ledger has finished and held, else 0. */
  readonly ledgerOk: Gauge
}

/** The alarms of one worker process; those about rows are read from the database when scraped. */
export function createAlarms(database: Database): Alarms {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  }
  gauge(
    'open_rows_without_workflow',
    'open rows without a workflow, as the sweep has found',
    async () => {
      const [row] = await database.query<{ open: bigint }>({
        name: 'open_rows_without_workflow',
        text: 'select open_rows_without_workflow() as open',
      })
      return Number(row?.open ?? 0n)
    },
  )
  gauge('held_amount_age_seconds', 'age of the oldest hold', async () => {
    const [row] = await database.query<{ seconds: number | null }>({
      name: 'oldest_hold',
      text: `select extract(epoch from service_now() - min(executed_at))::float8 as seconds
        from payments where status = 'PROCESSING'`,
    })
    return row?.seconds ?? 0
  })
  gauge('payments_in_suspense', 'payments and deposits with money in suspense', async () => {
    const [row] = await database.query<{ open: bigint }>({
      name: 'payments_in_suspense',
      // Grouped by payment: a shortfall of one and a surplus of another must not cancel out.
      text: `select count(*) as open from (
        select 1 from ledger_transfers t join ledger_accounts a
          on a.kind = 'SUSPENSE' and a.id in (t.debit_account_id, t.credit_account_id)
        group by t.reference, a.id
        having sum(case when a.id = t.credit_account_id then t.amount else -t.amount end) <> 0) x`,
    })
    return Number(row?.open ?? 0n)
  })
  gauge('payments_unconfirmed', 'paid by an operator, not confirmed by the rail', async () => {
    const [row] = await database.query<{ open: bigint }>({
      name: 'payments_unconfirmed',
      text: 'select count(*) as open from rail_orders where unconfirmed_since is not null',
    })
    return Number(row?.open ?? 0n)
  })
  gauge('payouts_reversed', 'failed after they had settled, in the last 24 hours', async () => {
    const [row] = await database.query<{ reversed: bigint }>({
      name: 'payouts_reversed',
      text: `select count(*) as reversed from rail_orders
        where reversed_at > service_now() - interval '24 hours'`,
    })
    return Number(row?.reversed ?? 0n)
  })
  gauge('rail_notice_dead_letters', "notices of the rail that can't be booked", async () => {
    const [row] = await database.query<{ left: bigint }>({
      name: 'rail_notice_dead_letters_open',
      text: 'select count(*) as left from rail_notice_dead_letters',
    })
    return Number(row?.left ?? 0n)
  })
  gauge('agent_actions_pending', 'actions of agents that wait for approval', async () => {
    const { pending } = await database.one<{ pending: bigint }>({
      name: 'agent_actions_pending',
      text: `select count(*) as pending from agent_actions where status = 'PENDING_APPROVAL'`,
    })
    return Number(pending)
  })
  gauge('oldest_pending_agent_action_seconds', 'age of the oldest of them', async () => {
    const { seconds } = await database.one<{ seconds: number | null }>({
      name: 'oldest_pending_agent_action',
      text: `select extract(epoch from service_now() - min(updated_at))::float8 as seconds
        from agent_actions where status = 'PENDING_APPROVAL'`,
    })
    return seconds ?? 0
  })
  gauge('oldest_undelivered_webhook_seconds', 'age of the oldest webhook under way', () =>
    oldestUndeliveredWebhookSeconds(database),
  )
  return {
    registry,
    failingTasks: new Gauge({
      name: 'workflow_tasks_failing',
      help: 'running workflows whose workflow task fails again and again',
      registers,
    }),
    ledgerOk: new Gauge({
      name: 'ledger_check_ok',
      help: '1 when the last check of the ledger has finished and every sum held',
      registers,
    }),
  }
}

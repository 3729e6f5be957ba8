/** The named numbers that alert an operator; docs/operating.md explains each. */
import { Gauge, Registry } from 'prom-client'
import type { Database, Statement } from '../db/database.ts'
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
  /** @param statement of one row with one number; null is 0 */
  const numberOf = (name: string, help: string, statement: Statement): void =>
    gauge(name, help, async () => {
      const row = await database.one<Record<string, bigint | number | null>>(statement)
      return Number(Object.values(row)[0] ?? 0)
    })
  numberOf('open_rows_without_workflow', 'open rows without a workflow, as the sweep has found', {
    name: 'open_rows_without_workflow',
    text: 'select open_rows_without_workflow() as open',
  })
  numberOf('held_amount_age_seconds', 'age of the oldest hold', {
    name: 'oldest_hold',
    text: `select extract(epoch from service_now() - min(executed_at))::float8 as seconds
        from payments where status = 'PROCESSING'`,
  })
  numberOf('payments_in_suspense', 'payments and deposits with money in suspense', {
    name: 'payments_in_suspense',
    // Grouped by payment: a shortfall of one and a surplus of another must not cancel out.
    text: `select count(*) as open from (
        select 1 from ledger_transfers t join ledger_accounts a
          on a.kind = 'SUSPENSE' and a.id in (t.debit_account_id, t.credit_account_id)
        group by t.reference, a.id
        having sum(case when a.id = t.credit_account_id then t.amount else -t.amount end) <> 0) x`,
  })
  numberOf('deposits_unapplied', 'deposits that nothing has taken, or that are being sent back', {
    name: 'deposits_unapplied_open',
    text: `select count(*) as open from deposits where outcome in ('UNAPPLIED', 'RETURNING')`,
  })
  numberOf('oldest_unapplied_deposit_seconds', 'age of the oldest of them', {
    name: 'oldest_unapplied_deposit',
    text: `select extract(epoch from service_now() - min(created_at))::float8 as seconds
        from deposits where outcome in ('UNAPPLIED', 'RETURNING')`,
  })
  numberOf('payments_unconfirmed', 'paid by an operator, not confirmed by the rail', {
    name: 'payments_unconfirmed',
    text: 'select count(*) as open from rail_orders where unconfirmed_since is not null',
  })
  numberOf('payouts_reversed', 'failed after they had settled, in the last 24 hours', {
    name: 'payouts_reversed',
    text: `select count(*) as reversed from rail_orders
        where reversed_at > service_now() - interval '24 hours'`,
  })
  numberOf('rail_notice_dead_letters', "notices of the rail that can't be booked", {
    name: 'rail_notice_dead_letters_open',
    text: 'select count(*) as left from rail_notice_dead_letters',
  })
  numberOf('unknown_rail_references', 'references of the rail that no instruction of ours has', {
    name: 'unknown_rail_references_open',
    text: 'select count(*) as unknown from unknown_rail_references()',
  })
  numberOf('runs_without_row', 'completed workflows whose row is missing or behind', {
    name: 'count_runs_without_row',
    text: 'select count_runs_without_row() as runs',
  })
  numberOf('agent_actions_pending', 'actions of agents that wait for approval', {
    name: 'agent_actions_pending',
    text: `select count(*) as pending from agent_actions where status = 'PENDING_APPROVAL'`,
  })
  numberOf('oldest_pending_agent_action_seconds', 'age of the oldest of them', {
    name: 'oldest_pending_agent_action',
    text: `select extract(epoch from service_now() - min(updated_at))::float8 as seconds
        from agent_actions where status = 'PENDING_APPROVAL'`,
  })
  numberOf('verifications_open', 'verifications that the vendor has', {
    name: 'verifications_open',
    text: 'select count(*) as open from verifications where is_with_vendor',
  })
  numberOf('oldest_open_verification_seconds', 'age of the oldest of them', {
    name: 'oldest_open_verification',
    text: `select extract(epoch from service_now() - min(updated_at))::float8 as seconds
        from verifications where is_with_vendor and status <> 'RESOLVE_ERRORS'`,
  })
  numberOf('verification_applicants_ended', 'ended by the vendor itself, in 24 hours', {
    name: 'verification_applicants_ended',
    text: `select count(*) as ended from verification_notices
        where type in ('applicantDeleted', 'applicantDeactivated') and received_at > service_now() - interval '24 hours'`,
  })
  numberOf('oldest_open_import_seconds', 'since the last progress of an import', {
    name: 'oldest_open_import',
    text: `select extract(epoch from service_now() - min(updated_at))::float8 as seconds
        from bulk_imports where is_open`,
  })
  numberOf('oldest_due_object_seconds', 'since a stored object should be deleted', {
    name: 'oldest_due_object',
    text: `select greatest(0, extract(epoch from service_now() - min(delete_after)))::float8 as seconds
        from unreferenced_objects`,
  })
  numberOf('oldest_unsent_message_seconds', 'age of the oldest code that was not sent', {
    name: 'oldest_unsent_message',
    text: `select extract(epoch from service_now() - min(ordered_at))::float8 as seconds from sca_challenges
        where code_key is not null and satisfied_at is null and (sent_at is null or sent_at < ordered_at)
          and voided_at is null and expires_at > service_now()`,
  })
  numberOf('messages_not_sent', 'codes that ended before they were sent, in 24 hours', {
    name: 'messages_not_sent',
    // One that was replaced at once had no time to be sent.
    text: `select count(*) as missed from sca_challenges
        where code_key is not null and satisfied_at is null and (sent_at is null or sent_at < ordered_at)
          and expires_at > service_now() - interval '24 hours'
          and least(voided_at, expires_at) <= service_now()
          and least(voided_at, expires_at) > ordered_at + interval '10 seconds'`,
  })
  numberOf('card_pulls_in_exception', 'card pulls that could not be made', {
    name: 'card_pulls_in_exception',
    text: `select count(*) as failed from card_pulls where state = 'EXCEPTION'`,
  })
  numberOf('oldest_card_pull_in_exception_seconds', 'since the oldest of them cleared', {
    name: 'oldest_card_pull_in_exception',
    text: `select extract(epoch from service_now() - min(created_at))::float8 as seconds
        from card_pulls where state = 'EXCEPTION'`,
  })
  numberOf('oldest_pending_card_pull_seconds', 'since a pull was to be made', {
    name: 'oldest_pending_card_pull',
    text: `select extract(epoch from service_now() - min(updated_at))::float8 as seconds
        from card_pulls where state = 'PENDING'`,
  })
  numberOf('stablecoin_operations_overdue', 'open for twice as long as expected', {
    name: 'stablecoin_operations_overdue',
    text: 'select count_overdue_stablecoin_operations() as overdue',
  })
  numberOf('stablecoin_cases', 'mints and burns that a person is to look at', {
    name: 'stablecoin_cases',
    text: 'select count(*) as cases from stablecoin_operations where case_reason is not null',
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

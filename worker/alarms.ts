/** The named numbers that alert an operator; docs/operating.md explains each. */
import { Gauge, Registry } from 'prom-client'
import type { Statement } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import { countInbox, type InboxKind } from '../db/inbox.ts'
import { oldestUndeliveredWebhookSeconds } from './jobs/index.ts'

export type Alarms = {
  readonly registry: Registry
  /** 1 when the last check of the ledger has finished and held, else 0. */
  readonly ledgerOk: Gauge
}

/** Numbers of items in the operators' inbox, by their kinds: the inbox lists the same rows. */
export const inboxAlarms: Readonly<
  Record<string, { readonly help: string; readonly kinds: readonly InboxKind[] }>
> = {
  payments_in_suspense: {
    help: 'payments and deposits with money in suspense',
    kinds: ['SUSPENSE', 'UNAPPLIED_FUNDS'],
  },
  deposits_unapplied: {
    help: 'deposits that nothing has taken, or that are being sent back',
    kinds: ['UNAPPLIED_FUNDS'],
  },
  deposits_taken_back: {
    help: 'deposits that their banks have taken back, and that their holders owe',
    kinds: ['DEPOSIT_TAKEN_BACK'],
  },
  deposit_sweeps_waiting: {
    help: 'deposits of accounts that sweep without a decision for ten minutes',
    kinds: ['SWEEP_WAITING'],
  },
  accounts_under_review: {
    help: 'external accounts that a person is to accept or to reject',
    kinds: ['ACCOUNT_REVIEW'],
  },
  account_validations_waiting: {
    help: 'validations of external accounts that go on for too long',
    kinds: ['VALIDATION_WAITING'],
  },
  payments_waiting: {
    help: 'payments and refunds without a result for ten minutes',
    kinds: ['WAITING', 'REFUND_WAITING'],
  },
  payments_unconfirmed: {
    help: 'paid by an operator, not confirmed by the rail',
    kinds: ['UNCONFIRMED'],
  },
  payouts_reversed: {
    help: 'failed after they had settled, in the last 24 hours',
    kinds: ['PAYOUT_REVERSED'],
  },
  rail_notice_dead_letters: {
    help: "notices of the rail that can't be booked",
    kinds: ['DEAD_LETTER'],
  },
  rail_cases: {
    help: 'returns and failures that a person is to look at',
    kinds: ['RAIL_CASE'],
  },
  unknown_rail_references: {
    help: 'references of the rail that no instruction of ours has',
    kinds: ['UNKNOWN_REFERENCE'],
  },
  runs_without_row: {
    help: 'completed workflows whose row is missing or behind',
    kinds: ['RUN_WITHOUT_ROW'],
  },
  card_pulls_in_exception: {
    help: 'card pulls that could not be made',
    kinds: ['CARD_PULL'],
  },
  card_claims_disputed: {
    help: 'claims of the card issuer above their bounds, which a person is to decide about',
    kinds: ['CARD_CLAIM'],
  },
  card_disputes_open: {
    help: 'disputes of cardholders that the card issuer has not closed',
    kinds: ['CARD_DISPUTE'],
  },
  stablecoin_cases: {
    help: 'mints and burns that a person is to look at',
    kinds: ['STABLECOIN_CASE'],
  },
  exchange_rates_unusable: {
    help: 'currencies without a rate that may be used, for two minutes',
    kinds: ['RATE_UNUSABLE'],
  },
  exchange_rates_waiting: {
    help: 'rates that are too far from the last one or from the second source',
    kinds: ['RATE_WAITING'],
  },
  exchange_rates_apart: {
    help: 'rates in use that are far from the second source',
    kinds: ['RATE_APART'],
  },
  exchange_rate_overrides_open: {
    help: 'rates that an operator has set in a feed’s place',
    kinds: ['RATE_OVERRIDE'],
  },
  exchange_rate_feeds_down: {
    help: 'feeds that have not answered for ten minutes',
    kinds: ['RATE_FEED_DOWN'],
  },
  workflow_tasks_failing: {
    help: 'running workflows whose workflow task fails again and again',
    kinds: ['FAILING_TASK'],
  },
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
  numberOf('oldest_pending_start_seconds', 'how long the oldest decision waits for its workflow', {
    name: 'oldest_pending_start',
    text: 'select oldest_pending_start_seconds() as seconds',
  })
  numberOf('held_amount_age_seconds', 'age of the oldest hold', {
    name: 'oldest_hold',
    text: `select extract(epoch from service_now() - min(executed_at))::float8 as seconds
        from payments where status = 'PROCESSING'`,
  })
  // The gauges of a scrape are read at once: they share one statement.
  let counting: ReturnType<typeof countInbox> | undefined
  for (const [name, { help, kinds }] of Object.entries(inboxAlarms)) {
    gauge(name, help, async () => {
      counting ??= countInbox(database).finally(() => {
        counting = undefined
      })
      const counts = await counting
      return kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
    })
  }
  numberOf('oldest_unapplied_deposit_seconds', 'age of the oldest of them', {
    name: 'oldest_unapplied_deposit',
    text: `select extract(epoch from service_now() - min(created_at))::float8 as seconds
        from deposits where outcome in ('UNAPPLIED', 'RETURNING')`,
  })
  numberOf('oldest_exchange_rate_age_ratio', 'age of the oldest rate; 1 is its limit', {
    name: 'oldest_exchange_rate_age_ratio',
    text: 'select oldest_rate_age_ratio() as ratio',
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
  gauge('oldest_undelivered_webhook_seconds', 'age of the oldest webhook under way', () =>
    oldestUndeliveredWebhookSeconds(database),
  )
  const ledgerOk = new Gauge({
    name: 'ledger_check_ok',
    help: '1 when the last check of the ledger has finished and every sum held',
    registers,
  })
  // Nothing is known before the first one.
  ledgerOk.set(Number.NaN)
  return { registry, ledgerOk }
}

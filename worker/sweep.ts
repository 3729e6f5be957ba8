/**
 * Finds open rows and makes sure that each has its workflow, which can be started from the row
 * alone. A row that is still open although its workflow has completed raises an alarm for an
 * operator. The same round deletes the tokens of requests that expired unclaimed.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import type { Config } from '../runtime/config.ts'
import type { OutsideCalls } from '../workflows/outsideQueues.ts'
import {
  type Start,
  startCustomerOnboarding,
  startOtpIssuance,
  startOtpVerification,
  startPaymentCorrection,
  startQuoteExecution,
  startWalletOperation,
} from '../workflows/starts.ts'
import { ensureStarted } from './temporalClient.ts'

/** A younger row may still wait for its request or its first workflow task. */
const QUIET_SECONDS = 30
const ROWS_MAX = 500
/** A payment that is open for this long is flagged on its timeline for an operator. */
const FLAG_AFTER_MINUTES = 10

type Row = {
  readonly kind:
    | 'PAYMENT'
    | 'RETURNED'
    | 'REVERSED'
    | 'COLLECTED_LATE'
    | 'REFUND_RETRY'
    | 'REQUEST'
    | 'VERIFICATION'
    | 'ISSUANCE'
    | 'CUSTOMER'
  readonly id: string
  readonly platform_id: string
  readonly customer_id: string | null
  readonly account_id: string | null
  readonly transaction_id: string | null
  readonly credential_id: string | null
  readonly number: number
}

/** The environment of each row's platform. */
async function environmentsOf(
  database: Database,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Environment>> {
  const found = await database.query<{ id: string; environment: Environment }>({
    name: 'environments_of_platforms',
    text: 'select id, environment from platforms where id = any ($1)',
    values: [[...new Set(rows.map(({ platform_id }) => platform_id))]],
  })
  return new Map(found.map(({ id, environment }) => [id, environment]))
}

/** @returns how many open rows have a workflow that has completed */
export async function sweep(
  database: Database,
  client: Client,
  config: Config,
  log: Logger,
): Promise<number> {
  await database.call('purge_expired_secrets')
  const rows = await database.query<Row>({
    name: 'open_rows',
    text: `select kind, id, platform_id, customer_id, account_id, transaction_id, credential_id, number
      from open_rows($1, $2)`,
    values: [QUIET_SECONDS, ROWS_MAX],
  })
  const environments = await environmentsOf(database, rows)
  let orphans = 0
  for (const row of rows) {
    const start = startOf(row, {
      outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
      environment: environments.get(row.platform_id),
    })
    if (await ensureStarted(client, config, start)) continue
    orphans += 1
    log.error({ workflowId: start.workflowId }, 'open row, but its workflow has completed')
  }
  await database.call('flag_overdue_payments', FLAG_AFTER_MINUTES)
  return orphans
}

function startOf(row: Row, outside: OutsideCalls): Start {
  const shared = { platformId: row.platform_id, ...outside }
  const subject = {
    customerId: row.customer_id ?? undefined,
    accountId: row.account_id ?? undefined,
    transactionId: row.transaction_id ?? undefined,
  }
  switch (row.kind) {
    case 'PAYMENT':
      return startQuoteExecution({ ...shared, attempt: row.number, paymentId: row.id }, subject)
    case 'RETURNED':
    case 'REVERSED':
    case 'COLLECTED_LATE':
    case 'REFUND_RETRY':
      return startPaymentCorrection(
        {
          paymentId: row.id,
          correction: row.kind,
          ...outside,
          ...(row.kind === 'REFUND_RETRY' && { refundAttempt: row.number }),
        },
        { ...subject, platformId: row.platform_id },
      )
    case 'REQUEST':
      return startWalletOperation({ ...shared, attempt: row.number, requestId: row.id }, subject)
    case 'VERIFICATION':
      return startOtpVerification(
        {
          ...shared,
          attempt: 1,
          verificationId: row.id,
          credentialId: row.credential_id ?? '',
          number: row.number,
        },
        subject,
      )
    case 'ISSUANCE':
      return startOtpIssuance(
        { ...shared, attempt: 1, credentialId: row.id, number: row.number },
        subject,
      )
    case 'CUSTOMER':
      return startCustomerOnboarding({
        ...shared,
        attempt: 1,
        customerId: row.id,
        walletAccountId: row.account_id ?? undefined,
      })
  }
}

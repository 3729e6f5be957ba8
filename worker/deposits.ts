/**
 * Deposits: one that a payment waits for starts that payment, as an execute call would. One that no
 * payment can take is booked as unapplied funds, for an operator.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Environment } from '../contract/outsideParties.ts'
import type { PaymentRow } from '../contract/present/index.ts'
import type { Database } from '../db/database.ts'
import { hashOf } from '../domain/derivedIds.ts'
import { paymentTermsOf } from '../domain/payments/terms.ts'
import type { DepositNotice } from '../providers/payoutRail/index.ts'
import type { Config } from '../runtime/config.ts'
import { startPayment } from '../workflows/paymentStart.ts'
import { ensureStarted } from './temporalClient.ts'

const OPEN_MAX = 200

/** Records a deposit notice of an environment's rail, idempotent by the rail's id of the deposit. */
export async function recordDeposit(
  database: Database,
  environment: Environment,
  { reference, deposit }: DepositNotice,
  log: Logger,
): Promise<void> {
  const { id, amountMinor, currency } = deposit
  const outcome = await database.call(
    'receive_deposit',
    environment,
    id,
    reference,
    amountMinor,
    currency,
  )
  if (outcome === 'UNAPPLIED')
    log.error({ environment, reference, deposit }, 'deposit booked as unapplied funds')
}

type OpenDeposit = {
  readonly environment: Environment
  readonly id: string
  readonly amount: bigint
  readonly attempt: number
  readonly row: PaymentRow
  readonly platform_id: string
  readonly customer_id: string | null
}

/**
 * Starts the payment of every deposit that no execution has decided about yet; closes the others.
 */
export async function processDeposits(
  database: Database,
  client: Client,
  config: Config,
  log: Logger,
): Promise<void> {
  const open = await database.query<OpenDeposit>({
    name: 'open_deposits',
    text: `select a.environment, a.id, a.amount, a.attempt, q.platform_id, q.customer_id,
        to_jsonb(q) - 'payload_to_sign' - 'stamp' - 'original_response' as row
      from deposits a join payments q on q.id = a.payment_id
      where a.outcome is null order by a.created_at limit $1`,
    values: [OPEN_MAX],
  })
  for (const { environment, id, amount, attempt, row, platform_id, customer_id } of open) {
    const outcome = await database.call('conclude_deposit', environment, id)
    if (outcome === 'UNAPPLIED')
      log.error({ environment, deposit: id }, 'deposit booked as unapplied funds')
    if (outcome !== null) continue
    const depositedAmount = String(amount)
    const start = startPayment(
      paymentTermsOf(row, platform_id, customer_id),
      attempt,
      { requestHash: hashOf('funding', row.id, depositedAmount), depositedAmount },
      { outsideTaskQueue: config.OUTSIDE_TASK_QUEUE, environment },
    )
    await ensureStarted(client, config, start)
  }
}

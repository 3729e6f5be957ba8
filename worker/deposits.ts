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
import type { Start } from '../workflows/defineWorkflow.ts'
import { startPayment } from '../workflows/paymentStart.ts'
import { isPermanent } from './permanentErrors.ts'
import { ensureStarted } from './temporalClient.ts'

/** Of one round. */
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
 * Starts the payments of the next deposits that no execution has decided about yet; closes the others.
 * One that cannot start is left out until the cursor comes round again.
 */
export async function processDeposits(
  database: Database,
  client: Client,
  config: Config,
  log: Logger,
): Promise<void> {
  const open = await database.query<OpenDeposit>({
    name: 'claim_open_deposits',
    text: `select environment, id, amount, attempt, platform_id, customer_id, "row"
      from claim_open_deposits($1)`,
    values: [OPEN_MAX],
  })
  for (const deposit of open) {
    const { environment, id } = deposit
    try {
      const outcome = await database.call('conclude_deposit', environment, id)
      if (outcome === 'UNAPPLIED')
        log.error({ environment, deposit: id }, 'deposit booked as unapplied funds')
      if (outcome === null) {
        await ensureStarted({ database, client, config }, startOf(deposit, config))
      }
    } catch (error) {
      if (!isPermanent(error)) throw error
      log.error({ err: error, environment, deposit: id }, 'the payment of a deposit cannot start')
    }
  }
}

function startOf(deposit: OpenDeposit, config: Config): Start {
  const { environment, row, attempt, platform_id, customer_id } = deposit
  const depositedAmount = String(deposit.amount)
  return startPayment(
    paymentTermsOf(row, platform_id, customer_id),
    attempt,
    { requestHash: hashOf('funding', row.id, depositedAmount), depositedAmount },
    { outsideTaskQueue: config.OUTSIDE_TASK_QUEUE, environment },
  )
}

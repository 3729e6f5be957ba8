/**
 * Deposits: one that a payment waits for executes that payment, in the transaction that records it. One that no payment
 * can take is booked as unapplied funds, for an operator.
 */
import type { Logger } from 'pino'
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import type { DepositNotice } from '../providers/payoutRail/index.ts'

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
